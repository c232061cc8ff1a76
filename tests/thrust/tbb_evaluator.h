#pragma once

#include <memory>
#include <vector>

#include "sim/batch/evaluate.h"

namespace coldaisle::test {

// The source of the CUDA evaluator over Thrust's TBB system: `slots` policies at work at once,
// `batch` to a call. Null in a build without Thrust or TBB. The arguments are make_evaluator's.
std::unique_ptr<Evaluator> make_tbb_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                              const JobList& jobs,
                                              const std::vector<std::int32_t>& tie_rank,
                                              std::int64_t slots, std::int64_t batch);

}  // namespace coldaisle::test
