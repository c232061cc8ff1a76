#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// GPU-hours in each state (`idle`: without any tenant), and those that jobs held or left free (a
// share of a GPU counts in part).
class GpuHours : public Metric {
 public:
  explicit GpuHours(const Simulation& sim) : world_(&sim.world) {}

  void report(TimeNs now, MetricOutput& output) const override {
    std::array<WideInt, kGpuStates> in_state = {};
    for (const auto& gpu : world_->gpus()) {
      for (std::size_t state = 0; state < kGpuStates; ++state) {
        in_state[state] += gpu.in_state_ns[state];
      }
      in_state[static_cast<std::size_t>(gpu.state)] += now - gpu.since_ns;
    }
    for (std::size_t state = 0; state < kGpuStates; ++state) {
      output.summary.push_back({std::string("gpu_hours_") + kGpuStateNames[state],
                                ratio(in_state[state], kNsPerHour), "GPU.h"});
    }
    const auto allocated = world_->allocated_milli().area(now);
    const auto free = world_->capacity_milli().area(now) - allocated;
    constexpr auto kHour = WideInt{kNsPerHour} * kMilliPerGpu;
    output.summary.push_back({"gpu_hours_allocated", ratio(allocated, kHour), "GPU.h"});
    output.summary.push_back({"gpu_hours_free", ratio(free, kHour), "GPU.h"});
  }

 private:
  const World* world_;
};

}  // namespace

std::unique_ptr<Metric> make_gpu_hours_metric(const Simulation& sim) {
  return std::make_unique<GpuHours>(sim);
}

}  // namespace coldaisle
