// Jobs that give their nodes to others, worked out by hand: one server of one GPU unless said
// otherwise; times in seconds.
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

Scenario preemptive(QueueDiscipline queue, const Preemption& how = {}) {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.scheduler.queue = queue;
  scenario.scheduler.preemption = how;
  return scenario;
}

Scenario by_priority(const Preemption& how = {}) {
  return preemptive(QueueDiscipline::priority, how);
}

// A job of 150 s from 0 that gives way to one of 100 s from 100 to 200.
std::vector<HandJob> stopped_at_100() {
  return {{.submit_s = 0, .duration_s = 150}, {.submit_s = 100, .duration_s = 100, .priority = 1}};
}

std::vector<double> ends(const Run& run) {
  std::vector<double> found;
  found.reserve(run.jobs().size());
  for (const auto end_ns : run.jobs().end_ns) {
    found.push_back(end_ns == kUnset ? -1 : static_cast<double>(end_ns) / 1e9);
  }
  return found;
}

std::vector<double> ends_of(const Scenario& scenario, const std::vector<HandJob>& jobs) {
  Run run(scenario, hand_jobs(jobs));
  run.finish();
  return ends(run);
}

TEST_CASE("a job stopped at 100 s and resumed at 200 s with 50 s left ends at 250 s",
          "[engine][preemption]") {
  Run run(by_priority(), hand_jobs(stopped_at_100()));
  run.finish();
  CHECK(ends(run) == std::vector<double>{250, 200});
  CHECK(run.jobs().preemptions == std::vector<std::int32_t>{1, 0});
  CHECK(run.jobs().restarts == std::vector<std::int32_t>{0, 0});
  CHECK(run.jobs().held_ns[0] == seconds(150));
  CHECK(run.jobs().waited_ns[0] == seconds(100));
  CHECK(run.jobs().start_ns[0] == seconds(200));
  REQUIRE(run.sim().cut_stays.size() == 1);
  CHECK(run.sim().cut_stays[0].start_ns == 0);
  CHECK(run.sim().cut_stays[0].end_ns == seconds(100));
  CHECK(run.value("preemptions") == 1);
  CHECK(run.value("gpu_hours_lost") == 0);
  CHECK(run.value("gpu_hours_overhead") == 0);
}

TEST_CASE("a restart is paid once a stop and not at the first start", "[engine][preemption]") {
  Run run(by_priority({.restart_ns = seconds(7)}), hand_jobs(stopped_at_100()));
  run.finish();
  CHECK(ends(run) == std::vector<double>{257, 200});
  CHECK(run.value("gpu_hours_overhead") == Approx(7.0 / 3600));
  auto jobs = stopped_at_100();
  jobs[0].restart_s = 20;
  CHECK(ends_of(by_priority({.restart_ns = seconds(7)}), jobs) == std::vector<double>{270, 200});
}

TEST_CASE("a job stopped while it restarts has lost only the restart", "[engine][preemption]") {
  // Stopped at 100, restarts 200 to 220, stopped at 210 by a job until 215, restarts until 235, and
  // has 50 left.
  auto jobs = stopped_at_100();
  jobs.push_back({.submit_s = 210, .duration_s = 5, .priority = 1});
  Run run(by_priority({.restart_ns = seconds(20)}), hand_jobs(jobs));
  run.finish();
  CHECK(ends(run) == std::vector<double>{285, 200, 215});
  CHECK(run.value("gpu_hours_overhead") == Approx(30.0 / 3600));
}

TEST_CASE("a stopped job holds its node while it saves", "[engine][preemption]") {
  Run run(by_priority({.save_ns = seconds(5)}), hand_jobs(stopped_at_100()));
  run.engine->advance(1);
  run.finish();
  // 100 to 105 saves; the other one from 105 to 205; 50 left.
  CHECK(ends(run) == std::vector<double>{255, 205});
  CHECK(run.jobs().waited_ns[1] == seconds(5));
  CHECK(run.jobs().waited_ns[0] == seconds(100));
  CHECK(run.value("gpu_hours_overhead") == Approx(5.0 / 3600));
  CHECK(run.row("allocation_mean").value > 0);
}

TEST_CASE("nodes of jobs that save are kept for the one that stopped them",
          "[engine][preemption]") {
  // Two GPUs. The job of priority 2 needs both and waits for the saves from 10 to 15; the GPU that
  // is free at 10 is not given to the one of priority 1 behind it.
  auto scenario = by_priority({.save_ns = seconds(5)});
  scenario.fleet.racks[0].node = "node-2";
  CHECK(ends_of(scenario, {{.submit_s = 0, .duration_s = 100},
                           {.submit_s = 10, .duration_s = 10, .demand = {.gpus = 2}, .priority = 2},
                           {.submit_s = 10, .duration_s = 10, .priority = 1}}) ==
        std::vector<double>{115, 25, 35});
}

