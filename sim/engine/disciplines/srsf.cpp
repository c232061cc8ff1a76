#include "sim/engine/disciplines/disciplines.h"

namespace coldaisle {

// Shortest remaining service first: remaining time x GPUs. Jobs without GPUs go before all others.
// Source: Gu et al., "Tiresias: A GPU Cluster Manager for Distributed Deep Learning", NSDI 2019.
Precedence srsf_precedence(const Simulation& sim, JobIndex job) {
  return Precedence{work_left(sim, job)} * sim.ask_of(job).gpu_milli;
}

}  // namespace coldaisle
