#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/duration_histogram.h"
#include "sim/core/units.h"
#include "sim/metrics/metric.h"

namespace coldaisle {

// a / b of two exact integrals; NaN when b is 0: nothing to speak of.
double ratio(WideInt a, WideInt b);

// US dollars of an area of cost: micro-USD per hour x GPU-milli x ns.
double usd(WideInt cost);

// The p-th percentile (0 < p <= 100) of ascending values by nearest rank; `sorted` is not empty.
TimeNs nearest_rank(const std::vector<TimeNs>& sorted, double p);

// Table /histograms/NAME: how many durations lie in each bucket of DurationHistogram that holds
// any. Adding the counts of several runs gives the table of them all.
MetricTable histogram_table(const std::string& name, const DurationHistogram& histogram);

// Rows PREFIX_mean, _p50, _p95, _p99 and _max in seconds of durations in ns; NaN without any.
// `censored` of them are lower bounds.
void add_duration_rows(const std::string& prefix, std::vector<TimeNs> values, std::int64_t censored,
                       std::vector<SummaryRow>& rows);

}  // namespace coldaisle
