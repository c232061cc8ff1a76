#include "sim/metrics/fragment_sums.h"
#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// Expected fragmentation: as a share of all GPUs (amount) and of the idle ones (ratio), over time
// and by class. Source: Weng et al. (USENIX ATC 2023); PLACEMENT, section 3, "Metrics".
class FragmentationMetric : public Metric {
 public:
  explicit FragmentationMetric(const Simulation& sim) : world_(&sim.world), sums_(sim) {}

  void on_place(TimeNs now, JobIndex /*job*/, std::int32_t node) override {
    sums_.refresh(now, node);
  }

  void on_release(TimeNs now, JobIndex /*job*/, std::int32_t node) override {
    sums_.refresh(now, node);
  }

  void on_node_change(TimeNs now, std::int32_t node) override { sums_.refresh(now, node); }

  void on_sample(TimeNs /*now*/) override {
    const auto capacity = world_->capacity_milli().amount();
    const auto idle = capacity - world_->allocated_milli().amount();
    amount_.values.push_back(percent(sums_.sum().amount(), capacity));
    ratio_.values.push_back(percent(sums_.sum().amount(), idle));
  }

  void report(TimeNs now, MetricOutput& output) const override {
    const auto capacity = world_->capacity_milli().area(now);
    const auto idle = capacity - world_->allocated_milli().area(now);
    auto& rows = output.summary;
    rows.push_back({"fragmentation_amount_mean", percent(sums_.sum().area(now), capacity), "%"});
    rows.push_back({"fragmentation_ratio_mean", percent(sums_.sum().area(now), idle), "%"});
    for (int i = 0; i < kFragmentClasses; ++i) {
      rows.push_back({std::string("fragmentation_") + kFragmentClassNames[i] + "_mean",
                      percent(sums_.by_class(i).area(now), capacity), "%"});
    }
    output.series.push_back(&amount_);
    output.series.push_back(&ratio_);
  }

 private:
  // `f` is in 1e-3 GPU-milli.
  static double percent(WideInt f, WideInt milli) { return 100 * ratio(f, milli * 1000); }

  const World* world_;
  FragmentSums sums_;
  SeriesColumn amount_{
      "fragmentation_amount", "%", "expected unusable GPU capacity, of all GPUs", {}};
  SeriesColumn ratio_{
      "fragmentation_ratio", "%", "expected unusable GPU capacity, of idle GPU capacity", {}};
};

}  // namespace

std::unique_ptr<Metric> make_fragmentation_metric(const Simulation& sim) {
  return std::make_unique<FragmentationMetric>(sim);
}

}  // namespace coldaisle
