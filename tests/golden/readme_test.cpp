// The output that the README shows is the program's.
#include <set>
#include <sstream>

#include "sim/app/summary.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"
#include "tests/support/scenario_files.h"
#include "tests/support/temporary_directory.h"

namespace coldaisle::test {
namespace {

// Lines of the first fenced block of kind `text`.
std::vector<std::string> first_text_block(const std::string& page) {
  std::istringstream stream(page.substr(page.find("```text\n") + 8));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line) && line != "```";) lines.push_back(line);
  return lines;
}

TEST_CASE("each row of the README's sample output is a row of the quickstart's summary",
          "[golden][readme]") {
  Run run(load(scenario_file("quickstart.json"), scenario_options()).scenario);
  run.finish();
  std::istringstream table(summary_table(run.output().summary));
  std::set<std::string> rows;
  for (std::string row; std::getline(table, row);) rows.insert(row);
  const auto shown = first_text_block(read_file(COLDAISLE_SOURCE_DIR "/README.md"));
  REQUIRE(shown.size() > 20);
  // The first line tells the time that the run took.
  for (std::size_t i = 1; i < shown.size(); ++i) {
    INFO(shown[i]);
    CHECK((shown[i] == "…" || rows.count(shown[i]) == 1));
  }
}

}  // namespace
}  // namespace coldaisle::test
