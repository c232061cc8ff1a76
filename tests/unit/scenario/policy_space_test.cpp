#include "sim/scenario/policy_space.h"

#include <limits>

#include "tests/support/catch.h"

namespace coldaisle {

TEST_CASE("a grid has the product of its values, less the weights that are all 0",
          "[scenario][policies]") {
  PolicyGrid grid;
  grid.rules = {{"fgd", {0, 1, 5}}, {"spread", {1, 0}}};
  CHECK(grid_size(grid).policies == 5);
  CHECK(grid_size(grid).left_out == 1);
  grid.queues = {QueueDiscipline::fifo, QueueDiscipline::skip};
  grid.depths = {1, 10, 100};
  CHECK(grid_size(grid).policies == 30);
  CHECK(grid_size(grid).left_out == 6);
  grid.rules[1].second = {1, 2};
  CHECK(grid_size(grid).policies == 36);
  CHECK(grid_size(grid).left_out == 0);
  grid.rules.clear();
  CHECK(grid_size(grid).policies == 6);
  CHECK(grid_size(grid).left_out == 0);
}

TEST_CASE("a grid beyond 64 bits counts as the largest number", "[scenario][policies]") {
  PolicyGrid grid;
  for (int rule = 0; rule < 7; ++rule) {
    grid.rules.emplace_back("rule", std::vector<int>(1001));
  }
  CHECK(grid_size(grid).policies == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("the ids of generated policies are numbers from 1 behind their prefix",
          "[scenario][policies]") {
  CHECK(generated_number("grid-1", "grid") == 1);
  CHECK(generated_number("random-1000000", "random") == 1'000'000);
  for (const auto* const id : {"grid-0", "grid-01", "grid-", "grid", "grid-1x", "grid--1",
                               "grid-+1", "grids-1", "grid-99999999999999999999", ""}) {
    INFO(id);
    CHECK_FALSE(generated_number(id, "grid").has_value());
  }
}

TEST_CASE("counts that add up to the limit are allowed, and one more is not",
          "[scenario][policies]") {
  PolicySpace space;
  space.presets = {kPublishedPreset};
  space.random.emplace().count = kMostPolicies - 6;
  CHECK(policy_problems(space).empty());
  space.sobol.emplace().count = 1;
  REQUIRE(policy_problems(space).size() == 1);
  CHECK(policy_problems(space).front().message ==
        "asks for 1000001 policies; at most 1000000 are allowed, so ask for fewer (presets 6, "
        "random 999994, sobol 1)");
  space.random->count = std::numeric_limits<std::int64_t>::max();
  REQUIRE(policy_problems(space).size() == 1);
  CHECK(policy_problems(space).front().pointer == "/policies/random/count");
}

}  // namespace coldaisle
