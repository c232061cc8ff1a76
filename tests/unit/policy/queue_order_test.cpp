#include "sim/policy/queue_order.h"

#include "tests/support/catch.h"

namespace coldaisle {
namespace {

JobList jobs_of(std::vector<TimeNs> durations, std::vector<std::int32_t> priorities) {
  JobList jobs;
  jobs.submit_ns.resize(durations.size());
  jobs.duration_ns = std::move(durations);
  jobs.priority = std::move(priorities);
  return jobs;
}

using Ranks = std::vector<std::int32_t>;

TEST_CASE("sjf ranks by duration, then by row, and a job that never ends comes last",
          "[policy][queue]") {
  const auto jobs = jobs_of({5, kNever, 3, 5, 3}, {0, 9, 0, 9, 0});
  CHECK(queue_ranks(jobs, QueueDiscipline::sjf) == Ranks{2, 4, 0, 3, 1});
}

TEST_CASE("priority ranks the largest first, then by row, and below zero is last",
          "[policy][queue]") {
  const auto jobs = jobs_of({1, 1, 1, 1, 1}, {0, -1, 7, 0, 7});
  CHECK(queue_ranks(jobs, QueueDiscipline::priority) == Ranks{2, 4, 0, 3, 1});
}

TEST_CASE("the other disciplines rank by row", "[policy][queue]") {
  const auto jobs = jobs_of({5, 3, 4}, {1, 3, 2});
  for (const auto queue : {QueueDiscipline::none, QueueDiscipline::fifo, QueueDiscipline::skip}) {
    CHECK_FALSE(is_ordered(queue));
    CHECK(queue_ranks(jobs, queue) == Ranks{0, 1, 2});
  }
  CHECK(is_ordered(QueueDiscipline::sjf));
  CHECK(is_ordered(QueueDiscipline::priority));
  CHECK(queue_ranks({}, QueueDiscipline::sjf).empty());
}

}  // namespace
}  // namespace coldaisle
