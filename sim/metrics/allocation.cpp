#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// GPUs in the fleet, held by jobs, and used by them (held x the job's utilisation).
class Allocation : public Metric {
 public:
  explicit Allocation(const Simulation& sim) : world_(&sim.world) {}

  void on_sample(TimeNs /*now*/) override {
    const auto gpus = [](std::int64_t milli) { return static_cast<double>(milli) / kMilliPerGpu; };
    capacity_.values.push_back(gpus(world_->capacity_milli().amount()));
    allocated_.values.push_back(gpus(world_->allocated_milli().amount()));
    used_.values.push_back(gpus(world_->load().amount()) / 1000.0);
  }

  void report(TimeNs now, MetricOutput& output) const override {
    const auto capacity = world_->capacity_milli().area(now);
    output.summary.push_back(
        {"allocation_mean", 100 * ratio(world_->allocated_milli().area(now), capacity), "%"});
    output.summary.push_back(
        {"utilisation_mean", 100 * ratio(world_->load().area(now), capacity * 1000), "%"});
    for (const auto* column : {&capacity_, &allocated_, &used_}) output.series.push_back(column);
  }

 private:
  const World* world_;
  SeriesColumn capacity_{"gpus_present", "GPU", "GPUs in the fleet", {}};
  SeriesColumn allocated_{"gpus_allocated", "GPU", "GPUs held by jobs, shares counted in part", {}};
  SeriesColumn used_{"gpus_used", "GPU", "GPUs held times the utilisation of their jobs", {}};
};

}  // namespace

std::unique_ptr<Metric> make_allocation_metric(const Simulation& sim) {
  return std::make_unique<Allocation>(sim);
}

}  // namespace coldaisle
