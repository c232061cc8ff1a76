// The published curves of "Beware of Fragmentation" (USENIX ATC 2023), point by point. PLACEMENT,
// section 3, says how the published numbers were rounded.
#include <cmath>

#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/published_openb.h"
#include "tests/support/run.h"
#include "tests/support/scenario_files.h"
#include "tests/support/shared_data.h"

namespace coldaisle::test {
namespace {

Scenario published_scenario(const std::string& list, const std::string& rule, std::uint64_t seed) {
  auto options = scenario_options();
  options.seed = seed;
  options.overrides = {{"/scheduler/rules", "\"" + rule + "\""},
                       {"/workload/trace", "\"" + published_trace(list) + "\""}};
  return load(scenario_file("openb/published.json"), options).scenario;
}

// Column `name` of the run's demand curve.
std::vector<double> curve(const Run& run, const std::string& name) {
  for (const auto& table : run.output().tables) {
    for (const auto& column : table.columns) {
      if (column.name == name) return column.values;
    }
  }
  FAIL("the run has no curve " << name);
  return {};
}

// Largest difference of two curves, which must have all points.
double largest_difference(const std::vector<double>& found, const std::vector<double>& published) {
  REQUIRE(found.size() >= published.size());
  double largest = 0;
  for (std::size_t i = 0; i < published.size(); ++i) {
    largest = std::max(largest, std::fabs(found[i] - published[i]));
  }
  return largest;
}

void check_allocation(const std::string& list) {
  if (!shared_data("openb_expected")) return;
  const auto published = read_curves("analysis_allo_discrete.csv");
  for (const auto& [rule, name] : kPublishedPolicies) {
    for (const auto seed : kPublishedSeeds) {
      Run run(published_scenario(list, rule, seed));
      run.finish();
      const auto& expected = published.at(curve_key(list, name, seed));
      INFO(list << " " << rule << " seed " << seed);
      CHECK(largest_difference(curve(run, "allocation"), expected) <= kBound);
    }
  }
}

// One case a list, so that they run in parallel. 25 runs each: the slowest tests here.
TEST_CASE("allocation curves of the list default equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kPublishedLists[0]);
}

TEST_CASE("allocation curves of the list cpu050 equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kPublishedLists[1]);
}

TEST_CASE("allocation curves of the list gpushare40 equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kPublishedLists[2]);
}

TEST_CASE("allocation curves of the list multigpu20 equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kPublishedLists[3]);
}

TEST_CASE("fragmentation amount and ratio of seed 42 equal the published ones",
          "[validation][openb][slow]") {
  if (!shared_data("openb_expected")) return;
  const auto amount = read_curves("analysis_frag_discrete.csv");
  const auto ratio = read_curves("analysis_frag_ratio_discrete.csv");
  for (const std::string list : kPublishedLists) {
    for (const auto& [rule, name] : kPublishedPolicies) {
      Run run(published_scenario(list, rule, 42));
      run.finish();
      INFO(list << " " << rule);
      const auto key = curve_key(list, name, 42);
      CHECK(largest_difference(curve(run, "fragmentation_amount"), amount.at(key)) <= kBound);
      CHECK(largest_difference(curve(run, "fragmentation_ratio"), ratio.at(key)) <= kBound);
    }
  }
}

TEST_CASE("random placement reaches the published mean of five seeds within 0.6",
          "[validation][openb][slow]") {
  if (!shared_data("openb_expected")) return;
  double sum = 0;
  for (const auto seed : kPublishedSeeds) {
    Run run(published_scenario("default", "random", seed));
    run.finish();
    sum += curve(run, "allocation").at(kPublishedPoints - 1);
  }
  CHECK(std::fabs(sum / 5 - 87.59) <= 0.6);
}

TEST_CASE("fgd on seed 42 places 5,919,410 of the 8,075,080 milli-GPU that arrive",
          "[validation][openb]") {
  if (!shared_data("openb_expected")) return;
  Run run(published_scenario("default", "fgd", 42));
  run.finish();
  CHECK(run.jobs().size() == 10'866);
  CHECK(run.sim().world.allocated_milli().amount() == 5'919'410);
  CHECK(run.sim().world.capacity_milli().amount() == 6'212'000);
  CHECK(run.sim().typical.tasks().size() == 35);
}

TEST_CASE("on the slice of the fleet at least a tenth of the tasks wait", "[validation][openb]") {
  if (!shared_data("openb_expected")) return;
  Run run(load(scenario_file("openb/timed.json"), scenario_options()).scenario);
  run.finish();
  CHECK(run.value("jobs_that_waited") >= 10);
  CHECK(run.value("jobs_queued") == 0);
}

}  // namespace
}  // namespace coldaisle::test
