#pragma once

#include <cstdint>
#include <vector>

#include "sim/policy/ask.h"
#include "sim/policy/node_state.h"
#include "sim/policy/rule_context.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// What the jobs of a list ask for, as the rules see it: GPU models and memory become the mask of
// fleet models that will do.
struct Asks {
  std::vector<Ask> asks;        // parallel to the list's demands
  std::vector<Demand> demands;  // first asks[i].demand = i for each i, then the parts of gangs
  std::vector<GangPart> parts;
  bool any_gang = false;
};

Asks make_asks(const JobList& jobs, const FleetPlan& fleet);

// What rules look at of each node beside its state. Prices and speeds relative to the fleet's best.
std::vector<NodeFacts> make_node_facts(const FleetPlan& fleet);

// Nodes with everything free, in the order of the plan; those that are absent at the start take no
// jobs.
std::vector<NodeState> make_node_states(const FleetPlan& fleet);

}  // namespace coldaisle
