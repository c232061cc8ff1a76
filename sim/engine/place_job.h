#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// Starts the job on the nodes that the policy chooses, all of a gang or none; false when it does
// not fit now.
bool place_job(Simulation& sim, JobIndex job);

// Whether a job of this demand fitted nowhere, and no node has gained anything since.
bool is_blocked(const Simulation& sim, JobIndex job);

// Takes the nodes that the policy chooses for the job, all of a gang or none, into sim.picked, and
// starts nothing; false when it does not fit now. let_go() gives them back.
bool hold_nodes(Simulation& sim, JobIndex job);
void let_go(Simulation& sim);

// The same where the job is not known to fit nowhere; that it does not fit is noted.
bool hold_unless_blocked(Simulation& sim, JobIndex job);

// Takes the member's share of its node.
void hold_node(Simulation& sim, const Member& member);

}  // namespace coldaisle
