#include "sim/core/duration_histogram.h"

#include "tests/support/catch.h"

namespace coldaisle {
namespace {

TEST_CASE("a histogram counts durations in their buckets, in any order", "[core][histogram]") {
  DurationHistogram forth;
  DurationHistogram back;
  const std::vector<TimeNs> durations = {0, 5, 5, kNsPerSecond, kNsPerHour};
  for (const auto duration : durations) forth.add(duration);
  for (auto each = durations.rbegin(); each != durations.rend(); ++each) back.add(*each);
  CHECK(forth == back);
  CHECK(forth.total() == 5);
  CHECK(forth.counts()[5] == 2);
  CHECK(forth.counts()[static_cast<std::size_t>(histogram_bucket(kNsPerHour))] == 1);
}

TEST_CASE("percentiles of a histogram are buckets of the nearest rank", "[core][histogram]") {
  DurationHistogram histogram;
  CHECK(histogram.percentile_bucket(50) == -1);
  for (TimeNs duration = 1; duration <= 100; ++duration) histogram.add(duration);
  CHECK(histogram.percentile_bucket(50) == 50);
  CHECK(histogram.percentile_bucket(99) == 99);
  CHECK(histogram.percentile_bucket(100) == 100);
}

}  // namespace
}  // namespace coldaisle
