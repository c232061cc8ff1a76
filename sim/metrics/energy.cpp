#include <limits>

#include "sim/metrics/metrics.h"

namespace coldaisle {
namespace {

// Energy of GPUs, of nodes without their GPUs, and of both. Where the fleet has hardware of unknown
// power the figure is unknown (NaN), not the part that is known.
class Energy : public Metric {
 public:
  explicit Energy(const Simulation& sim) : world_(&sim.world) {}

  void on_sample(TimeNs /*now*/) override {
    gpu_power_.values.push_back(if_known(world_->gpus_without_power(), gpu_watts()));
    total_power_.values.push_back(if_known(
        unknown(), gpu_watts() + static_cast<double>(world_->base_power_mw().amount()) / 1e3));
  }

  void report(TimeNs now, MetricOutput& output) const override {
    const double gpus = joules(world_->gpu_power_mw().area(now));
    const double bases = joules(world_->base_power_mw().area(now));
    const double both =
        joules(world_->gpu_power_mw().area(now) + world_->base_power_mw().area(now));
    auto& rows = output.summary;
    rows.push_back({"energy_gpus", if_known(world_->gpus_without_power(), gpus), "J"});
    rows.push_back({"energy_node_bases", if_known(world_->nodes_without_base_power(), bases), "J"});
    rows.push_back({"energy_total", if_known(unknown(), both), "J"});
    rows.push_back(
        {"gpus_of_unknown_power", static_cast<double>(world_->gpus_without_power()), "1"});
    rows.push_back(
        {"nodes_of_unknown_power", static_cast<double>(world_->nodes_without_base_power()), "1"});
    output.series.push_back(&gpu_power_);
    output.series.push_back(&total_power_);
  }

 private:
  static double if_known(std::int64_t unknown_parts, double value) {
    return unknown_parts == 0 ? value : std::numeric_limits<double>::quiet_NaN();
  }

  std::int64_t unknown() const {
    return world_->gpus_without_power() + world_->nodes_without_base_power();
  }

  double gpu_watts() const { return static_cast<double>(world_->gpu_power_mw().amount()) / 1e3; }

  const World* world_;
  SeriesColumn gpu_power_{"gpu_power", "W", "power of all GPUs", {}};
  SeriesColumn total_power_{"total_power", "W", "power of all GPUs and nodes", {}};
};

}  // namespace

std::unique_ptr<Metric> make_energy_metric(const Simulation& sim) {
  return std::make_unique<Energy>(sim);
}

}  // namespace coldaisle
