#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

TEST_CASE("400 W for 90 s, then 50 W for 210 s, is 46,500 J at any sampling interval",
          "[engine][energy]") {
  for (const double interval : {0.5, 7.0, 300.0}) {
    auto scenario = one_gpu_scenario("node-1", 1);
    scenario.horizon_ns = seconds(300);
    scenario.metrics.interval_ns = seconds(interval);
    Run run(scenario, hand_jobs({{0, 90}}));
    run.finish();
    CHECK(run.value("energy_gpus") == 46'500);
    CHECK(run.value("energy_node_bases") == 100 * 300);
  }
}

TEST_CASE("an idle node of eight GPUs draws its idle power for an hour, not zero",
          "[engine][energy]") {
  auto scenario = one_gpu_scenario("node-8", 1);
  scenario.horizon_ns = kNsPerHour;
  Run run(scenario, hand_jobs({{7200, 1}}));
  run.finish();
  CHECK(run.value("energy_gpus") == 8 * 50 * 3600);
  CHECK(run.value("energy_total") == (8 * 50 + 100) * 3600);
}

TEST_CASE("power follows the share held and its utilisation linearly", "[engine][energy]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.horizon_ns = seconds(100);
  Run run(scenario, hand_jobs({{0, 100, {.gpus = 1, .gpu_milli = 500}, 0.4}}));
  run.finish();
  CHECK(run.value("energy_gpus") == Approx((50 + 350 * 0.2) * 100));
  CHECK(run.value("utilisation_mean") == Approx(20));
  CHECK(run.value("allocation_mean") == Approx(50));
}

TEST_CASE("the two devices of one package together draw the package's power, once",
          "[engine][energy]") {
  auto scenario = one_gpu_scenario("node-4", 1);
  scenario.catalog.gpus[0].logical_devices = 2;
  scenario.catalog.gpus[0].idle_w = 93.999;  // an odd number of milliwatts to split
  scenario.catalog.gpus[0].tdp_w = 560;
  scenario.horizon_ns = seconds(10);
  Run run(scenario, hand_jobs({{20, 1}}));
  run.finish();
  REQUIRE(run.sim().world.gpus().size() == 8);
  CHECK(run.value("energy_gpus") == Approx(4 * 93.999 * 10).epsilon(1e-12));
}

}  // namespace
}  // namespace coldaisle::test
