#include "sim/policy/rules/locality.h"

#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

// Score of a node for a gang that holds `gang` already. Nodes 0 and 1 are in rack 0, 2 and 3 in
// rack 1.
std::int32_t score(const std::vector<std::int32_t>& gang, std::int32_t node) {
  const NodeFacts facts[] = {{.rack = 0}, {.rack = 0}, {.rack = 1}, {.rack = 1}};
  RuleContext context;
  context.facts = facts;
  context.gang = gang.data();
  context.gang_size = static_cast<std::int32_t>(gang.size());
  return Locality::score(context, NodeState{}, node, Demand{});
}

TEST_CASE("locality is 100 in the rack of the whole gang, 50 in a rack of part of it",
          "[policy][rules]") {
  CHECK(score({}, 0) == 0);
  CHECK(score({0}, 1) == 100);
  CHECK(score({0}, 2) == 0);
  CHECK(score({0, 1}, 2) == 0);
  CHECK(score({0, 2}, 1) == 50);
  CHECK(score({0, 2}, 3) == 50);
}

// Nodes of a gang of two on two racks of two nodes of 4 GPUs, where two jobs have left 2 GPUs on
// node 0 and 1 on node 2.
Holdings gang_under(std::vector<RuleWeight> rules) {
  auto scenario = one_gpu_scenario("node-4", 2);
  scenario.fleet.racks[0].racks = 2;
  scenario.scheduler.rules = std::move(rules);
  InitialJob job;
  job.duration_ns = seconds(100);
  job.running = true;
  job.rack = "rack";
  job.demand = {.gpus = 2};
  auto other = job;
  other.demand = {.gpus = 3};
  other.node = 2;
  InitialJob gang;
  gang.duration_ns = seconds(1);
  gang.demand = {.gpus = 1, .nodes = 2};
  scenario.workload.initial = {job, other, gang};
  Run run(std::move(scenario));
  run.finish();
  return stay_of(run, 2);
}

TEST_CASE("locality keeps a gang in the rack of its first node", "[policy][rules]") {
  // By best fit alone the gang takes the two fullest nodes, in two racks.
  CHECK(gang_under({{"best_fit", 1}}) == Holdings{{2, 0b1000}, {0, 0b100}});
  CHECK(gang_under({{"best_fit", 1}, {"locality", 10}}) == Holdings{{2, 0b1000}, {3, 0b1}});
  // Alone it has no opinion on the first node: the first that fits.
  CHECK(gang_under({{"locality", 1}}) == Holdings{{0, 0b100}, {1, 0b1}});
}

}  // namespace
}  // namespace coldaisle::test
