#include "sim/metrics/metrics.h"

#include <algorithm>

namespace coldaisle {
namespace {

constexpr MetricKind kMetrics[] = {
#define COLDAISLE_METRIC_ROW(name, by_default, meaning) \
  {#name, by_default, meaning, make_##name##_metric},
    COLDAISLE_METRICS(COLDAISLE_METRIC_ROW)
#undef COLDAISLE_METRIC_ROW
};

bool names(const std::vector<std::string>& list, const char* name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

std::span<const MetricKind> metric_list() {
  return kMetrics;
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names_found;
  for (const auto& kind : kMetrics) names_found.emplace_back(kind.name);
  return names_found;
}

std::vector<std::unique_ptr<Metric>> make_metrics(const Simulation& sim) {
  const auto& wanted = sim.scenario.metrics;
  std::vector<std::unique_ptr<Metric>> metrics;
  for (const auto& kind : kMetrics) {
    const bool by_default = wanted.only.empty() ? kind.by_default : names(wanted.only, kind.name);
    if (by_default || names(wanted.also, kind.name)) metrics.push_back(kind.make(sim));
  }
  return metrics;
}

}  // namespace coldaisle