TEST_CASE("work since the last checkpoint is lost", "[engine][preemption]") {
  Run run(by_priority({.kept = WorkKept::last_checkpoint, .checkpoint_ns = seconds(30)}),
          hand_jobs(stopped_at_100()));
  run.finish();
  // 90 of 100 kept: 60 left.
  CHECK(ends(run) == std::vector<double>{260, 200});
  CHECK(run.value("gpu_hours_lost") == Approx(10.0 / 3600));
}

TEST_CASE("a job that keeps nothing starts over", "[engine][preemption]") {
  Run run(by_priority({.kept = WorkKept::none}), hand_jobs(stopped_at_100()));
  run.finish();
  CHECK(ends(run) == std::vector<double>{350, 200});
  CHECK(run.value("gpu_hours_lost") == Approx(100.0 / 3600));
}

TEST_CASE("a walltime counts all stays since a job last started over", "[engine][preemption]") {
  auto jobs = stopped_at_100();
  jobs[0].walltime_s = 120;
  Run run(by_priority(), hand_jobs(jobs));
  run.finish();
  CHECK(ends(run) == std::vector<double>{220, 200});
  CHECK(run.jobs().state[0] == JobState::timed_out);
  CHECK(ends_of(by_priority({.kept = WorkKept::none}), jobs) == std::vector<double>{320, 200});
}

TEST_CASE("a job whose walltime passes while it saves is killed when it restarts",
          "[engine][preemption]") {
  // Stopped at 100 and off its node at 110, beyond its 103; restarts at 210.
  auto jobs = stopped_at_100();
  jobs[0].walltime_s = 103;
  Run run(by_priority({.save_ns = seconds(10)}), hand_jobs(jobs));
  run.finish();
  CHECK(run.jobs().end_ns[0] == seconds(210) + 1);
  CHECK(run.jobs().state[0] == JobState::timed_out);
}

TEST_CASE("a job whose node leaves goes back to what it had saved", "[engine][preemption]") {
  // Resumed at 200 with 50 left, node gone at 210 and back at 220: 50 left again, and the 10 lost.
  auto scenario = by_priority({.restart_ns = seconds(2)});
  scenario.fleet.changes.push_back({seconds(210), FleetAction::remove, "rack"});
  scenario.fleet.changes.push_back({seconds(220), FleetAction::add, "rack"});
  Run run(scenario, hand_jobs(stopped_at_100()));
  run.finish();
  CHECK(ends(run) == std::vector<double>{272, 200});
  CHECK(run.jobs().restarts[0] == 1);
  CHECK(run.value("gpu_hours_lost") == Approx(8.0 / 3600));
  CHECK(run.value("restarts") == 1);
}

TEST_CASE("a save that the node did not outlast is overhead and the work before it lost",
          "[engine][preemption]") {
  // Stopped at 100, saves until 110, but the node leaves at 104 and is back at 120: the other job
  // until 220, then all 150 from the start.
  auto scenario = by_priority({.save_ns = seconds(10)});
  scenario.fleet.changes.push_back({seconds(104), FleetAction::remove, "rack"});
  scenario.fleet.changes.push_back({seconds(120), FleetAction::add, "rack"});
  Run run(scenario, hand_jobs(stopped_at_100()));
  run.finish();
  CHECK(ends(run) == std::vector<double>{370, 220});
  CHECK(run.value("gpu_hours_lost") == Approx(100.0 / 3600));
  CHECK(run.value("gpu_hours_overhead") == Approx(4.0 / 3600));
}

TEST_CASE("a job whose work ends with its walltime is done however its end is set",
          "[engine][preemption]") {
  for (const auto charged : {RestartCharge::start, RestartCharge::pass}) {
    auto scenario =
        preemptive(QueueDiscipline::srtf, {.method = PreemptionMethod::repack, .charged = charged});
    scenario.fleet.racks[0].node = "node-2";
    Run run(scenario, hand_jobs({{.submit_s = 0, .duration_s = 20, .walltime_s = 20}, {5, 5}}));
    run.finish();
    CHECK(ends(run) == std::vector<double>{20, 10});
    CHECK(run.jobs().state[0] == JobState::done);
  }
}

TEST_CASE("a job stops as few as it needs and the last ones first", "[engine][preemption]") {
  auto scenario = by_priority();
  scenario.fleet.racks[0].node = "node-4";
  const HandJob two = {.submit_s = 0, .duration_s = 100, .demand = {.gpus = 2}};
  const HandJob one = {.submit_s = 0, .duration_s = 100};
  const HandJob urgent = {.submit_s = 10, .duration_s = 10, .demand = {.gpus = 2}, .priority = 1};
  CHECK(ends_of(scenario, {one, one, two, urgent}) == std::vector<double>{100, 100, 110, 20});
  CHECK(ends_of(scenario, {two, one, one, urgent}) == std::vector<double>{100, 110, 110, 20});
}

