#include "sim/engine/disciplines/disciplines.h"

namespace coldaisle {

// Shortest remaining time first; the time is that at full speed, restarts left out.
Precedence srtf_precedence(const Simulation& sim, JobIndex job) {
  return work_left(sim, job);
}

}  // namespace coldaisle
