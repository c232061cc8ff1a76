#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/place_job.h"

namespace coldaisle {

// In order; a blocked head blocks all.
void pass_fifo(Simulation& sim) {
  while (!sim.waiting.empty() && place_job(sim, sim.waiting.head())) {
  }
}

}  // namespace coldaisle
