#include <algorithm>

#include "sim/core/error.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;

TEST_CASE("each dataset is one line with path, name, type, shape, unit and meaning",
          "[results][format]") {
  const auto text = describe_format(test::sample_results(1));
  CHECK(test::contains(text, "- /series, **power** (*float64[time]*, W): Power of the site.\n"));
  CHECK(test::contains(text, "- /enums/state, **name** (*string[code]*, 1): Name.\n"));
  CHECK(test::contains(text, "- /provenance, **scenario_path** (*string*, 1): Where"));
  const auto lines = std::count(text.begin(), text.end(), '\n');
  CHECK(static_cast<std::size_t>(lines) == test::dataset_count(test::sample_results(1)));
}

TEST_CASE("the dataset list of a page is what stands between its markers", "[results][format]") {
  const std::string page =
      "# Title\n<!-- datasets of kind run: begin -->\n- a\n- b\n<!-- datasets of kind run: end "
      "-->\n"
      "<!-- datasets of kind study: begin -->\n- c\n<!-- datasets of kind study: end -->\nEnd";
  CHECK(format_section(page, "run") == "- a\n- b\n");
  CHECK(format_section(page, "study") == "- c\n");
  CHECK_THROWS_AS(format_section(page, "evaluation"), IoError);
  CHECK_THROWS_AS(format_section("<!-- datasets of kind run: begin -->\n- a\n", "run"), IoError);
}

TEST_CASE("FORMAT.md lists the datasets that every file has", "[results][format]") {
  const auto page = test::read_file(COLDAISLE_SOURCE_DIR "/sim/results/FORMAT.md");
  for (const char* const kind : {"run", "evaluation"}) {
    CHECK(test::contains(format_section(page, kind), "- /provenance, **scenario_resolved**"));
  }
}
