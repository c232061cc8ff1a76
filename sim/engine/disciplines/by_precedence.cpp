#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/displace.h"
#include "sim/engine/repack.h"

namespace coldaisle {

void pass_by_precedence(Simulation& sim) {
  count_at_pass(sim);
  const auto& how = *sim.scenario.scheduler.preemption;
  if (how.method == PreemptionMethod::repack) {
    repack(sim);
  } else {
    displace(sim);
    // What running jobs paid for this pass delays their ends.
    if (how.charged == RestartCharge::pass) {
      for (const auto job : sim.preemption->running) reschedule_end(sim, job);
    }
  }
  renew_turns(sim);
}

}  // namespace coldaisle
