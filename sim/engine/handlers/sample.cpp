#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/engine/handlers/handlers.h"

namespace coldaisle {

void schedule_sample(Simulation& sim, TimeNs time) {
  sim.sample_pending = true;
  sim.events.push(time, EventClass::sample, EventKind::sample, 0);
}

void handle_sample(Simulation& sim) {
  if (sim.sample_times.size() >= static_cast<std::size_t>(kMostSamples)) {
    throw ScenarioError(
        {{sim.scenario.file, 0, 0, "/metrics/interval",
          fmt::format("gives more than {} samples; choose a longer interval", kMostSamples)}});
  }
  sim.sample_times.push_back(sim.now);
  for (auto* metric : sim.metrics) metric->on_sample(sim.now);
  sim.sample_pending = false;
  const TimeNs interval = sim.scenario.metrics.interval_ns;
  const bool more = !sim.events.empty() || sim.has_horizon();
  if (more && sim.now < kNever - interval) schedule_sample(sim, sim.now + interval);
}

}  // namespace coldaisle
