#include "sim/policy/asks.h"

#include <string>

#include "sim/policy/rules.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

using Scores = std::vector<std::int32_t>;

// A node of two GPUs in each rack: "gpu", "gpu", "quick", the second of them at half the price.
Scenario three_racks() {
  Scenario scenario;
  scenario.catalog = two_gpu_catalog();
  scenario.fleet.racks = {{.name = "a", .node = "node-2", .price = 1'500'000},
                          {.name = "b", .node = "node-2", .price = 750'000},
                          {.name = "c", .node = "quick-2", .price = 4'250'000}};
  return scenario;
}

// Scores of every node by a rule.
Scores scores(const Scenario& scenario, RuleId rule, const Demand& demand) {
  const auto plan = plan_fleet(scenario);
  const auto facts = make_node_facts(plan);
  const auto nodes = make_node_states(plan);
  RuleContext context;
  context.facts = facts.data();
  Scores out;
  out.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out.push_back(rule_score(rule, context, nodes[i], static_cast<std::int32_t>(i), demand));
  }
  return out;
}

constexpr Demand kOneGpu = {.gpus = 1, .gpu_milli = 1000};
constexpr Demand kCpuTask = {.cpu_milli = 1000};

TEST_CASE("price is 100 x the lowest price / the node's, truncated", "[policy][rules]") {
  auto scenario = three_racks();
  CHECK(scores(scenario, RuleId::Price, kOneGpu) == Scores{50, 100, 17});  // 0.75 / 4.25 = 17.6 %
  CHECK(scores(scenario, RuleId::Price, kCpuTask) == Scores{0, 0, 0});
  scenario.fleet.racks[1].price = 0;
  CHECK(scores(scenario, RuleId::Price, kOneGpu) == Scores{0, 100, 0});
  scenario.fleet.racks[1].price = std::nullopt;
  scenario.fleet.racks[1].price_class = PriceClass::reserved;  // of unknown price
  CHECK(scores(scenario, RuleId::Price, kOneGpu) == Scores{100, 0, 35});
}

TEST_CASE("without any known price all nodes score 0", "[policy][rules]") {
  CHECK(scores(one_gpu_scenario("node-1", 2), RuleId::Price, kOneGpu) == Scores{0, 0});
}

TEST_CASE("speed is 100 x the node's speed / the highest, truncated", "[policy][rules]") {
  auto scenario = three_racks();
  CHECK(scores(scenario, RuleId::Speed, kOneGpu) == Scores{100, 100, 100});
  scenario.fleet.gpu_speeds = {{"quick", 1'700'000}};
  CHECK(scores(scenario, RuleId::Speed, kOneGpu) == Scores{58, 58, 100});  // 1 / 1.7 = 58.8 %
  CHECK(scores(scenario, RuleId::Speed, kCpuTask) == Scores{0, 0, 0});
  scenario.fleet.gpu_speeds = {{"quick", 200'000}, {"gpu", 400'000}};
  CHECK(scores(scenario, RuleId::Speed, kOneGpu) == Scores{100, 100, 50});
}

// The node that a job of one GPU gets.
std::int32_t chosen_node(const std::string& rule, int weight = 1) {
  auto scenario = three_racks();
  scenario.fleet.gpu_speeds = {{"quick", 1'700'000}};
  scenario.scheduler.rules = {{rule, weight}};
  Run run(scenario, hand_jobs({{0, 1}}));
  run.finish();
  return run.jobs().node[0];
}

TEST_CASE("price takes the cheapest node and speed the fastest", "[policy][rules]") {
  CHECK(chosen_node("price") == 1);
  CHECK(chosen_node("speed") == 2);
}

// What the jobs ask of a fleet of nodes of 8 and of 4 GPUs.
Asks asks_of(const std::vector<HandJob>& jobs) {
  auto scenario = one_gpu_scenario("node-8", 2);
  scenario.fleet.racks.push_back({.name = "small", .node = "node-4"});
  return make_asks(hand_jobs(jobs), plan_fleet(scenario));
}

TEST_CASE("only jobs beyond one node are gangs", "[policy][gang]") {
  const auto asks =
      asks_of({{0, 1, {.gpus = 8}}, {0, 1, {.gpus = 3, .nodes = 1}}, {0, 1, {.gpus = 0}}});
  CHECK_FALSE(asks.any_gang);
  CHECK(asks.parts.empty());
  CHECK(asks.asks[0].gpu_milli == 8'000);
  CHECK(asks.asks[1].gpu_milli == 3'000);
  CHECK(asks.asks[2].gpu_milli == 0);
  CHECK(asks_of({{0, 1, {.gpus = 1, .nodes = 2}}}).asks[0].gpu_milli == 2'000);
  CHECK(asks_of({{0, 1, {.gpus = 1, .nodes = 2}}}).any_gang);
}

TEST_CASE("a gang by size may hold whole nodes of each size, and parts up to the largest",
          "[policy][gang]") {
  const auto asks = asks_of({{0, 1, {.gpus = 12, .cpu_milli = 100}}});
  CHECK(asks.asks[0].nodes == 0);
  CHECK(asks.asks[0].gpus == 12);
  CHECK(asks.asks[0].gpu_milli == 12'000);
  REQUIRE(asks.parts.size() == 10);
  std::vector<int> sizes;
  sizes.reserve(asks.parts.size());
  for (const auto& part : asks.parts) sizes.push_back(part.gpus);
  CHECK(sizes == std::vector<int>{8, 4, 1, 2, 3, 4, 5, 6, 7, 8});
  for (std::size_t i = 0; i < asks.parts.size(); ++i) {
    const auto& part = asks.parts[i];
    const auto& demand = asks.demands[static_cast<std::size_t>(part.demand)];
    CHECK(part.whole == (i < 2 ? 1 : 0));
    CHECK(demand.whole_node == part.whole);
    CHECK(demand.gpus == part.gpus);
    CHECK(demand.cpu_milli == (100 * part.gpus + 11) / 12);
  }
}

}  // namespace
}  // namespace coldaisle::test
