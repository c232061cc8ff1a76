// Whole runs whose summaries are kept in expected.json beside the scenario. scripts/update_golden
// rewrites them; look at the difference before committing it.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sim/app/summary.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"
#include "tests/support/scenario_files.h"

namespace coldaisle::test {
namespace {

void check_golden(const std::string& scenario, const std::string& expected_name) {
  const auto expected_file = std::string(COLDAISLE_SOURCE_DIR "/tests/golden/") + expected_name;
  Run run(load(scenario, scenario_options()).scenario);
  run.finish();
  const auto found = summary_json(run.output().summary);
  if (std::getenv("COLDAISLE_UPDATE") != nullptr) std::ofstream(expected_file) << found;
  std::ostringstream expected;
  expected << std::ifstream(expected_file).rdbuf();
  INFO("to accept the change: scripts/update_golden");
  CHECK(found == expected.str());
}

void check_case(const std::string& name) {
  check_golden(std::string(COLDAISLE_SOURCE_DIR "/tests/golden/cases/") + name + "/scenario.json",
               "cases/" + name + "/expected.json");
}

TEST_CASE("golden: a mixed day under a weighted sum of rules", "[golden]") {
  check_case("mixed_day");
}

TEST_CASE("golden: nodes join, drain and leave", "[golden]") {
  check_case("fleet_changes");
}

TEST_CASE("golden: a live cluster goes on", "[golden]") {
  check_case("live_cluster");
}

TEST_CASE("golden: gangs on two kinds of GPUs, by priority", "[golden]") {
  check_case("gangs");
}

TEST_CASE("golden: the quickstart", "[golden]") {
  check_golden(scenario_file("quickstart.json"), "cases/quickstart/expected.json");
}

}  // namespace
}  // namespace coldaisle::test
