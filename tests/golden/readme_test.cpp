// The output that the README shows is the program's.
#include <set>
#include <sstream>

#include "sim/app/summary.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"
#include "tests/support/reduced.h"
#include "tests/support/run.h"
#include "tests/support/scenario_files.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

constexpr const char* kLeftOut = "…";

// Lines of the first fenced block of kind `text` that begins with `begin`.
std::vector<std::string> text_block(const std::string& page, const std::string& begin) {
  const auto fence = page.find("```text\n" + begin);
  REQUIRE(fence != std::string::npos);
  std::istringstream stream(page.substr(fence + 8));
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
  const auto shown = text_block(read_file(COLDAISLE_SOURCE_DIR "/README.md"), "quickstart: ");
  REQUIRE(shown.size() > 20);
  // The first line tells the time that the run took.
  for (std::size_t i = 1; i < shown.size(); ++i) {
    INFO(shown[i]);
    CHECK((shown[i] == kLeftOut || rows.count(shown[i]) == 1));
  }
}

TEST_CASE("each row of the README's Pareto set is one of the evaluation's", "[golden][readme]") {
  if (reduced()) return;
  const TemporaryDirectory directory;
  const auto end = run_program({"evaluate", scenario_file("policies/a100-h100-mi250.json"), "-o",
                                directory / "mix.h5", "--backend", "cpu", "--sort", "wait",
                                "--pareto", "cost,wait,jct", "--top", "17"});
  CAPTURE(end.err);
  REQUIRE(end.exit_code == 0);
  const auto shown = text_block(read_file(COLDAISLE_SOURCE_DIR "/README.md"), "Pareto set of ");
  REQUIRE(shown.size() > 5);
  for (auto row : shown) {
    INFO(row);
    // A row that ends so is cut there, and a row of nothing else stands for any.
    const bool is_cut = row.ends_with(kLeftOut);
    if (is_cut) row.resize(row.size() - std::string(kLeftOut).size());
    CHECK(contains(end.out, is_cut ? row : row + "\n"));
  }
}

}  // namespace
}  // namespace coldaisle::test
