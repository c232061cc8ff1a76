#include "sim/policy/typical_tasks.h"

#include "sim/policy/asks.h"
#include "tests/support/catch.h"

namespace coldaisle {
namespace {

JobList list_of(const std::vector<std::pair<JobDemand, std::int64_t>>& kinds) {
  JobList list;
  for (const auto& [demand, count] : kinds) {
    list.demands.push_back(demand);
    list.original_count.push_back(count);
  }
  return list;
}

FleetPlan two_models() {
  FleetPlan plan;
  plan.gpu_models = {{.name = "small", .memory_mib = 16384},
                     {.name = "large", .memory_mib = 81920}};
  return plan;
}

TEST_CASE("typical tasks are the most frequent ones that make up 95 %", "[policy][typical]") {
  const auto list = list_of({{{.gpus = 1, .cpu_milli = 1000}, 4},
                             {{.gpus = 2, .cpu_milli = 2000}, 90},
                             {{.gpus = 4, .cpu_milli = 4000}, 6}});
  const TypicalTaskSet set(list, make_asks(list, two_models()).demands);
  REQUIRE(set.tasks().size() == 2);
  CHECK(set.tasks()[0].gpus == 2);
  CHECK(set.tasks()[0].probability == 0.9 / 0.96);
  CHECK(set.tasks()[1].gpus == 4);
}

TEST_CASE("equally frequent tasks come in order of larger CPU, then share, then GPUs",
          "[policy][typical]") {
  const auto list = list_of({{{.gpus = 1, .gpu_milli = 500, .cpu_milli = 1000}, 5},
                             {{.gpus = 1, .cpu_milli = 1000}, 5},
                             {{.gpus = 1, .gpu_milli = 100, .cpu_milli = 3000}, 5}});
  const TypicalTaskSet set(list, make_asks(list, two_models()).demands);
  REQUIRE(set.tasks().size() == 3);
  CHECK(set.tasks()[0].gpu_milli == 100);
  CHECK(set.tasks()[1].gpu_milli == 1000);
  CHECK(set.tasks()[2].gpu_milli == 500);
}

TEST_CASE("memory does not tell typical tasks apart, the GPUs that will do does",
          "[policy][typical]") {
  const auto list = list_of({{{.gpus = 1, .memory_mib = 1}, 10},
                             {{.gpus = 1, .memory_mib = 2}, 10},
                             {{.gpus = 1, .gpu_memory_mib = 40960}, 10}});
  const TypicalTaskSet set(list, make_asks(list, two_models()).demands);
  REQUIRE(set.tasks().size() == 2);
  CHECK(set.tasks()[0].model_mask == 0b11);
  CHECK(set.tasks()[1].model_mask == 0b10);
}

TEST_CASE("a demand's models and GPU memory become the fleet models that will do",
          "[policy][typical]") {
  const auto list = list_of({{{.gpus = 1, .gpu_models = {"small"}}, 1},
                             {{.gpus = 1, .gpu_models = {"small"}, .gpu_memory_mib = 40960}, 1},
                             {{.gpus = 0}, 1}});
  const auto demands = make_asks(list, two_models()).demands;
  CHECK(demands[0].model_mask == 0b01);
  CHECK(demands[1].model_mask == 0);
  CHECK(demands[2].gpu_milli == 0);
}

}  // namespace
}  // namespace coldaisle
