// Costs in whole runs: GPUs x share x price of a GPU-hour x time, by price class.
#include <cmath>

#include "sim/results/collect.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

// The summary's figure in micro-USD.
std::int64_t micro_usd(const Run& run, const std::string& metric) {
  const double usd = run.value(metric);
  REQUIRE(std::isfinite(usd));
  return std::llround(usd * 1e6);
}

// /jobs/cost_usd of the results file.
std::vector<double> job_costs(Run& run) {
  run.engine->settle();
  const auto results = collect_results(run.sim(), run.metrics, RunStatus::complete, {});
  for (const auto& group : results.groups) {
    if (group.path != "/jobs") continue;
    for (const auto& column : group.datasets) {
      if (column.name != "cost_usd") continue;
      const auto values = std::get<std::span<const double>>(column.values);
      return {values.begin(), values.end()};
    }
  }
  FAIL("no /jobs/cost_usd");
  return {};
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

TEST_CASE("a job costs GPUs x share x price x time", "[metrics][cost]") {
  auto scenario = one_gpu_scenario("node-4", 1);
  scenario.fleet.racks[0].price = 2'100'000;
  Run run(scenario, hand_jobs({{0, 90, {.gpus = 3}, 0.1},
                               {0, 3600, {.gpus = 1, .gpu_milli = 250}},
                               {0, 50, {.gpus = 0, .cpu_milli = 8'000}}}));
  run.finish();
  CHECK(micro_usd(run, "cost_usd") == 157'500 + 525'000);  // 3 x 2.10 / 40, 2.10 / 4
  CHECK(micro_usd(run, "cost_usd_on_demand") == 682'500);
  CHECK(run.value("cost_usd_spot") == 0);
  CHECK(run.value("gpus_of_unknown_price") == 0);
  const auto costs = job_costs(run);
  CHECK(costs[0] == Approx(0.1575).epsilon(1e-15));
  CHECK(costs[1] == Approx(0.525).epsilon(1e-15));
  CHECK(costs[2] == 0);
}

TEST_CASE("costs are summed by price class", "[metrics][cost]") {
  Scenario scenario;
  scenario.catalog = two_gpu_catalog();
  scenario.catalog.gpus[1].usd_per_gpu_hour_spot = 1.25;
  scenario.fleet.racks = {
      {.name = "a", .node = "node-2"},
      {.name = "b", .node = "quick-2", .price = 3'000'000, .price_class = PriceClass::reserved},
      {.name = "c", .node = "quick-6", .price_class = PriceClass::spot}};
  // A gang over all three racks, 2 GPUs on each, for an hour.
  Run run(scenario, hand_jobs({{0, 3600, {.gpus = 2, .nodes = 3}}}));
  run.finish();
  CHECK(micro_usd(run, "cost_usd_on_demand") == 3'000'000);
  CHECK(micro_usd(run, "cost_usd_reserved") == 6'000'000);
  CHECK(micro_usd(run, "cost_usd_spot") == 2'500'000);
  CHECK(micro_usd(run, "cost_usd") == 11'500'000);
  CHECK(job_costs(run) == std::vector<double>{11.5});
}

TEST_CASE("stays cut short, and those that go on, are paid for", "[metrics][cost]") {
  auto scenario = one_gpu_scenario("node-8", 3);
  scenario.fleet.racks[0].price = 3'600'000;  // 0.001 USD a second
  scenario.fleet.changes = {{seconds(4), FleetAction::remove, "rack", 1}};
  scenario.horizon_ns = seconds(10);
  Run run(scenario, hand_jobs({{0, 100, {.gpus = 8, .nodes = 2}}, {0, 6, {.gpus = 8}}}));
  run.finish();
  // The gang holds 16 GPUs for 4 s, waits for 2 s, and holds 16 for 4 s more.
  const auto costs = job_costs(run);
  CHECK(costs[0] == Approx(0.128).epsilon(1e-15));
  CHECK(costs[1] == Approx(0.048).epsilon(1e-15));
  CHECK(micro_usd(run, "cost_usd") == 176'000);
}

TEST_CASE("a job that runs at the start pays from the start on", "[metrics][cost]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.fleet.racks[0].price = 3'600'000;
  InitialJob job;
  job.demand = {.gpus = 1};
  job.duration_ns = seconds(100);
  job.running = true;
  job.elapsed_ns = seconds(70);
  job.rack = "rack";
  scenario.workload.initial = {job};
  Run run(std::move(scenario));
  run.finish();
  CHECK(micro_usd(run, "cost_usd") == 30'000);
  CHECK(job_costs(run) == std::vector<double>{0.03});
}

TEST_CASE("what jobs paid sums up to the total", "[metrics][cost]") {
  auto scenario = one_gpu_scenario("node-4", 3);
  scenario.fleet.racks[0].price = 1'234'567;
  scenario.fleet.changes = {{seconds(7), FleetAction::remove, "rack", 2},
                            {seconds(11), FleetAction::add, "rack", 2}};
  scenario.horizon_ns = seconds(40);
  std::vector<HandJob> jobs;
  jobs.reserve(30);
  for (int i = 0; i < 30; ++i) {
    const JobDemand demand =
        i % 3 == 0 ? JobDemand{.gpus = 5 + i % 4} : JobDemand{.gpus = 1, .gpu_milli = 300 + 7 * i};
    jobs.push_back({static_cast<double>(i) / 2, 3.1 + i % 5, demand});
  }
  Run run(scenario, hand_jobs(jobs));
  run.finish();
  CHECK(run.value("restarts") > 0);
  CHECK(sum_of(job_costs(run)) == Approx(run.value("cost_usd")).epsilon(1e-12));
}

TEST_CASE("with one GPU of unknown price all costs are unknown", "[metrics][cost]") {
  Scenario scenario;
  scenario.catalog = two_gpu_catalog();
  scenario.fleet.racks = {{.name = "a", .node = "node-2"},
                          {.name = "b", .node = "node-4", .price_class = PriceClass::reserved}};
  Run run(scenario, hand_jobs({{0, 10, {.gpus = 1}}}));
  run.finish();
  CHECK(run.value("gpus_of_unknown_price") == 4);
  for (const char* metric :
       {"cost_usd", "cost_usd_on_demand", "cost_usd_reserved", "cost_usd_spot"}) {
    CHECK(std::isnan(run.value(metric)));
  }
  CHECK(std::isnan(job_costs(run).at(0)));
}

TEST_CASE("a series holds what jobs pay at each instant", "[metrics][cost]") {
  auto scenario = one_gpu_scenario("node-4", 1);
  scenario.fleet.racks[0].price = 2'000'000;
  scenario.metrics.interval_ns = seconds(10);
  Run run(scenario, hand_jobs({{5, 10, {.gpus = 3}}, {5, 20, {.gpus = 1, .gpu_milli = 500}}}));
  run.finish();
  for (const auto* column : run.output().series) {
    if (column->name == "cost_rate") CHECK(column->values == std::vector<double>{0, 7, 1});
  }
}

}  // namespace
}  // namespace coldaisle::test
