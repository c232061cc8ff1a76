#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/place_job.h"

namespace coldaisle {

// What does not fit at once is gone.
void pass_none(Simulation& sim) {
  while (!sim.waiting.empty()) {
    const auto job = sim.waiting.head();
    if (place_job(sim, job)) continue;
    sim.waiting.remove(job);
    sim.jobs.queued_since_ns[static_cast<std::size_t>(job)] = kUnset;
    set_state(sim, job, JobState::rejected);
  }
}

}  // namespace coldaisle
