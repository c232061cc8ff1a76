#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/handlers/handlers.h"

namespace coldaisle {

void handle_pass(Simulation& sim) {
  sim.pass_pending = false;
  ++sim.passes;
  discipline(sim.scenario.scheduler.queue).pass(sim);
  for (auto* metric : sim.metrics) metric->after_pass(sim.now);
}

}  // namespace coldaisle
