#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "sim/batch/outcome.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// Which of two values of a metric is the better one. Codes are part of the results format: append
// only.
enum class Better : std::uint8_t { smaller, larger };

// What the metrics of an evaluation need to know besides a policy's outcome.
struct EvaluationFacts {
  bool prices_known = false;      // of every GPU
  bool power_known = false;       // of every GPU model and node base
  bool jobs_never_leave = false;  // every job stays for good
};

EvaluationFacts evaluation_facts(const FleetPlan& plan, const JobList& jobs);

// One metric of an evaluation: a number that a policy is judged by.
struct EvaluationMetric {
  const char* name;
  const char* alias;  // a short name to ask for it by; empty: none
  const char* unit;
  Better better;
  const char* meaning;

  // NaN where it is unknown or nothing happened that it could speak of.
  double (*value)(const PolicyOutcome& outcome, const EvaluationFacts& facts);
};

// THE list of an evaluation's metrics. To add one, add a row in evaluation_metrics.cpp.
std::span<const EvaluationMetric> evaluation_metrics();

// Index in the list of a name or alias. Throws UsageError with the nearest name when there is none.
std::size_t find_evaluation_metric(const std::string& name);

// All metrics of one outcome, in the order of the list. A void outcome (endless_job) has none: NaN.
void fill_metrics(const PolicyOutcome& outcome, const EvaluationFacts& facts,
                  std::span<double> values);

}  // namespace coldaisle
