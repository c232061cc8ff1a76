#pragma once

#include <memory>
#include <vector>

#include "sim/batch/cuda_device.h"
#include "sim/batch/evaluate.h"

namespace coldaisle {

// The evaluator on find_cuda_device(). Throws AbsentError where there is none or where not even one
// policy fits into its memory. The arguments are make_evaluator's.
std::unique_ptr<Evaluator> make_cuda_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                               const JobList& jobs,
                                               const std::vector<std::int32_t>& tie_rank);

}  // namespace coldaisle
