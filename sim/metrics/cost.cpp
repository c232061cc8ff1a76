#include <cmath>
#include <limits>
#include <string>

#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// What jobs paid for the GPUs they held: share x price of a GPU-hour x time, by price class. CPU
// tasks cost nothing. Where the fleet has GPUs of unknown price the figure is unknown (NaN).
class Cost : public Metric {
 public:
  explicit Cost(const Simulation& sim) : world_(&sim.world) {}

  void on_sample(TimeNs /*now*/) override {
    WideInt rate = 0;
    for (int i = 0; i < kPriceClasses; ++i) {
      rate += world_->cost_rate(static_cast<PriceClass>(i)).amount();
    }
    rate_.values.push_back(if_known(ratio(rate, WideInt{kPpm} * kMilliPerGpu)));
  }

  void report(TimeNs now, MetricOutput& output) const override {
    auto& rows = output.summary;
    WideInt total = 0;
    for (int i = 0; i < kPriceClasses; ++i) {
      total += world_->cost_rate(static_cast<PriceClass>(i)).area(now);
    }
    rows.push_back({"cost_usd", if_known(usd(total)), "USD"});
    for (int i = 0; i < kPriceClasses; ++i) {
      rows.push_back({std::string("cost_usd_") + kPriceClassNames[static_cast<std::size_t>(i)],
                      if_known(usd(world_->cost_rate(static_cast<PriceClass>(i)).area(now))),
                      "USD"});
    }
    rows.push_back(
        {"gpus_of_unknown_price", static_cast<double>(world_->gpus_without_price()), "1"});
    output.series.push_back(&rate_);
  }

 private:
  double if_known(double value) const {
    return world_->gpus_without_price() == 0 ? value : std::numeric_limits<double>::quiet_NaN();
  }

  const World* world_;
  SeriesColumn rate_{"cost_rate", "USD/h", "what jobs pay for the GPUs they hold", {}};
};

}  // namespace

std::unique_ptr<Metric> make_cost_metric(const Simulation& sim) {
  return std::make_unique<Cost>(sim);
}

}  // namespace coldaisle
