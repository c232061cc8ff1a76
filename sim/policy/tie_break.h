#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/fleet_plan.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// The rank of each node that breaks ties between equal scores: the lowest wins. Node order, or what
// scheduler.tie_break says: a CSV (maybe gzipped) with the columns workload, seed,
// rank_of_node_i_in_name_order, of which the row for the trace's name and the scenario's seed gives
// the ranks of the nodes sorted by name. Throws ScenarioError when that row is absent or is no
// permutation of the fleet's nodes.
std::vector<std::int32_t> make_tie_rank(const Scenario& scenario, const FleetPlan& plan);

}  // namespace coldaisle
