#include "sim/engine/engine.h"

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

TEST_CASE("a job of 0.6 s ends at 0.6 s", "[engine]") {
  Run run(one_gpu_scenario("node-1", 1), hand_jobs({{.submit_s = 0, .duration_s = 0.6}}));
  run.finish();
  CHECK(run.jobs().end_ns[0] == 600'000'000);
  CHECK(run.sim().now == 600'000'000);
}

TEST_CASE(
    "a job that ends at 10 s and one that starts then share a GPU without overlap, in one pass",
    "[engine]") {
  Run run(one_gpu_scenario("node-1", 1),
          hand_jobs({{.submit_s = 0, .duration_s = 10}, {.submit_s = 10, .duration_s = 5}}));
  run.finish();
  CHECK(run.jobs().end_ns[0] == seconds(10));
  CHECK(run.jobs().start_ns[1] == seconds(10));
  CHECK(run.jobs().waited_ns[1] == 0);
  // One pass at 0 s and one at 10 s, which sees both the end and the arrival.
  CHECK(run.sim().passes == 2);
}

TEST_CASE("a first arrival at 37 s works like any other", "[engine]") {
  Run run(one_gpu_scenario("node-1", 1), hand_jobs({{.submit_s = 37, .duration_s = 3}}));
  run.finish();
  CHECK(run.jobs().start_ns[0] == seconds(37));
  CHECK(run.jobs().end_ns[0] == seconds(40));
}

TEST_CASE("a job for 9 GPUs of one node is unschedulable on 8-GPU nodes and the run ends",
          "[engine]") {
  Run run(one_gpu_scenario("node-8", 3),
          hand_jobs({{.submit_s = 5, .demand = {.gpus = 9, .nodes = 1}}}));
  run.finish();
  CHECK(run.jobs().state[0] == JobState::unschedulable);
  CHECK(run.value("jobs_unschedulable") == 1);
  CHECK(run.sim().now == seconds(5));
}

TEST_CASE("two half-free GPUs do not hold a whole-GPU job", "[engine]") {
  const JobDemand half = {.gpus = 1, .gpu_milli = 600};
  auto scenario = one_gpu_scenario("node-2", 1);
  Run run(scenario, hand_jobs({{0, 100, half}, {0, 100, half}, {1, 10, {.gpus = 1}}}));
  run.finish();
  CHECK(run.jobs().start_ns[2] == seconds(100));
}

TEST_CASE("strict fifo lets a blocked head block all, and skip goes past it", "[engine]") {
  const std::vector<HandJob> jobs = {
      {0, 10, {.gpus = 1}}, {1, 10, {.gpus = 2}}, {2, 1, {.gpus = 1}}};
  auto scenario = one_gpu_scenario("node-2", 1);
  scenario.scheduler.queue = QueueDiscipline::fifo;
  Run fifo(scenario, hand_jobs(jobs));
  fifo.finish();
  CHECK(fifo.jobs().start_ns[1] == seconds(10));
  CHECK(fifo.jobs().start_ns[2] == seconds(20));

  scenario.scheduler.queue = QueueDiscipline::skip;
  Run skip(scenario, hand_jobs(jobs));
  skip.finish();
  CHECK(skip.jobs().start_ns[1] == seconds(10));
  CHECK(skip.jobs().start_ns[2] == seconds(2));
}

TEST_CASE("skip looks past at most `depth` blocked jobs", "[engine]") {
  auto scenario = one_gpu_scenario("node-2", 1);
  scenario.scheduler.depth = 1;
  Run run(scenario, hand_jobs({{0, 10, {.gpus = 1}}, {1, 10, {.gpus = 2}}, {2, 1, {.gpus = 1}}}));
  run.finish();
  CHECK(run.jobs().start_ns[2] == seconds(20));
}

TEST_CASE("with the queue `none` a job that does not fit at arrival is rejected for good",
          "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.scheduler.queue = QueueDiscipline::none;
  Run run(scenario, hand_jobs({{0, 10}, {5, 1}, {10, 1}}));
  run.finish();
  CHECK(run.jobs().state[1] == JobState::rejected);
  CHECK(run.jobs().state[2] == JobState::done);
  CHECK(run.value("queue_length_mean") == 0);
}

TEST_CASE("a horizon cuts the run and counts what is unfinished as censored", "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.horizon_ns = seconds(15);
  Run run(scenario, hand_jobs({{0, 10}, {1, 10}, {2, 10}, {100, 1}}));
  run.finish();
  CHECK(run.sim().now == seconds(15));
  CHECK(run.value("jobs_done") == 1);
  CHECK(run.value("jobs_running") == 1);
  CHECK(run.value("jobs_queued") == 1);
  CHECK(run.value("jobs_pending") == 1);
  const auto wait = run.row("wait_max");
  CHECK(wait.value == 13);  // the third job, queued since 2 s: a lower bound
  CHECK(wait.n == 3);
  CHECK(wait.censored == 1);
  CHECK(run.row("jct_mean").n == 1);
  CHECK(run.row("jct_mean").censored == 2);
}

TEST_CASE("an event at the horizon still happens", "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.horizon_ns = seconds(10);
  Run run(scenario, hand_jobs({{0, 10}}));
  run.finish();
  CHECK(run.jobs().state[0] == JobState::done);
}

