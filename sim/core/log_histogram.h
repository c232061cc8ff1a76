#pragma once

#include <cstdint>

#include "sim/core/host_device.h"

namespace coldaisle {

// Buckets for durations in ns that grow with the value: exact up to 127 ns, from there 64 to each
// doubling, so that a bucket's middle is within 1/128 (0.8 %) of every value in it. Negative values
// count as 0.
inline constexpr int kHistogramSubBits = 6;
inline constexpr std::int32_t kHistogramBuckets = (63 - kHistogramSubBits + 1) << kHistogramSubBits;

COLDAISLE_HD inline std::int32_t histogram_bucket(std::int64_t value) {
  constexpr std::int64_t kSub = std::int64_t{1} << kHistogramSubBits;
  if (value < kSub) return static_cast<std::int32_t>(value < 0 ? 0 : value);
  int top = kHistogramSubBits;  // position of the highest bit
  for (int step = 32; step > 0; step /= 2) {
    if (top + step < 63 && (value >> (top + step)) != 0) top += step;
  }
  const int shift = top - kHistogramSubBits;
  return static_cast<std::int32_t>(((std::int64_t{shift} + 1) << kHistogramSubBits) +
                                   (value >> shift) - kSub);
}

// Least value of a bucket.
COLDAISLE_HD inline std::int64_t histogram_floor(std::int32_t bucket) {
  constexpr std::int32_t kSub = 1 << kHistogramSubBits;
  if (bucket < kSub) return bucket;
  const int shift = bucket / kSub - 1;
  return (std::int64_t{bucket % kSub} + kSub) << shift;
}

// The value that stands for a bucket: its middle.
COLDAISLE_HD inline std::int64_t histogram_value(std::int32_t bucket) {
  constexpr std::int32_t kSub = 1 << kHistogramSubBits;
  const int shift = bucket < kSub ? 0 : bucket / kSub - 1;
  return histogram_floor(bucket) + ((std::int64_t{1} << shift) - 1) / 2;
}

// The bucket that holds the p-th percentile by nearest rank (0 < p <= 100); -1 without values.
COLDAISLE_HD inline std::int32_t histogram_percentile(const std::int32_t* counts,
                                                      std::int64_t total, int p) {
  if (total == 0) return -1;
  const std::int64_t rank = (total * p + 99) / 100;
  std::int64_t seen = 0;
  for (std::int32_t bucket = 0; bucket < kHistogramBuckets; ++bucket) {
    seen += counts[bucket];
    if (seen >= rank) return bucket;
  }
  return kHistogramBuckets - 1;
}

}  // namespace coldaisle
