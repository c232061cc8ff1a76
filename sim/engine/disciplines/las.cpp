#include <algorithm>

#include "sim/engine/disciplines/disciplines.h"

// Least attained service, in levels: a job falls one level each time that the GPU-time it has had
// reaches another threshold. Lower levels go first and stop jobs of higher ones; within a level
// jobs go by submission and do not stop each other. Jobs without GPUs stay on the first level.
// Source: Gu et al., "Tiresias: A GPU Cluster Manager for Distributed Deep Learning", NSDI 2019,
// section 3 (discretised 2D-LAS), without its promotion of jobs that waited long.
namespace coldaisle {
namespace {

// GPU-milli x ns.
WideInt service_of(const Simulation& sim, JobIndex job) {
  return WideInt{attained_ns(sim, job)} * sim.ask_of(job).gpu_milli;
}

// The thresholds that the job has reached.
std::ptrdiff_t level_of(const Simulation& sim, JobIndex job) {
  const auto& thresholds = sim.scenario.scheduler.las_thresholds_ns;
  const WideInt service = service_of(sim, job);
  const auto next = std::partition_point(
      thresholds.begin(), thresholds.end(),
      [&](TimeNs threshold) { return WideInt{threshold} * kMilliPerGpu <= service; });
  return next - thresholds.begin();
}

}  // namespace

Precedence las_precedence(const Simulation& sim, JobIndex job) {
  return level_of(sim, job);
}

TimeNs las_turn_end(const Simulation& sim, JobIndex job) {
  const auto& thresholds = sim.scenario.scheduler.las_thresholds_ns;
  const auto level = static_cast<std::size_t>(level_of(sim, job));
  const auto milli = sim.ask_of(job).gpu_milli;
  if (level >= thresholds.size() || milli == 0) return kNever;
  const WideInt missing = WideInt{thresholds[level]} * kMilliPerGpu - service_of(sim, job);
  const WideInt end = sim.now + (missing + milli - 1) / milli;
  return end >= kNever ? kNever : static_cast<TimeNs>(end);
}

}  // namespace coldaisle
