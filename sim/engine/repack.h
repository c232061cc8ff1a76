#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// One scheduling pass by the discipline's precedence that takes all running jobs off their nodes
// and places them and those that wait anew, in order, past those that do not fit, at most `depth`
// of them. A job that gets the nodes and GPUs it had runs on; one that gets others stops there and
// starts here. Where the scenario groups ends, those of running jobs are set anew.
void repack(Simulation& sim);

}  // namespace coldaisle
