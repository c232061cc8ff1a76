#include "sim/engine/handlers/handlers.h"

namespace coldaisle {
namespace {

void end_job(Simulation& sim, JobIndex job, JobState state) {
  if (sim.preemption) count_at_end(sim, job);
  sim.jobs.end_ns[static_cast<std::size_t>(job)] = sim.now;
  set_state(sim, job, state);
  vacate(sim, job);
  request_pass_for_gain(sim);
}

}  // namespace

void handle_job_end(Simulation& sim, JobIndex job) {
  end_job(sim, job, JobState::done);
}

void handle_job_timeout(Simulation& sim, JobIndex job) {
  end_job(sim, job, JobState::timed_out);
}

}  // namespace coldaisle
