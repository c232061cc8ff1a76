#include "tests/thrust/tbb_evaluator.h"

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/tbb/execution_policy.h>
#include <thrust/system/tbb/vector.h>

#include "sim/batch/thrust_evaluator.h"

namespace coldaisle::test {
namespace {

// One lane a policy, slots over TBB's threads.
struct TbbSystem {
  template <class T>
  using Vector = thrust::tbb::vector<T>;

  DevicePlan plan(const PolicySizes& sizes, std::int64_t /*problem_bytes*/) const {
    return {.layout = lay_out(sizes, 0), .slots = slots, .batch = batch};
  }

  static void replay(const PolicyBatch& batch) {
    thrust::for_each(thrust::tbb::par, thrust::counting_iterator<std::int64_t>(0),
                     thrust::counting_iterator<std::int64_t>(batch.slots), [&](std::int64_t slot) {
                       for (auto i = slot; i < batch.policies; i += batch.slots) {
                         replay_policy(batch, i, slot, nullptr, OneLane());
                       }
                     });
  }

  static std::string description() { return "Thrust over TBB"; }

  std::int64_t slots = 1;
  std::int64_t batch = 1;
};

}  // namespace

std::unique_ptr<Evaluator> make_tbb_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                              const JobList& jobs,
                                              const std::vector<std::int32_t>& tie_rank,
                                              std::int64_t slots, std::int64_t batch) {
  return std::make_unique<ThrustEvaluator<TbbSystem>>(scenario, plan, jobs, tie_rank,
                                                      TbbSystem{.slots = slots, .batch = batch});
}

}  // namespace coldaisle::test
