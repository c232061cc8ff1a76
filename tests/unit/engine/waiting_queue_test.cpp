#include "sim/engine/waiting_queue.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/support/catch.h"

namespace coldaisle {
namespace {

using Jobs = std::vector<std::int32_t>;

Jobs jobs_in(const WaitingQueue& queue) {
  Jobs jobs;
  for (auto job = queue.head(); job != WaitingQueue::kNone; job = queue.next(job)) {
    jobs.push_back(job);
  }
  return jobs;
}

void join(WaitingQueue& queue, const Jobs& jobs) {
  for (const auto job : jobs) queue.add(job);
}

TEST_CASE("without ranks jobs wait in order of joining", "[engine][queue]") {
  WaitingQueue queue(5);
  CHECK(queue.empty());
  CHECK(queue.head() == WaitingQueue::kNone);
  join(queue, {3, 0, 4, 1});
  CHECK(jobs_in(queue) == Jobs{3, 0, 4, 1});
  CHECK_FALSE(queue.joins_before(2, 1));
  queue.remove(0);
  queue.remove(3);
  queue.remove(1);
  CHECK(jobs_in(queue) == Jobs{4});
  join(queue, {3, 2});
  CHECK(jobs_in(queue) == Jobs{4, 3, 2});
  CHECK(queue.size() == 3);
}

TEST_CASE("with ranks jobs wait in their order, whenever they join", "[engine][queue]") {
  WaitingQueue queue(Jobs{4, 2, 0, 3, 1});
  CHECK(queue.head() == WaitingQueue::kNone);
  join(queue, {0, 1, 3, 2});
  CHECK(jobs_in(queue) == Jobs{2, 1, 3, 0});
  CHECK(queue.joins_before(4, 1));
  CHECK_FALSE(queue.joins_before(4, 2));
  queue.remove(2);
  queue.remove(0);
  queue.add(4);
  CHECK(jobs_in(queue) == Jobs{4, 1, 3});
  CHECK(queue.size() == 3);
  join(queue, {2, 0});
  CHECK(jobs_in(queue) == Jobs{2, 4, 1, 3, 0});
}

TEST_CASE("a queue of no jobs at all is empty", "[engine][queue]") {
  CHECK(WaitingQueue(0).empty());
  CHECK(WaitingQueue(Jobs{}).empty());
  CHECK(WaitingQueue(Jobs{}).head() == WaitingQueue::kNone);
}

// The jobs that wait, from a plain list of those that joined.
Jobs expected_order(Jobs joined, const Jobs& ranks) {
  if (ranks.empty()) return joined;
  std::sort(joined.begin(), joined.end(), [&](std::int32_t a, std::int32_t b) {
    return ranks[static_cast<std::size_t>(a)] < ranks[static_cast<std::size_t>(b)];
  });
  return joined;
}

// Jobs join and leave at random; `ranks` is empty for a queue in order of joining.
void check_random_operations(WaitingQueue& queue, const Jobs& ranks, std::uint64_t jobs) {
  std::mt19937_64 random(jobs);
  Jobs joined;
  for (int step = 0; step < 2'000; ++step) {
    const auto job = static_cast<std::int32_t>(random() % jobs);
    const auto at = std::find(joined.begin(), joined.end(), job);
    if (at == joined.end()) {
      joined.push_back(job);
      queue.add(job);
    } else {
      joined.erase(at);
      queue.remove(job);
    }
    REQUIRE(queue.size() == joined.size());
    if (step % 20 == 0) REQUIRE(jobs_in(queue) == expected_order(joined, ranks));
  }
}

TEST_CASE("jobs that join and leave at random wait in the stated order", "[engine][queue]") {
  for (const std::size_t jobs : {1U, 64U, 130U}) {
    WaitingQueue by_joining(jobs);
    check_random_operations(by_joining, {}, jobs);
    Jobs ranks(jobs);
    std::iota(ranks.begin(), ranks.end(), 0);
    std::shuffle(ranks.begin(), ranks.end(), std::mt19937_64(jobs));
    WaitingQueue by_rank(ranks);
    check_random_operations(by_rank, ranks, jobs);
  }
}

}  // namespace
}  // namespace coldaisle
