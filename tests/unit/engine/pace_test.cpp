// How long jobs run: ceil(duration x slow-down / speed), to the nanosecond.
#include "sim/core/units.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

constexpr double kDuration = 10.000000001;  // s: 10,000,000,001 ns, which no factor here divides

// A rack of nodes.
RackGroup rack(const char* node, int nodes) {
  return {.name = node, .node = node, .nodes_per_rack = nodes};
}

// Speeds 1 ("gpu") and 1.7 ("quick"); slow-downs 1.1 within a rack and 1.333333 over racks.
Scenario paced_scenario(std::vector<RackGroup> racks) {
  Scenario scenario;
  scenario.catalog = two_gpu_catalog();
  for (const auto& group : racks) {
    if (group.node.rfind("quick", 0) == 0) scenario.fleet.gpu_speeds = {{"quick", 1'700'000}};
  }
  scenario.fleet.racks = std::move(racks);
  scenario.fabric.slowdown_ppm = {kPpm, 1'100'000, 1'333'333};
  return scenario;
}

// When one job that starts at 0 ends.
TimeNs end_of(const Scenario& scenario, const JobDemand& demand) {
  Run run(scenario, hand_jobs({{0, kDuration, demand}}));
  run.finish();
  CHECK(run.jobs().start_ns[0] == 0);
  return run.jobs().end_ns[0];
}

TEST_CASE("constant factors round up to the nanosecond, and never is never", "[engine][pace]") {
  CHECK(scale_up_ns(10, 3, 2) == 15);
  CHECK(scale_up_ns(11, 3, 2) == 17);
  CHECK(scale_up_ns(1, 1, 1000) == 1);
  CHECK(scale_up_ns(0, 3, 2) == 0);
  CHECK(scale_up_ns(kNever, 1, 2) == kNever);
  CHECK(scale_up_ns(kNever - 1, 2, 1) == kNever);
  CHECK(scale_up_ns(kNever - 1, kPpm, kPpm) == kNever - 1);
  CHECK(scale_down_ns(11, 3, 2) == 16);
  CHECK(scale_down_ns(1, 1, 1000) == 0);
  CHECK(scale_down_ns(kNever - 1, 2, 1) == kNever);
}

TEST_CASE("a job on one node runs at the speed of its GPUs, with no slow-down", "[engine][pace]") {
  CHECK(end_of(paced_scenario({rack("node-4", 1)}), {.gpus = 4}) == 10'000'000'001);
  CHECK(end_of(paced_scenario({rack("quick-6", 1)}), {.gpus = 4}) == 5'882'352'942);
  CHECK(end_of(paced_scenario({rack("quick-6", 1)}), {.gpus = 4, .nodes = 1}) == 5'882'352'942);
}

TEST_CASE("a gang within a rack is slowed by that, over racks by the other factor",
          "[engine][pace]") {
  CHECK(end_of(paced_scenario({rack("node-4", 2)}), {.gpus = 8}) == 11'000'000'002);
  CHECK(end_of(paced_scenario({rack("node-4", 1), rack("node-2", 1)}), {.gpus = 6}) ==
        13'333'330'002);
  CHECK(end_of(paced_scenario({rack("quick-6", 2)}), {.gpus = 1, .nodes = 2}) == 6'470'588'236);
  CHECK(end_of(paced_scenario({rack("quick-6", 1), rack("quick-2", 1)}), {.gpus = 2, .nodes = 2}) ==
        7'843'135'295);
}

TEST_CASE("a mixed gang runs at the speed of its slowest GPU", "[engine][pace]") {
  const auto mixed = paced_scenario({rack("quick-2", 1), rack("node-2", 1)});
  CHECK(end_of(mixed, {.gpus = 2, .nodes = 2}) == 13'333'330'002);
  CHECK(end_of(mixed, {.gpus = 4}) == 13'333'330'002);
  CHECK(end_of(mixed, {.gpus = 2, .gpu_models = {"quick"}}) == 5'882'352'942);
}

TEST_CASE("a CPU job pays for distance only", "[engine][pace]") {
  const auto scenario = paced_scenario({rack("quick-2", 2)});
  CHECK(end_of(scenario, {.gpus = 0, .cpu_milli = 1'000}) == 10'000'000'001);
  CHECK(end_of(scenario, {.gpus = 0, .nodes = 2, .cpu_milli = 1'000}) == 11'000'000'002);
}

// When a job of 100 s that has run for `elapsed_s` at the start ends.
TimeNs end_of_running(std::int64_t speed_ppm, double elapsed_s) {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.fleet.gpu_speeds = {{"gpu", speed_ppm}};
  InitialJob job;
  job.demand = {.gpus = 1};
  job.duration_ns = seconds(100);
  job.running = true;
  job.elapsed_ns = seconds(elapsed_s);
  job.rack = "rack";
  scenario.workload.initial = {job};
  Run run(std::move(scenario));
  run.finish();
  CHECK(run.jobs().start_ns[0] == -seconds(elapsed_s));
  return run.jobs().end_ns[0];
}

TEST_CASE("a job that runs at the start has run at its speed before", "[engine][pace]") {
  CHECK(end_of_running(2'000'000, 30) == seconds(20));
  CHECK(end_of_running(500'000, 30) == seconds(170));
  // 1 s at 0.3 made 0.3 s; 99.7 s are left: 332.333... s.
  CHECK(end_of_running(300'000, 1) == 332'333'333'334);
}

TEST_CASE("a job that should be over by its speed ends as soon as it can", "[engine][pace]") {
  CHECK(end_of_running(2'000'000, 60) == 1);
}

TEST_CASE("a job that starts over runs its whole length at the new nodes' speed",
          "[engine][pace]") {
  auto scenario = paced_scenario({rack("node-1", 1), rack("quick-2", 1)});
  scenario.fleet.racks[1].present = false;
  scenario.fleet.changes = {{seconds(4), FleetAction::remove, "node-1", 0},
                            {seconds(6), FleetAction::add, "quick-2", 0}};
  Run run(scenario, hand_jobs({{0, kDuration}}));
  run.finish();
  CHECK(run.jobs().end_ns[0] == seconds(6) + 5'882'352'942);
}

}  // namespace
}  // namespace coldaisle::test
