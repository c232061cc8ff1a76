#pragma once

#include <vector>

#include "sim/batch/problem.h"
#include "sim/core/error.h"
#include "sim/scenario/scenario.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// Whether the batch evaluator replays a queue discipline; `run` has them all.
constexpr bool is_covered(QueueDiscipline queue) {
  return static_cast<int>(queue) < kCoveredDisciplines;
}

// What in the scenario the evaluator does not cover, each with its place and remedy; empty: all is
// covered. (PLACEMENT, section 5.)
std::vector<Problem> unsupported_features(const Scenario& scenario);

// The same of its jobs, which a trace may bring.
std::vector<Problem> unsupported_jobs(const Scenario& scenario, const JobList& jobs);

}  // namespace coldaisle
