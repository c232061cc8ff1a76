// Backfilling on clusters of one-GPU nodes, worked out by hand. Cases A to F: MODELS, section 7.
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

struct HpcJob {
  double submit_s;
  int nodes;
  double estimate_s;
  double runtime_s;
};

using Starts = std::vector<double>;

// `jobs` on a cluster of `nodes` nodes, each job on whole nodes.
std::unique_ptr<Run> run_cluster(QueueDiscipline queue, int nodes, const std::vector<HpcJob>& jobs,
                                 const std::vector<FleetChange>& changes = {}) {
  auto scenario = one_gpu_scenario("node-1", nodes);
  scenario.scheduler.queue = queue;
  scenario.fleet.changes = changes;
  std::vector<HandJob> list;
  list.reserve(jobs.size());
  for (const auto& job : jobs) {
    list.push_back({.submit_s = job.submit_s,
                    .duration_s = job.runtime_s,
                    .demand = {.gpus = job.nodes},
                    .walltime_s = job.estimate_s});
  }
  auto run = std::make_unique<Run>(scenario, hand_jobs(list));
  run->finish();
  return run;
}

Starts starts_of(const Run& run) {
  Starts starts;
  starts.reserve(run.jobs().size());
  for (const auto start_ns : run.jobs().start_ns)
    starts.push_back(static_cast<double>(start_ns) / 1e9);
  return starts;
}

Starts starts(QueueDiscipline queue, int nodes, const std::vector<HpcJob>& jobs) {
  return starts_of(*run_cluster(queue, nodes, jobs));
}

double makespan(QueueDiscipline queue, int nodes, const std::vector<HpcJob>& jobs) {
  return static_cast<double>(run_cluster(queue, nodes, jobs)->sim().now) / 1e9;
}

constexpr auto kFifo = QueueDiscipline::fifo;
constexpr auto kEasy = QueueDiscipline::easy;
constexpr auto kConservative = QueueDiscipline::conservative;

}  // namespace

TEST_CASE("backfill case A: a job that ends in time goes first and one that does not waits",
          "[engine][backfill]") {
  const std::vector<HpcJob> jobs = {{0, 6, 10, 10}, {0, 8, 10, 10}, {0, 4, 10, 10}, {0, 4, 12, 12}};
  CHECK(starts(kFifo, 10, jobs) == Starts{0, 10, 20, 20});
  CHECK(starts(kEasy, 10, jobs) == Starts{0, 10, 0, 20});
  CHECK(starts(kConservative, 10, jobs) == Starts{0, 10, 0, 20});
}

TEST_CASE("backfill case B: the head starts when a job ends before its estimate",
          "[engine][backfill]") {
  const std::vector<HpcJob> jobs = {
      {0, 8, 100, 50}, {1, 6, 50, 50}, {2, 2, 60, 60}, {3, 2, 120, 120}};
  CHECK(starts(kFifo, 10, jobs) == Starts{0, 50, 50, 50});
  CHECK(starts(kEasy, 10, jobs) == Starts{0, 50, 2, 50});
}

TEST_CASE("backfill case C: a job behind a backfilled one that would delay the head waits",
          "[engine][backfill]") {
  const std::vector<HpcJob> jobs = {
      {0, 2, 4, 4}, {0, 4, 2, 2}, {0, 2, 4, 4}, {0, 2, 5, 5}, {0, 1, 6, 6}};
  CHECK(starts(kEasy, 4, jobs) == Starts{0, 4, 0, 6, 6});
  CHECK(makespan(kFifo, 4, jobs) == 16);
}

TEST_CASE("backfill case D: easy delays the second in the queue and conservative does not",
          "[engine][backfill]") {
  const std::vector<HpcJob> jobs = {
      {0, 6, 10, 10}, {0, 8, 10, 10}, {0, 10, 10, 10}, {0, 2, 25, 25}};
  CHECK(starts(kEasy, 10, jobs) == Starts{0, 10, 25, 0});
  CHECK(starts(kConservative, 10, jobs) == Starts{0, 10, 20, 30});
}

