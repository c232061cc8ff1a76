#include "sim/core/log_histogram.h"

#include <algorithm>
#include <random>
#include <vector>

#include "sim/core/units.h"
#include "tests/support/catch.h"

namespace coldaisle {
namespace {

// Whether a value lies in the bucket that it is counted in, and the bucket's middle within 1/128.
bool is_well_placed(std::int64_t value) {
  const auto bucket = histogram_bucket(value);
  if (bucket < 0 || bucket >= kHistogramBuckets || histogram_floor(bucket) > value) return false;
  const bool is_last = bucket == kHistogramBuckets - 1;
  if (!is_last && histogram_floor(bucket + 1) <= value) return false;
  const WideInt off = WideInt{histogram_value(bucket)} - value;
  return 128 * (off < 0 ? -off : off) <= value;
}

// Counts of these values, by bucket.
std::vector<std::int32_t> counts_of(const std::vector<std::int64_t>& values) {
  std::vector<std::int32_t> counts(kHistogramBuckets);
  for (const auto value : values) ++counts[static_cast<std::size_t>(histogram_bucket(value))];
  return counts;
}

std::int32_t percentile_bucket(const std::vector<std::int64_t>& values, int p) {
  return histogram_percentile(counts_of(values).data(), static_cast<std::int64_t>(values.size()),
                              p);
}

TEST_CASE("each value up to 127 ns has a bucket of its own", "[core][histogram]") {
  for (std::int32_t value = 0; value < 128; ++value) {
    CHECK(histogram_bucket(value) == value);
    CHECK(histogram_floor(value) == value);
    CHECK(histogram_value(value) == value);
  }
  CHECK(histogram_bucket(128) == histogram_bucket(129));
}

TEST_CASE("a bucket begins where the one before it ends", "[core][histogram]") {
  for (std::int32_t bucket = 1; bucket < kHistogramBuckets; ++bucket) {
    const auto first = histogram_floor(bucket);
    INFO("bucket " << bucket);
    REQUIRE(histogram_bucket(first) == bucket);
    REQUIRE(histogram_bucket(first - 1) == bucket - 1);
    REQUIRE(is_well_placed(first));
    REQUIRE(is_well_placed(first - 1));
  }
}

TEST_CASE("a bucket's middle is within 0.8 % of every value in it", "[core][histogram]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    if (!is_well_placed(value)) FAIL("value " << value);
  }
}

TEST_CASE("durations below zero and the longest one have a bucket", "[core][histogram]") {
  CHECK(histogram_bucket(-1) == 0);
  CHECK(histogram_bucket(INT64_MIN) == 0);
  CHECK(histogram_bucket(INT64_MAX) == kHistogramBuckets - 1);
  CHECK(is_well_placed(INT64_MAX));
}

TEST_CASE("a percentile is the bucket of the nearest rank", "[core][histogram]") {
  CHECK(percentile_bucket({}, 50) == -1);
  CHECK(percentile_bucket({7}, 1) == 7);
  CHECK(percentile_bucket({7}, 100) == 7);
  CHECK(percentile_bucket({5, 1, 4, 2}, 25) == 1);
  CHECK(percentile_bucket({5, 1, 4, 2}, 26) == 2);
  CHECK(percentile_bucket({5, 1, 4, 2}, 50) == 2);
  CHECK(percentile_bucket({5, 1, 4, 2}, 75) == 4);
  CHECK(percentile_bucket({5, 1, 4, 2}, 76) == 5);
  CHECK(percentile_bucket({INT64_MAX, -1}, 100) == kHistogramBuckets - 1);
  CHECK(percentile_bucket({INT64_MAX, -1}, 50) == 0);
}

TEST_CASE("percentiles of random durations are in the bucket of the sorted list's",
          "[core][histogram]") {
  std::mt19937_64 random(2);
  for (std::size_t n = 1; n <= 200; ++n) {
    std::vector<std::int64_t> values(n);
    for (auto& value : values) value = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    const auto counts = counts_of(values);
    std::sort(values.begin(), values.end());
    for (const int p : {1, 50, 95, 99, 100}) {
      const auto rank = (n * static_cast<std::size_t>(p) + 99) / 100;
      REQUIRE(histogram_percentile(counts.data(), static_cast<std::int64_t>(n), p) ==
              histogram_bucket(values[rank - 1]));
    }
  }
}

}  // namespace
}  // namespace coldaisle
