#include "sim/engine/handlers/handlers.h"
#include "sim/engine/place_job.h"

namespace coldaisle {
namespace {

// What does not fit at once is gone.
void place_or_reject(Simulation& sim) {
  while (!sim.waiting.empty()) {
    const auto job = sim.waiting.head();
    if (place_job(sim, job)) continue;
    sim.waiting.remove(job);
    sim.jobs.queued_since_ns[static_cast<std::size_t>(job)] = kUnset;
    set_state(sim, job, JobState::rejected);
  }
}

// In order; a blocked head blocks all.
void place_in_order(Simulation& sim) {
  while (!sim.waiting.empty() && place_job(sim, sim.waiting.head())) {
  }
}

// In the queue's order, past blocked jobs, at most `depth` of them. Without a gain since the last
// pass the jobs already tried still fit nowhere, so the scan goes on behind them.
void place_skipping(Simulation& sim) {
  auto& scan = sim.scan;
  if (scan.gains != sim.chooser.gains()) scan = {WaitingQueue::kNone, 0, sim.chooser.gains()};
  auto job =
      scan.last_job == WaitingQueue::kNone ? sim.waiting.head() : sim.waiting.next(scan.last_job);
  while (job != WaitingQueue::kNone && scan.tried < sim.scenario.scheduler.depth) {
    const auto next = sim.waiting.next(job);
    if (!place_job(sim, job)) {
      scan.last_job = job;
      ++scan.tried;
    }
    job = next;
  }
}

}  // namespace

void handle_pass(Simulation& sim) {
  sim.pass_pending = false;
  ++sim.passes;
  switch (sim.scenario.scheduler.queue) {
    case QueueDiscipline::none:
      place_or_reject(sim);
      break;
    case QueueDiscipline::fifo:
      place_in_order(sim);
      break;
    case QueueDiscipline::skip:
    case QueueDiscipline::sjf:
    case QueueDiscipline::priority:
      place_skipping(sim);
      break;
  }
  for (auto* metric : sim.metrics) metric->after_pass(sim.now);
}

}  // namespace coldaisle
