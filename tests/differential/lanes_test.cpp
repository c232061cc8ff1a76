// The protocol by which the lanes of a warp share the work of a policy, on threads.
#include <random>
#include <thread>

#include "sim/batch/naive_chooser.h"
#include "sim/batch/policy_batch.h"
#include "sim/policy/tie_break.h"
#include "tests/support/catch.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/reduced.h"
#include "tests/support/thread_lanes.h"

namespace coldaisle::test {
namespace {

// The batch's one policy, by a group of `lanes` threads.
void replay_on_threads(const PolicyBatch& batch, int lanes) {
  LaneRoom room(lanes);
  std::vector<std::jthread> helpers;
  for (int lane = 1; lane < lanes; ++lane) {
    helpers.emplace_back(
        [&, lane] { replay_policy(batch, 0, 0, nullptr, ThreadLanes(room, lane)); });
  }
  replay_policy(batch, 0, 0, nullptr, ThreadLanes(room, 0));
}

void require_equal_on_lanes(const ProblemData& data, const PolicyRow& row) {
  const auto layout = lay_out(policy_sizes(data), 0);
  // Not zeroed: whatever a policy reads it must have set itself.
  std::vector<std::byte> slab(static_cast<std::size_t>(layout.slab_bytes), std::byte{0x5a});
  PolicyOutcome naive;
  NaiveChooser chooser(data.view());
  naive =
      Replay(data.view(), row, place_arrays(layout, slab.data(), nullptr).replay, chooser).run();
  PolicyOutcome found;
  PolicyBatch batch = {.problem = data.view(),
                       .layout = layout,
                       .rows = &row,
                       .outcomes = &found,
                       .slabs = slab.data(),
                       .policies = 1,
                       .slots = 1};
  replay_policy(batch, 0, 0, nullptr, OneLane());
  REQUIRE(found == naive);
  for (const int lanes : {2, 3}) {
    INFO(lanes << " lanes");
    found = {};
    replay_on_threads(batch, lanes);
    REQUIRE(found == naive);
  }
}

TEST_CASE("a policy replayed by one lane, two or three gives the naive evaluator's outcome",
          "[differential][batch][lanes]") {
  const int scenarios = reduced() ? 3 : 12;
  for (int seed = 1; seed <= scenarios; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(static_cast<std::uint64_t>(1000 + seed));
    const auto scenario = random_fleet(random);
    const auto list = random_jobs(random);
    const auto plan = plan_fleet(scenario);
    const ProblemData data(scenario, plan, list, make_tie_rank(scenario, plan));
    for (int i = 0; i < (reduced() ? 4 : 12); ++i) {
      require_equal_on_lanes(data, to_row(make_policy(random_scheduler(random))));
    }
  }
}

}  // namespace
}  // namespace coldaisle::test