TEST_CASE("a job without whose node it works too is spared", "[engine][preemption]") {
  // Two nodes of two GPUs: jobs 0 and 2 share the first, job 1 has the second. Job 2, the last, is
  // not enough, and with job 1 it is not needed.
  auto scenario = by_priority();
  scenario.fleet.racks[0].node = "node-2";
  scenario.fleet.racks[0].nodes_per_rack = 2;
  const HandJob two = {.submit_s = 0, .duration_s = 100, .demand = {.gpus = 2}};
  const HandJob one = {.submit_s = 0, .duration_s = 100};
  const HandJob urgent = {.submit_s = 10, .duration_s = 10, .demand = {.gpus = 2}, .priority = 1};
  CHECK(ends_of(scenario, {one, two, one, urgent}) == std::vector<double>{100, 110, 100, 20});
}

TEST_CASE("jobs of one priority do not stop each other", "[engine][preemption]") {
  CHECK(ends_of(by_priority(), {{.submit_s = 0, .duration_s = 10, .priority = 3},
                                {.submit_s = 1, .duration_s = 1, .priority = 3}}) ==
        std::vector<double>{10, 11});
}

TEST_CASE("no job is stopped where that would not make room", "[engine][preemption]") {
  // Job 2 needs two GPUs and may not stop job 0 of higher priority: job 1 runs on.
  auto scenario = by_priority();
  scenario.fleet.racks[0].node = "node-2";
  CHECK(ends_of(scenario,
                {{.submit_s = 0, .duration_s = 50, .priority = 2},
                 {.submit_s = 0, .duration_s = 50},
                 {.submit_s = 10, .duration_s = 5, .demand = {.gpus = 2}, .priority = 1}}) ==
        std::vector<double>{50, 50, 55});
}

TEST_CASE("a gang takes nodes from several jobs and gives them back", "[engine][preemption]") {
  auto scenario = by_priority();
  scenario.fleet.racks[0].nodes_per_rack = 3;
  Run run(
      scenario,
      hand_jobs(
          {{.submit_s = 0, .duration_s = 30},
           {.submit_s = 0, .duration_s = 30},
           {.submit_s = 0, .duration_s = 30},
           {.submit_s = 10, .duration_s = 5, .demand = {.gpus = 1, .nodes = 2}, .priority = 1}}));
  run.finish();
  CHECK(ends(run) == std::vector<double>{30, 35, 35, 15});
}

TEST_CASE("srtf stops a job for one with less time left", "[engine][preemption]") {
  const auto scenario = preemptive(QueueDiscipline::srtf);
  // At 15 the first has 5 left, fewer than 10; at 5 it has 15.
  CHECK(ends_of(scenario, {{0, 20}, {15, 10}}) == std::vector<double>{20, 30});
  CHECK(ends_of(scenario, {{0, 20}, {5, 10}}) == std::vector<double>{30, 15});
}

TEST_CASE("srsf counts the GPUs as well", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::srsf);
  scenario.fleet.racks[0].node = "node-2";
  // 2 GPUs x 10 s left against 1 GPU x 15 s.
  CHECK(ends_of(scenario, {{0, 20, {.gpus = 2}}, {10, 15, {.gpus = 1}}}) ==
        std::vector<double>{35, 25});
  CHECK(ends_of(scenario, {{0, 20, {.gpus = 2}}, {10, 25, {.gpus = 1}}}) ==
        std::vector<double>{20, 45});
}

TEST_CASE("las stops a job once it is on a higher level than another", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::las);
  scenario.scheduler.las_thresholds_ns = {seconds(10)};
  // The first falls at 10: a job that came at 5 starts then, one that came at 15 at once.
  CHECK(ends_of(scenario, {{0, 30}, {5, 5}}) == std::vector<double>{35, 15});
  CHECK(ends_of(scenario, {{0, 30}, {15, 5}}) == std::vector<double>{35, 20});
  // Both on the second level from 20 on, where the one that runs goes on.
  CHECK(ends_of(scenario, {{0, 30}, {5, 15}}) == std::vector<double>{45, 25});
}

TEST_CASE("las counts GPU-time", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::las);
  scenario.fleet.racks[0].node = "node-2";
  scenario.scheduler.las_thresholds_ns = {seconds(10)};
  // Two GPUs: falls after 5 s.
  CHECK(ends_of(scenario, {{0, 30, {.gpus = 2}}, {1, 5, {.gpus = 1}}}) ==
        std::vector<double>{35, 10});
}

