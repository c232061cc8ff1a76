#include <algorithm>
#include <cmath>

#include "sim/metrics/fragment_sums.h"
#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// The last bin; demand beyond 10,000 % of the fleet is not recorded.
constexpr std::int64_t kLastBin = 10'000;

// Two decimals, halves to even, as the published analysis rounds each value.
double round2(double value) {
  return std::nearbyint(value * 100.0) / 100.0;
}

// Allocation and fragmentation after each arrival, averaged over bins of arrived demand of 1 % of
// the fleet's GPUs. Exactly the published curves, rounding of single values included (PLACEMENT,
// section 3, "Metrics"); one scheduling pass per task is assumed there.
class DemandCurve : public Metric {
 public:
  explicit DemandCurve(const Simulation& sim) : sim_(&sim), sums_(sim) {}

  void on_arrival(TimeNs /*now*/, JobIndex job) override {
    arrived_milli_ += sim_->ask_of(job).gpu_milli;
    fresh_ = true;
  }

  void on_place(TimeNs now, JobIndex /*job*/, std::int32_t node) override {
    sums_.refresh(now, node);
  }

  void on_release(TimeNs now, JobIndex /*job*/, std::int32_t node) override {
    sums_.refresh(now, node);
  }

  void on_node_change(TimeNs now, std::int32_t node) override { sums_.refresh(now, node); }

  void after_pass(TimeNs /*now*/) override {
    const auto capacity = sim_->world.capacity_milli().amount();
    if (!fresh_ || capacity == 0) return;
    fresh_ = false;
    const auto bin = static_cast<std::int64_t>(std::nearbyint(
        static_cast<double>(arrived_milli_) * 100.0 / static_cast<double>(capacity)));
    if (bin > kLastBin) return;
    bins_.resize(std::max(bins_.size(), static_cast<std::size_t>(bin) + 1));
    add(bins_[static_cast<std::size_t>(bin)], capacity);
  }

  void report(TimeNs /*now*/, MetricOutput& output) const override {
    MetricTable table{"/curve", columns_};
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      if (bins_[bin].count == 0) continue;
      const auto count = static_cast<double>(bins_[bin].count);
      table.columns[0].values.push_back(static_cast<double>(bin));
      table.columns[1].values.push_back(bins_[bin].allocation / count);
      table.columns[2].values.push_back(bins_[bin].amount / count);
      table.columns[3].values.push_back(bins_[bin].ratio / count);
      table.columns[4].values.push_back(count);
    }
    output.tables.push_back(std::move(table));
  }

 private:
  struct Bin {
    double allocation = 0, amount = 0, ratio = 0;
    std::int64_t count = 0;
  };

  void add(Bin& bin, std::int64_t capacity) const {
    const auto allocated = sim_->world.allocated_milli().amount();
    const auto f = static_cast<double>(sums_.sum().amount()) / 1e3;
    const auto idle = static_cast<double>(capacity - allocated);
    bin.allocation +=
        round2(static_cast<double>(allocated) * 100.0 / static_cast<double>(capacity));
    bin.amount += f * 100.0 / static_cast<double>(capacity);
    bin.ratio += idle > 0 ? round2(100.0 * f / idle) : 0;
    ++bin.count;
  }

  const Simulation* sim_;
  FragmentSums sums_;
  std::int64_t arrived_milli_ = 0;
  bool fresh_ = false;
  std::vector<Bin> bins_;
  std::vector<SeriesColumn> columns_ = {
      {"arrived", "%", "GPU demand arrived so far, of the fleet's GPUs", {}},
      {"allocation", "%", "GPU capacity held by jobs, of the fleet's GPUs", {}},
      {"fragmentation_amount", "%", "expected unusable GPU capacity, of all GPUs", {}},
      {"fragmentation_ratio", "%", "expected unusable GPU capacity, of idle GPU capacity", {}},
      {"passes", "1", "scheduling passes averaged in this bin", {}}};
};

}  // namespace

std::unique_ptr<Metric> make_demand_curve_metric(const Simulation& sim) {
  return std::make_unique<DemandCurve>(sim);
}

}  // namespace coldaisle
