#include <numeric>
#include <vector>

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
    const auto& state = *sim_->preemption;
    output.summary.push_back({"preemptions", static_cast<double>(total), "1"});
    output.summary.push_back({"gpu_hours_lost", gpu_hours(state.lost_ns), "GPU.h"});
    output.summary.push_back({"gpu_hours_overhead", gpu_hours(state.overhead_ns), "GPU.h"});
  }

 private:
  // Of times by job.
  double gpu_hours(const std::vector<TimeNs>& times) const {
    WideInt sum = 0;
    for (std::size_t job = 0; job < times.size(); ++job) {
      sum += WideInt{times[job]} * sim_->ask_of(static_cast<JobIndex>(job)).gpu_milli;
    }
    return ratio(sum, WideInt{kNsPerHour} * kMilliPerGpu);
  }

  const Simulation* sim_;
};

}  // namespace

std::unique_ptr<Metric> make_preemption_metric(const Simulation& sim) {
  return std::make_unique<PreemptionCost>(sim);
}

}  // namespace coldaisle