TEST_CASE("a removed node sends its jobs back to the queue, where they start over", "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 2);
  scenario.fleet.changes = {{seconds(4), FleetAction::remove, "rack", 1}};
  Run run(scenario, hand_jobs({{0, 10}, {0, 6}}));
  run.finish();
  // The first job is on the first node, which leaves at 4 s; it waits for the other one, free at 6
  // s, and starts over.
  CHECK(run.jobs().restarts[0] == 1);
  CHECK(run.jobs().restarts[1] == 0);
  CHECK(run.jobs().end_ns[1] == seconds(6));
  CHECK(run.jobs().start_ns[0] == seconds(6));
  CHECK(run.jobs().end_ns[0] == seconds(16));
  CHECK(run.jobs().held_ns[0] == seconds(14));
  CHECK(run.jobs().waited_ns[0] == seconds(2));
  CHECK(run.value("jobs_done") == 2);
  CHECK(run.sim().cut_stays.size() == 1);
  CHECK(run.sim().cut_stays[0].end_ns == seconds(4));
}

TEST_CASE("with the queue `none` a job that loses its node is rejected when no other takes it",
          "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.scheduler.queue = QueueDiscipline::none;
  scenario.fleet.changes = {{seconds(4), FleetAction::remove, "rack", 0}};
  Run run(scenario, hand_jobs({{0, 10}}));
  run.finish();
  CHECK(run.jobs().state[0] == JobState::rejected);
  CHECK(run.jobs().restarts[0] == 1);
}

TEST_CASE("a drained node finishes its job and takes no other until it is added again",
          "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.fleet.changes = {{seconds(1), FleetAction::drain, "rack", 0},
                            {seconds(30), FleetAction::add, "rack", 0}};
  Run run(scenario, hand_jobs({{0, 10}, {2, 1}}));
  run.finish();
  CHECK(run.jobs().end_ns[0] == seconds(10));
  CHECK(run.jobs().start_ns[1] == seconds(30));
  CHECK(run.value("gpu_hours_drained") == Approx(20.0 / 3600));
}

TEST_CASE("nodes that join later take jobs from then on and are absent before", "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.fleet.racks[0].present = false;
  scenario.fleet.changes = {{seconds(20), FleetAction::add, "rack", 0}};
  Run run(scenario, hand_jobs({{3, 10}}));
  run.finish();
  CHECK(run.jobs().start_ns[0] == seconds(20));
  CHECK(run.value("gpu_hours_absent") == Approx(20.0 / 3600));
  CHECK(run.value("energy_total") == Approx(10 * (400 + 100)));
}

TEST_CASE("jobs already running or queued at t = 0 go on from where they are", "[engine]") {
  auto scenario = one_gpu_scenario("node-2", 1);
  InitialJob running;
  running.demand = {.gpus = 1};
  running.duration_ns = seconds(100);
  running.running = true;
  running.elapsed_ns = seconds(70);
  running.rack = "rack";
  running.devices = {1};
  InitialJob queued;
  queued.demand = {.gpus = 2};
  queued.duration_ns = seconds(5);
  queued.elapsed_ns = seconds(60);
  scenario.workload.initial = {running, queued};
  Run run(std::move(scenario));
  run.finish();
  CHECK(run.jobs().end_ns[0] == seconds(30));
  CHECK(run.jobs().gpu_mask[0] == 2);
  CHECK(run.jobs().start_ns[1] == seconds(30));
  CHECK(run.jobs().waited_ns[1] == seconds(90));
  CHECK(run.row("wait_mean").n == 1);  // nobody knows how long the running one waited
}

TEST_CASE("a job from before the run stays out of the waits even when it has to start over",
          "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  InitialJob job;
  job.demand = {.gpus = 1};
  job.duration_ns = seconds(100);
  job.running = true;
  job.rack = "rack";
  scenario.workload.initial = {job};
  scenario.fleet.changes = {{seconds(10), FleetAction::remove, "rack", 0},
                            {seconds(20), FleetAction::add, "rack", 0}};
  Run run(std::move(scenario));
  run.finish();
  CHECK(run.jobs().end_ns[0] == seconds(120));
  CHECK(run.row("wait_mean").n == 0);
}

TEST_CASE("samples without end are refused before they fill the memory", "[engine]") {
  auto scenario = one_gpu_scenario("node-1", 1);
  scenario.metrics.interval_ns = 1000;
  scenario.metrics.only = {"jobs"};
  Run run(scenario, hand_jobs({{0, 3600}}));
  CHECK_THROWS_WITH(run.finish(), contains("/metrics/interval"));
}

TEST_CASE("an initial job on a device that another holds is an input error with its pointer",
          "[engine]") {
  auto scenario = one_gpu_scenario("node-2", 1);
  InitialJob job;
  job.demand = {.gpus = 1};
  job.duration_ns = seconds(100);
  job.running = true;
  job.rack = "rack";
  job.devices = {1};
  scenario.workload.initial = {job, job};
  Run run(std::move(scenario));
  CHECK_THROWS_WITH(run.engine->advance(1), contains("/workload/initial/1"));
}

}  // namespace
}  // namespace coldaisle::test
