#include "sim/engine/handlers/handlers.h"

namespace coldaisle {

void schedule_next_arrival(Simulation& sim) {
  const auto job = sim.next_arrival;
  if (static_cast<std::size_t>(job) >= sim.list.size()) return;
  ++sim.next_arrival;
  sim.events.push(sim.list.submit_ns[static_cast<std::size_t>(job)], EventClass::arrival,
                  EventKind::job_arrival, static_cast<std::uint32_t>(job));
}

void handle_arrival(Simulation& sim, JobIndex job) {
  const auto demand = sim.list.demand_type[static_cast<std::size_t>(job)];
  if (sim.ever_fits[static_cast<std::size_t>(demand)]) {
    enqueue(sim, job, sim.now);
  } else {
    set_state(sim, job, JobState::unschedulable);
    request_pass(
        sim);  // metrics see one pass per instant of arrivals, whatever becomes of the jobs
  }
  for (auto* metric : sim.metrics) metric->on_arrival(sim.now, job);
  schedule_next_arrival(sim);
}

}  // namespace coldaisle
