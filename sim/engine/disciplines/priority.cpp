#include "sim/engine/disciplines/disciplines.h"

namespace coldaisle {

Precedence priority_precedence(const Simulation& sim, JobIndex job) {
  return -Precedence{sim.list.priority[static_cast<std::size_t>(job)]};
}

// Without `preemption` the priority is only the order of the queue.
void pass_priority(Simulation& sim) {
  if (sim.preemption) {
    pass_by_precedence(sim);
  } else {
    pass_skip(sim);
  }
}

}  // namespace coldaisle
