#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/core/log_histogram.h"
#include "sim/core/units.h"

namespace coldaisle {

// Counts of durations, by the buckets of log_histogram.h. Two histograms of the same durations are
// equal, in whatever order they came.
class DurationHistogram {
 public:
  DurationHistogram() : counts_(kHistogramBuckets, 0) {}

  void add(TimeNs duration) {
    ++counts_[static_cast<std::size_t>(histogram_bucket(duration))];
    ++total_;
  }

  // By bucket.
  std::span<const std::int32_t> counts() const { return counts_; }

  std::int64_t total() const { return total_; }

  // The bucket of the p-th percentile by nearest rank (0 < p <= 100); -1 without durations.
  std::int32_t percentile_bucket(int p) const {
    return histogram_percentile(counts_.data(), total_, p);
  }

  friend bool operator==(const DurationHistogram&, const DurationHistogram&) = default;

 private:
  std::vector<std::int32_t> counts_;
  std::int64_t total_ = 0;
};

}  // namespace coldaisle
