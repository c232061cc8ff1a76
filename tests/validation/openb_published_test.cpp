// The published curves of "Beware of Fragmentation" (USENIX ATC 2023), point by point. PLACEMENT,
// section 3, says how the published numbers were rounded.
#include <cmath>
#include <map>

#include "sim/core/csv.h"
#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"
#include "tests/support/scenario_files.h"
#include "tests/support/shared_data.h"

namespace coldaisle::test {
namespace {

constexpr int kPoints = 131;             // arrived demand 0 % ... 130 %
constexpr double kBound = 0.005 + 1e-9;  // half of the last published digit

struct PublishedPolicy {
  const char* rule;
  const char* name;  // in the expected files
};

constexpr PublishedPolicy kPolicies[] = {{"dot_product", "02-DotProd"},
                                         {"gpu_clustering", "03-GpuClustering"},
                                         {"gpu_packing", "04-GpuPacking"},
                                         {"best_fit", "05-BestFit"},
                                         {"fgd", "06-FGD"}};
constexpr const char* kLists[] = {"default", "cpu050", "gpushare40", "multigpu20"};

using Curves = std::map<std::string, std::vector<double>>;  // "list/policy/seed" -> 131 points

std::string curve_key(const std::string& list, const std::string& policy, std::uint64_t seed) {
  return list + "/" + policy + "/" + std::to_string(seed);
}

Curves read_curves(const std::string& file) {
  auto csv = CsvReader::open(shared_data("openb_expected/" + file).value());
  Curves curves;
  while (csv.next()) {
    std::vector<double> points;
    points.reserve(kPoints);
    for (int i = 0; i < kPoints; ++i) {
      points.push_back(std::stod(std::string(csv.field(csv.find(std::to_string(i))))));
    }
    const auto workload = std::string(csv.field(csv.find("workload")));
    const auto seed = csv.integer(csv.find("seed"), 0, 1000);
    curves[curve_key(workload.substr(workload.rfind('_') + 1),
                     std::string(csv.field(csv.find("sc_policy"))),
                     static_cast<std::uint64_t>(seed.value()))] = points;
  }
  csv.throw_if_broken();
  return curves;
}

Scenario published_scenario(const std::string& list, const std::string& rule, std::uint64_t seed) {
  auto options = scenario_options();
  options.seed = seed;
  options.overrides = {{"/scheduler/rules", "\"" + rule + "\""},
                       {"/workload/trace", "\"openb/openb_pod_list_" + list + ".csv\""}};
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
  for (const auto& [rule, name] : kPolicies) {
    for (std::uint64_t seed = 42; seed <= 46; ++seed) {
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
  check_allocation(kLists[0]);
}

TEST_CASE("allocation curves of the list cpu050 equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kLists[1]);
}

TEST_CASE("allocation curves of the list gpushare40 equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kLists[2]);
}

TEST_CASE("allocation curves of the list multigpu20 equal the published ones",
          "[validation][openb][slow]") {
  check_allocation(kLists[3]);
}

TEST_CASE("fragmentation amount and ratio of seed 42 equal the published ones",
          "[validation][openb][slow]") {
  if (!shared_data("openb_expected")) return;
  const auto amount = read_curves("analysis_frag_discrete.csv");
  const auto ratio = read_curves("analysis_frag_ratio_discrete.csv");
  for (const std::string list : kLists) {
    for (const auto& [rule, name] : kPolicies) {
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
  for (std::uint64_t seed = 42; seed <= 46; ++seed) {
    Run run(published_scenario("default", "random", seed));
    run.finish();
    sum += curve(run, "allocation").at(kPoints - 1);
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
