#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// Starts the job on the nodes that the policy chooses, all of a gang or none; false when it does
// not fit now.
bool place_job(Simulation& sim, JobIndex job);

// Takes the member's share of its node.
void hold_node(Simulation& sim, const Member& member);

}  // namespace coldaisle