TEST_CASE("backfill case E: nodes that the head leaves over go to long jobs",
          "[engine][backfill]") {
  const std::vector<HpcJob> jobs = {
      {0, 3, 10, 10}, {0, 2, 10, 10}, {0, 4, 10, 10}, {0, 1, 20, 20}, {0, 1, 10, 10}};
  CHECK(starts(kEasy, 4, jobs) == Starts{0, 10, 20, 0, 10});
  CHECK(makespan(kFifo, 4, jobs) == 50);
}

TEST_CASE("backfill case F: a job is killed at its walltime", "[engine][backfill][walltime]") {
  const auto run = run_cluster(kEasy, 1, {{0, 1, 10, 20}});
  CHECK(run->jobs().end_ns[0] == seconds(10));
  CHECK(run->jobs().state[0] == JobState::timed_out);
  CHECK(run->value("jobs_timed_out") == 1);
  CHECK(run->value("jobs_done") == 0);
}

// Four nodes. Job 0 says 100 s and ends at 20; job 1 ends at 50. The head, job 2, wants all four:
// from 1 s on its time is 100. At 20 s two nodes are free and its time becomes 50. Job 3, 30 s
// long, would then end at 50 just in time. One of 31 s must wait under easy, until the head ends at
// 60. Under conservative it has had [50, 81) since 2 s, so that at 20 s the head moves from 100 to
// 81 only; then job 3 moves to 20, and at 50 the head, which no longer fits then, to 51.
TEST_CASE("backfill: an early end moves the head's reservation forward", "[engine][backfill]") {
  std::vector<HpcJob> jobs = {{0, 2, 100, 20}, {0, 2, 50, 50}, {1, 4, 10, 10}, {2, 2, 30, 30}};
  CHECK(starts(kEasy, 4, jobs) == Starts{0, 0, 50, 20});
  CHECK(starts(kConservative, 4, jobs) == Starts{0, 0, 50, 20});
  jobs[3] = {2, 2, 31, 31};
  CHECK(starts(kEasy, 4, jobs) == Starts{0, 0, 50, 60});
  CHECK(starts(kConservative, 4, jobs) == Starts{0, 0, 51, 20});
}

// Two nodes, one busy until 10 s, when the head wants both for 5 s.
TEST_CASE("backfill: a job may fill the time before the head exactly and no more",
          "[engine][backfill]") {
  for (const auto queue : {kEasy, kConservative}) {
    CHECK(starts(queue, 2, {{0, 1, 10, 10}, {0, 2, 5, 5}, {0, 1, 10, 10}}) == Starts{0, 10, 0});
    CHECK(starts(queue, 2, {{0, 1, 10, 10}, {0, 2, 5, 5}, {0, 1, 11, 9}}) == Starts{0, 10, 15});
  }
}

// Two nodes. Of jobs 2 and 3, which both fit beside job 0, the first in the list goes first.
TEST_CASE("backfill: jobs submitted at once go in the order of the list", "[engine][backfill]") {
  for (const auto queue : {kEasy, kConservative}) {
    CHECK(starts(queue, 2, {{0, 1, 10, 10}, {0, 2, 10, 10}, {0, 1, 10, 10}, {0, 1, 5, 5}}) ==
          Starts{0, 10, 0, 20});
  }
}

// Two nodes. Job 0 would take 30 s but said 10.
TEST_CASE("backfill: an estimate that is too short kills, and what was planned comes true",
          "[engine][backfill][walltime]") {
  for (const auto queue : {kEasy, kConservative}) {
    const auto run = run_cluster(queue, 2, {{0, 2, 10, 30}, {0, 1, 5, 5}, {0, 1, 5, 9}});
    CHECK(starts_of(*run) == Starts{0, 10, 10});
    CHECK(run->jobs().state[0] == JobState::timed_out);
    CHECK(run->jobs().state[1] == JobState::done);
    CHECK(run->jobs().state[2] == JobState::timed_out);
    CHECK(run->sim().now == seconds(15));
  }
}

