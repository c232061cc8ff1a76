#include <numeric>

#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// Where the discipline stops running jobs: how often it did, and the GPU-hours that went into work
// that was lost (when nodes left, too) and into restarts and saves.
class PreemptionCost : public Metric {
 public:
  explicit PreemptionCost(const Simulation& sim) : sim_(&sim) {}

  void report(TimeNs /*now*/, MetricOutput& output) const override {
    if (!sim_->preemption) return;
    const auto& counts = sim_->jobs.preemptions;
    const auto total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    constexpr auto kHour = WideInt{kNsPerHour} * kMilliPerGpu;
    output.summary.push_back({"preemptions", static_cast<double>(total), "1"});
    output.summary.push_back({"gpu_hours_lost", ratio(sim_->preemption->lost, kHour), "GPU.h"});
    output.summary.push_back(
        {"gpu_hours_overhead", ratio(sim_->preemption->overhead, kHour), "GPU.h"});
  }

 private:
  const Simulation* sim_;
};

}  // namespace

std::unique_ptr<Metric> make_preemption_metric(const Simulation& sim) {
  return std::make_unique<PreemptionCost>(sim);
}

}  // namespace coldaisle
