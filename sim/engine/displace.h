#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// One scheduling pass by the discipline's precedence: jobs that wait are tried in order, at most
// `depth` that do not start. One that does not fit beside the jobs that run stops those behind it,
// the last ones first, as few as it takes, where that makes room for it. Where stopped jobs save
// their work first, it gets the nodes when they leave them.
void displace(Simulation& sim);

}  // namespace coldaisle