TEST_CASE("round robin takes turns", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::round_robin);
  scenario.scheduler.quantum_ns = seconds(10);
  CHECK(ends_of(scenario, {{0, 25}, {0, 15}}) == std::vector<double>{40, 35});
  // Alone it goes on; one that comes in its third turn waits for the end of that.
  CHECK(ends_of(scenario, {{0, 45}, {25, 5}}) == std::vector<double>{50, 35});
}

TEST_CASE("a repacked job pays where its nodes change", "[engine][preemption]") {
  // Two nodes of one GPU, srtf. At 1 the job of 5 s is first in the order and takes the first node:
  // job 0 moves to the second, and job 1 waits until 7.
  auto scenario = preemptive(QueueDiscipline::srtf,
                             {.method = PreemptionMethod::repack, .restart_ns = seconds(1)});
  scenario.fleet.racks[0].nodes_per_rack = 2;
  scenario.scheduler.rules = {{"speed", 1}};
  Run run(scenario, hand_jobs({{0, 20}, {0, 30}, {1, 5}}));
  run.finish();
  // Job 0: 19 left, moves at 1 and, as the first in the order again, back at 6: pays twice, so that
  // the second move finds it with 15 left, 4 of the 5 s having been work. Ends at 6 + 1 + 15.
  CHECK(ends(run)[2] == 6);
  CHECK(ends(run)[0] == 22);
  // Job 1: 29 left at 1; goes on at 6 on the second node until job 0 is done at 22, when it moves
  // to the first node with 29 - 15 = 14 left, and ends at 22 + 1 + 14.
  CHECK(ends(run)[1] == 37);
  CHECK(run.jobs().preemptions == std::vector<std::int32_t>{2, 2, 0});
}

TEST_CASE("jobs that pay at each pass do so whether they move or not", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::srtf, {.method = PreemptionMethod::repack,
                                                     .restart_ns = seconds(2),
                                                     .charged = RestartCharge::pass});
  scenario.fleet.racks[0].node = "node-2";
  // The second arrives at 5 and ends at 10: two passes that cost the first 2 s each.
  CHECK(ends_of(scenario, {{0, 20}, {5, 5}}) == std::vector<double>{24, 10});
  scenario.scheduler.preemption->method = PreemptionMethod::displace;
  CHECK(ends_of(scenario, {{0, 20}, {5, 5}}) == std::vector<double>{24, 10});
}

TEST_CASE("ends that are close are one event", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::srtf, {.method = PreemptionMethod::repack,
                                                     .charged = RestartCharge::pass,
                                                     .group_ends_ppb = 10'000'000});
  scenario.fleet.racks[0].node = "node-4";
  // Within 1 %: 100.5 joins the first in the order, 102 is another group.
  CHECK(ends_of(scenario, {{0, 100.5}, {0, 100}, {0, 102}}) == std::vector<double>{100, 100, 102});
}

TEST_CASE("a job from before the run is stopped and resumed like others", "[engine][preemption]") {
  auto scenario = by_priority();
  InitialJob initial;
  initial.demand.gpus = 1;
  initial.duration_ns = seconds(150);
  initial.walltime_ns = seconds(149);
  initial.running = true;
  initial.elapsed_ns = seconds(60);
  initial.rack = "rack";
  scenario.workload.initial.push_back(initial);
  Generator generator;
  generator.process = ArrivalProcess::constant;
  generator.mean_gap_ns = 40e9;
  generator.first_ns = 0;
  generator.count = 1;
  DemandClass urgent;
  urgent.demand.gpus = 1;
  urgent.priority = 1;
  urgent.duration_ns = {.kind = DistributionKind::constant, .value = 10e9};
  generator.classes.push_back(urgent);
  scenario.workload.generators.push_back(generator);
  Run run(scenario);
  run.finish();
  // 60 before the start and 10 lost to the other job; killed when it has had 149.
  CHECK(ends(run)[0] == 99);
  CHECK(run.jobs().state[0] == JobState::timed_out);
}

TEST_CASE("jobs without end that would take turns for ever are refused", "[engine][preemption]") {
  auto scenario = preemptive(QueueDiscipline::round_robin);
  auto jobs = hand_jobs({{0, 10}, {0, 10}});
  jobs.duration_ns[1] = kNever;
  Run endless(scenario, jobs);
  CHECK_THROWS_AS(endless.finish(), ScenarioError);
  Run slow(scenario, hand_jobs({{0, 100}, {.submit_s = 0, .duration_s = 100, .restart_s = 60}}));
  CHECK_THROWS_AS(slow.finish(), ScenarioError);
  scenario.horizon_ns = seconds(1000);
  Run run(scenario, jobs);
  run.finish();
  CHECK(ends(run) == std::vector<double>{10, -1});
}

}  // namespace
}  // namespace coldaisle::test
