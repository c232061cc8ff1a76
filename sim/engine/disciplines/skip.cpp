#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/place_job.h"

namespace coldaisle {

// In the queue's order, past blocked jobs, at most `depth` of them. Without a gain since the last
// pass the jobs already tried still fit nowhere, so the scan goes on behind them.
void pass_skip(Simulation& sim) {
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

}  // namespace coldaisle
