#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/engine/simulation.h"
#include "sim/metrics/metric.h"

namespace coldaisle {

// THE list of metrics: name, whether a run has it unless told otherwise, what it says. To add one:
// write sim/metrics/x.cpp with make_x_metric() and add a row.
#define COLDAISLE_METRICS(METRIC)                                                                \
  METRIC(jobs, true, "jobs by state")                                                            \
  METRIC(allocation, true, "share of the GPUs in the fleet that jobs hold, and use")             \
  METRIC(fragmentation, true, "GPU capacity that the next typical task could not use, by cause") \
  METRIC(queue, true, "jobs and GPUs that wait")                                                 \
  METRIC(wait, true, "waiting time from submission to start")                                    \
  METRIC(completion, true, "job completion time (JCT) from submission to end")                   \
  METRIC(gpu_hours, true, "GPU-hours by state")                                                  \
  METRIC(preemption, true, "stays cut short for other jobs, and what that cost")                 \
  METRIC(energy, true, "energy and power of GPUs and nodes")                                     \
  METRIC(cost, true, "what jobs pay for the GPUs they hold, by price class")                     \
  METRIC(demand_curve, false, "allocation and fragmentation against arrived demand, in 1 % steps")

#define COLDAISLE_DECLARE_METRIC(name, by_default, meaning) \
  std::unique_ptr<Metric> make_##name##_metric(const Simulation& sim);
COLDAISLE_METRICS(COLDAISLE_DECLARE_METRIC)
#undef COLDAISLE_DECLARE_METRIC

// One row of the list.
struct MetricKind {
  const char* name;
  bool by_default;
  const char* meaning;
  std::unique_ptr<Metric> (*make)(const Simulation& sim);
};

std::span<const MetricKind> metric_list();

// Names of all metrics, in the order of the list.
std::vector<std::string> metric_names();

// The metrics that a scenario asks for, in the order of the list. `sim` must outlive them.
std::vector<std::unique_ptr<Metric>> make_metrics(const Simulation& sim);

}  // namespace coldaisle
