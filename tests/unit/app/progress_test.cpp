#include "sim/app/progress.h"

#include "tests/support/catch.h"
#include "tests/support/run.h"

using namespace coldaisle;
using test::hand_jobs;
using test::one_gpu_scenario;
using test::seconds;

TEST_CASE("with a horizon the share of a run that is over is the share of its time",
          "[app][progress]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.horizon_ns = seconds(40);
  scenario.metrics.interval_ns = seconds(1000);
  test::Run run(scenario, hand_jobs({{0, 10}, {20, 100}}));
  CHECK(share_done(run.sim()) == 0);
  while (run.sim().now < seconds(20)) REQUIRE(run.engine->advance(1));
  // One of two jobs is done and both have come, but half the time is left.
  CHECK(run.sim().now == seconds(20));
  CHECK(share_done(run.sim()) == 0.5);
  run.finish();
  CHECK(share_done(run.sim()) == 1);
}

TEST_CASE("without a horizon a job counts half when it comes and half when it is settled",
          "[app][progress]") {
  // One job too large for any node (settled at once), one of 10 s, one that never leaves.
  auto list = hand_jobs({{0, 1, {.gpus = 9}}, {5, 10}, {20, 1}});
  list.duration_ns[2] = kNever;
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.metrics.interval_ns = seconds(1000);
  test::Run run(scenario, list);
  const auto share_at = [&](double second) {
    while (run.sim().now < seconds(second)) REQUIRE(run.engine->advance(1));
    return share_done(run.sim());
  };
  CHECK(share_done(run.sim()) == 0);
  CHECK(share_at(5) == 3.0 / 6);
  CHECK(share_at(15) == 4.0 / 6);
  run.finish();
  CHECK(share_done(run.sim()) == 5.0 / 6);
}
