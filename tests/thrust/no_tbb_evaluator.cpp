// Stands in for tbb_evaluator.cpp where there is no Thrust or no TBB.
#include "tests/thrust/tbb_evaluator.h"

namespace coldaisle::test {

std::unique_ptr<Evaluator> make_tbb_evaluator(const Scenario& /*scenario*/,
                                              const FleetPlan& /*plan*/, const JobList& /*jobs*/,
                                              const std::vector<std::int32_t>& /*tie_rank*/,
                                              std::int64_t /*slots*/, std::int64_t /*batch*/) {
  return nullptr;
}

}  // namespace coldaisle::test
