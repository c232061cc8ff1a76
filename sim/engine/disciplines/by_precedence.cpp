#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/displace.h"
#include "sim/engine/repack.h"

namespace coldaisle {

void pass_by_precedence(Simulation& sim) {
  count_at_pass(sim);
  if (sim.scenario.scheduler.preemption->method == PreemptionMethod::repack) {
    repack(sim);
  } else {
    displace(sim);
  }
  renew_turns(sim);
}

}  // namespace coldaisle
