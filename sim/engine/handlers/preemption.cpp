#include "sim/engine/handlers/handlers.h"

namespace coldaisle {

void handle_job_saved(Simulation& sim, JobIndex job) {
  finish_saving(sim, job);
  request_pass(sim);
}

void handle_turn_end(Simulation& sim, JobIndex job) {
  sim.preemption->turns_over.push_back(job);
  if (sim.waiting.empty()) {
    renew_turns(sim);
  } else {
    request_pass(sim);
  }
}

}  // namespace coldaisle
