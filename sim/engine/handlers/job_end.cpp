#include "sim/engine/handlers/handlers.h"

namespace coldaisle {

void handle_job_end(Simulation& sim, JobIndex job) {
  sim.jobs.end_ns[static_cast<std::size_t>(job)] = sim.now;
  set_state(sim, job, JobState::done);
  vacate(sim, job);
  if (!sim.waiting.empty()) request_pass(sim);
}

}  // namespace coldaisle
