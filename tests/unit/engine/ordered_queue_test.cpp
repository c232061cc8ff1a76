// The queue disciplines that order waiting jobs, in whole runs.
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

// Starts of the jobs in seconds.
std::vector<double> starts(const Scenario& scenario, const std::vector<HandJob>& jobs) {
  Run run(scenario, hand_jobs(jobs));
  run.finish();
  std::vector<double> times;
  times.reserve(jobs.size());
  for (const auto start : run.jobs().start_ns) times.push_back(static_cast<double>(start) / 1e9);
  return times;
}

Scenario with_queue(const char* node, QueueDiscipline queue, int depth = 1000) {
  auto scenario = one_gpu_scenario(node, 1);
  scenario.scheduler.queue = queue;
  scenario.scheduler.depth = depth;
  return scenario;
}

TEST_CASE("sjf starts the shortest waiting job, equal ones in order of submission",
          "[engine][queue]") {
  CHECK(starts(with_queue("node-1", QueueDiscipline::sjf),
               {{0, 10}, {1, 5}, {2, 3}, {3, 3}, {4, 1}}) ==
        std::vector<double>{0, 17, 11, 14, 10});
}

TEST_CASE("sjf goes by the duration that is stated, not by what is left or how fast a GPU is",
          "[engine][queue]") {
  auto scenario = with_queue("node-1", QueueDiscipline::sjf);
  scenario.fleet.gpu_speeds = {{"gpu", 2'000'000}};
  CHECK(starts(scenario, {{0, 10}, {1, 6}, {2, 4}}) == std::vector<double>{0, 7, 5});
}

TEST_CASE("priority starts the highest, equal ones in order of submission", "[engine][queue]") {
  const JobDemand one = {.gpus = 1};
  CHECK(starts(with_queue("node-1", QueueDiscipline::priority), {{0, 10, one, 1, -5},
                                                                 {1, 1, one, 1, 0},
                                                                 {2, 1, one, 1, -1},
                                                                 {3, 1, one, 1, 2},
                                                                 {4, 1, one, 1, 2}}) ==
        std::vector<double>{0, 12, 13, 10, 11});
}

TEST_CASE("the other disciplines leave priorities aside", "[engine][queue]") {
  const JobDemand one = {.gpus = 1};
  const std::vector<HandJob> jobs = {{0, 10, one}, {1, 2, one, 1, 0}, {2, 1, one, 1, 9}};
  for (const auto queue : {QueueDiscipline::fifo, QueueDiscipline::skip}) {
    CHECK(starts(with_queue("node-1", queue), jobs) == std::vector<double>{0, 10, 12});
  }
}

TEST_CASE("with depth 1 a blocked head of the ordered queue blocks all", "[engine][queue]") {
  const std::vector<HandJob> jobs = {
      {0, 10, {.gpus = 1}}, {1, 1, {.gpus = 2}, 1, 1}, {2, 5, {.gpus = 1}}};
  for (const auto queue : {QueueDiscipline::sjf, QueueDiscipline::priority}) {
    CHECK(starts(with_queue("node-2", queue, 1), jobs) == std::vector<double>{0, 10, 11});
    CHECK(starts(with_queue("node-2", queue, 2), jobs) == std::vector<double>{0, 10, 2});
  }
}

TEST_CASE("a job that joins before the jobs already tried is tried all the same",
          "[engine][queue]") {
  // Job 1 is blocked and tried at 1 s; job 2 is shorter and of higher priority, and fits beside
  // job 0. Nothing ends in between.
  const std::vector<HandJob> jobs = {
      {0, 10, {.gpus = 1}}, {1, 5, {.gpus = 2}, 1, 1}, {2, 3, {.gpus = 1}, 1, 2}};
  for (const auto queue : {QueueDiscipline::sjf, QueueDiscipline::priority}) {
    for (const int depth : {1, 2, 1000}) {
      CHECK(starts(with_queue("node-2", queue, depth), jobs) == std::vector<double>{0, 10, 2});
    }
  }
}

TEST_CASE("a job that starts over takes its old place in the ordered queue", "[engine][queue]") {
  auto scenario = with_queue("node-1", QueueDiscipline::priority);
  scenario.fleet.changes = {{seconds(4), FleetAction::remove, "rack", 0},
                            {seconds(5), FleetAction::add, "rack", 0}};
  CHECK(starts(scenario, {{0, 10}, {1, 1}, {2, 1}}) == std::vector<double>{5, 15, 16});
}

}  // namespace
}  // namespace coldaisle::test