// Three nodes. Job 0 runs on the first, which is drained at 1 s and comes back at 20. Job 1 wants
// all three and has no time until 20; job 2 does not wait for it and holds two until 53. At 20 s
// job 1 gets its time, 53. Job 3, 40 s long, came at 4 s, when no node was left; it would end at 60
// and waits.
TEST_CASE("backfill: a head that a drained node keeps out holds nobody up", "[engine][backfill]") {
  const std::vector<FleetChange> changes = {
      {.at_ns = seconds(1), .action = FleetAction::drain, .rack = "rack", .nodes = 1},
      {.at_ns = seconds(20), .action = FleetAction::add, .rack = "rack", .nodes = 1}};
  for (const auto queue : {kEasy, kConservative}) {
    const auto run = run_cluster(
        queue, 3, {{0, 1, 10, 10}, {2, 3, 5, 5}, {3, 2, 50, 50}, {4, 1, 40, 40}}, changes);
    CHECK(starts_of(*run) == Starts{0, 53, 3, 58});
  }
}

// A node of 8 GPUs and one of 4. Job 1 wants all 12 and waits for job 0. Job 2 takes the small node
// until just then; job 3, a second longer, would be in the way on any node.
TEST_CASE("backfill: a gang over unlike nodes is not delayed", "[engine][backfill]") {
  auto scenario = one_gpu_scenario("node-8", 1);
  scenario.fleet.racks.push_back(scenario.fleet.racks.front());
  scenario.fleet.racks.back().name = "small";
  scenario.fleet.racks.back().node = "node-4";
  for (const auto queue : {kEasy, kConservative}) {
    scenario.scheduler.queue = queue;
    Run run(scenario, hand_jobs({{0, 10, {.gpus = 8}},
                                 {0, 5, {.gpus = 12}},
                                 {0, 10, {.gpus = 3}},
                                 {0, 11, {.gpus = 1}}}));
    run.finish();
    CHECK(starts_of(run) == Starts{0, 10, 0, 15});
  }
}

// The head wants both GPUs of the first node at 10 s. Job 2 would go to that node by its rule and
// be in the way; the other node is as good for it.
TEST_CASE("backfill: a long job goes to nodes that the head does not want", "[engine][backfill]") {
  auto scenario = one_gpu_scenario("node-2", 1);
  scenario.catalog = two_gpu_catalog();
  scenario.fleet.racks.push_back(scenario.fleet.racks.front());
  scenario.fleet.racks.back().name = "quick";
  scenario.fleet.racks.back().node = "quick-2";
  const JobDemand one = {.gpus = 1, .gpu_models = {"gpu"}};
  const JobDemand two = {.gpus = 2, .gpu_models = {"gpu"}};
  for (const auto queue : {kEasy, kConservative}) {
    scenario.scheduler.queue = queue;
    Run run(scenario, hand_jobs({{0, 10, one}, {0, 10, two}, {0, 100, {.gpus = 1}}}));
    run.finish();
    CHECK(starts_of(run) == Starts{0, 10, 0});
    CHECK(run.jobs().node[2] == 1);
  }
}

TEST_CASE("easy and conservative with a depth of 1 are fifo", "[engine][backfill]") {
  auto scenario = one_gpu_scenario("node-1", 2);
  scenario.scheduler.depth = 1;
  for (const auto queue : {kEasy, kConservative}) {
    scenario.scheduler.queue = queue;
    Run run(scenario, hand_jobs({{0, 10}, {0, 5, {.gpus = 2}}, {0, 10}}));
    run.finish();
    CHECK(starts_of(run) == Starts{0, 10, 15});
  }
}

}  // namespace coldaisle::test
