#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sim/core/units.h"

namespace coldaisle {

using JobIndex = std::int32_t;

struct Simulation;

// One row of /summary. NaN confidence limits mean "not estimated"; `censored` counts observations
// that are lower bounds because the run ended first.
struct SummaryRow {
  std::string metric;
  double value = 0;
  std::string unit;
  std::int64_t n = 1, censored = 0;
  double ci_lo = std::numeric_limits<double>::quiet_NaN();
  double ci_hi = std::numeric_limits<double>::quiet_NaN();
};

// One column of /series, a value per sample.
struct SeriesColumn {
  std::string name, unit, long_name;
  std::vector<double> values;
};

// A table of its own, for metrics that are neither a number nor a series in time.
struct MetricTable {
  std::string path;                   // "/curve"
  std::vector<SeriesColumn> columns;  // the first one is the axis
};

// Where a metric puts what it found.
struct MetricOutput {
  std::vector<SummaryRow> summary;
  std::vector<const SeriesColumn*> series;  // owned by the metric
  std::vector<MetricTable> tables;
};

// Watches a run; the engine knows no metric by name. Called in event order; accounts settle at
// changes, and sampling only reads. All hooks default to nothing.
class Metric {
 public:
  virtual ~Metric() = default;

  // Before the first event.
  virtual void begin(TimeNs /*now*/) {}

  // A job entered the queue or was refused at once (see its state). Jobs that run at t = 0 get
  // on_place() alone.
  virtual void on_arrival(TimeNs /*now*/, JobIndex /*job*/) {}

  // `job` now holds, or no longer holds, its place on `node`; for each node of a gang in turn.
  virtual void on_place(TimeNs /*now*/, JobIndex /*job*/, std::int32_t /*node*/) {}

  virtual void on_release(TimeNs /*now*/, JobIndex /*job*/, std::int32_t /*node*/) {}

  // A node entered or left service.
  virtual void on_node_change(TimeNs /*now*/, std::int32_t /*node*/) {}

  // A scheduling pass is over.
  virtual void after_pass(TimeNs /*now*/) {}

  // A sampling instant.
  virtual void on_sample(TimeNs /*now*/) {}

  // The run stands at `now`: report. Called at every flush and at the end; must not disturb.
  virtual void report(TimeNs now, MetricOutput& output) const = 0;

 protected:
  Metric() = default;
  Metric(const Metric&) = default;
  Metric& operator=(const Metric&) = default;
};

}  // namespace coldaisle
