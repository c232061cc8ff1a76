#include "sim/metrics/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coldaisle {

double ratio(WideInt a, WideInt b) {
  if (b == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(a) / static_cast<double>(b);
}

double usd(WideInt cost) {
  return static_cast<double>(cost) / (1e6 * kMilliPerGpu * static_cast<double>(kNsPerHour));
}

TimeNs nearest_rank(const std::vector<TimeNs>& sorted, double p) {
  const auto rank =
      static_cast<std::size_t>(std::ceil(p / 100.0 * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

MetricTable histogram_table(const std::string& name, const DurationHistogram& histogram) {
  MetricTable table{"/histograms/" + name,
                    {{"bucket", "1", "number of the bucket (sim/core/log_histogram.h)", {}},
                     {"from", "s", "its least duration", {}},
                     {"jobs", "1", "jobs in it", {}}}};
  for (std::int32_t bucket = 0; bucket < kHistogramBuckets; ++bucket) {
    const auto count = histogram.counts()[static_cast<std::size_t>(bucket)];
    if (count == 0) continue;
    table.columns[0].values.push_back(bucket);
    table.columns[1].values.push_back(static_cast<double>(histogram_floor(bucket)) /
                                      static_cast<double>(kNsPerSecond));
    table.columns[2].values.push_back(count);
  }
  return table;
}

void add_duration_rows(const std::string& prefix, std::vector<TimeNs> values, std::int64_t censored,
                       std::vector<SummaryRow>& rows) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<std::int64_t>(values.size());
  const auto add = [&](const std::string& name, double ns) {
    rows.push_back({prefix + name, ns / static_cast<double>(kNsPerSecond), "s", n, censored});
  };
  if (values.empty()) {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    for (const char* name : {"_mean", "_p50", "_p95", "_p99", "_max"}) add(name, nothing);
    return;
  }
  WideInt sum = 0;
  for (const auto value : values) sum += value;
  add("_mean", ratio(sum, n));
  add("_p50", static_cast<double>(nearest_rank(values, 50)));
  add("_p95", static_cast<double>(nearest_rank(values, 95)));
  add("_p99", static_cast<double>(nearest_rank(values, 99)));
  add("_max", static_cast<double>(values.back()));
}

}  // namespace coldaisle
