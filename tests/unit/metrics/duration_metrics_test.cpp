// Waits, completion times and shares as a run reports them.
#include <algorithm>
#include <cmath>

#include "sim/core/log_histogram.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

using Rows = std::vector<std::pair<double, double>>;  // least duration in s, jobs

Rows histogram(const Run& run, const std::string& name) {
  const auto output = run.output();
  const auto table =
      std::find_if(output.tables.begin(), output.tables.end(),
                   [&](const MetricTable& each) { return each.path == "/histograms/" + name; });
  REQUIRE(table != output.tables.end());
  Rows rows;
  for (std::size_t row = 0; row < table->columns[0].values.size(); ++row) {
    rows.emplace_back(table->columns[1].values[row], table->columns[2].values[row]);
  }
  return rows;
}

double bucket_floor_s(double s) {
  return static_cast<double>(histogram_floor(histogram_bucket(seconds(s)))) / 1e9;
}

TEST_CASE("a run counts its waits and completion times in histograms", "[metrics][histogram]") {
  // One GPU, three jobs at once: waits of 0, 10 and 30 s.
  Run run(one_gpu_scenario("node-1", 1), hand_jobs({{0, 10}, {0, 20}, {0, 5}}));
  run.finish();
  CHECK(histogram(run, "wait") == Rows{{0, 1}, {bucket_floor_s(10), 1}, {bucket_floor_s(30), 1}});
  CHECK(histogram(run, "jct") ==
        Rows{{bucket_floor_s(10), 1}, {bucket_floor_s(30), 1}, {bucket_floor_s(35), 1}});
}

TEST_CASE("a job still queued is in the histogram of waits with its wait so far",
          "[metrics][histogram]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.horizon_ns = seconds(7);
  Run run(scenario, hand_jobs({{0, 10}, {0, 20}}));
  run.finish();
  CHECK(histogram(run, "wait") == Rows{{0, 1}, {bucket_floor_s(7), 1}});
  CHECK(histogram(run, "jct").empty());
}

TEST_CASE("a share of nothing is unknown, not 0 %", "[metrics]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.fleet.racks.front().present = false;
  scenario.horizon_ns = seconds(7);
  Run run(scenario, hand_jobs({{1, 10}}));
  run.finish();
  for (const char* metric : {"allocation_mean", "utilisation_mean", "fragmentation_amount_mean",
                             "fragmentation_ratio_mean", "fragmentation_neither_mean"}) {
    CAPTURE(metric);
    CHECK(std::isnan(run.value(metric)));
  }
  CHECK(run.value("gpu_hours_free") == 0);
}

TEST_CASE("GPU-hours left free are those present and not held, shares in part", "[metrics]") {
  auto scenario = one_gpu_scenario("node-2", 1);
  scenario.horizon_ns = seconds(3600);
  Run run(scenario, hand_jobs({{0, 1800, {.gpus = 1, .gpu_milli = 250}}}));
  run.finish();
  CHECK(run.value("gpu_hours_allocated") == Approx(0.125));
  CHECK(run.value("gpu_hours_free") == Approx(1.875));
  // The GPU with a tenant was not idle meanwhile.
  CHECK(run.value("gpu_hours_idle") == Approx(1.5));
}

}  // namespace
}  // namespace coldaisle::test
