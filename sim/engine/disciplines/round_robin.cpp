#include "sim/engine/disciplines/disciplines.h"

// Turns: a job runs for `quantum`, after which those that have waited since before then may stop
// it; it then waits behind them. Where none does, it has another turn.
namespace coldaisle {

Precedence round_robin_precedence(const Simulation& sim, JobIndex job) {
  const auto i = static_cast<std::size_t>(job);
  if (sim.jobs.state[i] != JobState::running) return sim.jobs.queued_since_ns[i];
  const bool is_over = sim.now - sim.preemption->turn_ns[i] >= sim.scenario.scheduler.quantum_ns;
  return is_over ? sim.now : kUnset;
}

TimeNs round_robin_turn_end(const Simulation& sim, JobIndex /*job*/) {
  const TimeNs quantum = sim.scenario.scheduler.quantum_ns;
  return quantum >= kNever - sim.now ? kNever : sim.now + quantum;
}

}  // namespace coldaisle
