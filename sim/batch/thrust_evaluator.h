#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include <thrust/copy.h>

#include "sim/batch/device_plan.h"
#include "sim/batch/evaluate.h"
#include "sim/batch/job_outcomes.h"
#include "sim/batch/policy_batch.h"
#include "sim/batch/problem_data.h"
#include "sim/core/error.h"

namespace coldaisle {

// The arrays that all policies share, in vectors of a Thrust system.
template <class System>
class SharedProblem {
 public:
  explicit SharedProblem(const ProblemData& data) {
    view_ = data.copied_by(
        [this](const auto* array, std::int64_t count) { return copy(array, count); });
  }

  const ReplayProblem& view() const { return view_; }

  // Bytes that the copy of a problem takes.
  static std::int64_t bytes(const ProblemData& data) {
    std::int64_t bytes = 0;
    data.copied_by([&bytes](const auto* array, std::int64_t count) {
      bytes += count * static_cast<std::int64_t>(sizeof(*array));
      return array;
    });
    return bytes;
  }

 private:
  template <class T>
  const T* copy(const T* array, std::int64_t count) {
    const auto* const from = reinterpret_cast<const std::byte*>(array);
    storage_.emplace_back(from, from + static_cast<std::size_t>(count) * sizeof(T));
    return reinterpret_cast<const T*>(thrust::raw_pointer_cast(storage_.back().data()));
  }

  // A deque: vectors of Thrust move only by copying, and the problem points into them.
  std::deque<typename System::template Vector<std::byte>> storage_;
  ReplayProblem view_;
};

// The evaluator over a Thrust system: the source is one, whether the vectors and the lanes are a
// device's or the processor's. A System has:
//   Vector<T>: its kind of vector;
//   plan(sizes, problem_bytes): a DevicePlan;
//   replay(batch): replays every policy of the batch, and returns when it has;
//   description().
template <class System>
class ThrustEvaluator : public Evaluator {
 public:
  ThrustEvaluator(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
                  const std::vector<std::int32_t>& tie_rank, System system)
      : file_(file_in_messages(scenario)),
        data_(scenario, plan, jobs, tie_rank),
        system_(std::move(system)),
        plan_(system_.plan(policy_sizes(data_), SharedProblem<System>::bytes(data_))),
        problem_(data_),
        slabs_(static_cast<std::size_t>(plan_.slots * plan_.layout.slab_bytes)) {
    expects(data_.most_members() <= std::numeric_limits<std::int32_t>::max(),
            "the jobs of an evaluation hold more nodes than can be counted");
  }

  void evaluate(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes) override {
    expects(policies.size() == outcomes.size(), "one outcome for each policy");
    const auto most = static_cast<std::size_t>(plan_.batch);
    for (std::size_t first = 0; first < policies.size(); first += most) {
      const auto count = std::min(most, policies.size() - first);
      replay(policies.subspan(first, count), outcomes.subspan(first, count), plan_.slots);
    }
    refuse_endless_jobs(outcomes, file_);
  }

  std::vector<JobOutcome> trace(const Policy& policy) override {
    PolicyOutcome outcome;
    replay({&policy, 1}, {&outcome, 1}, 1);
    refuse_endless_jobs({&outcome, 1}, file_);
    // What became of the jobs lies in the slab of the only slot.
    std::vector<std::byte> slab(static_cast<std::size_t>(plan_.layout.slab_bytes));
    thrust::copy(slabs_.begin(), slabs_.begin() + plan_.layout.slab_bytes, slab.begin());
    return job_outcomes(data_.view(), place_arrays(plan_.layout, slab.data(), nullptr).replay);
  }

  std::int64_t batch_size() const override { return plan_.batch; }

  std::int64_t bytes_per_policy() const override {
    return plan_.layout.slab_bytes + plan_.layout.fast_bytes;
  }

  std::string description() const override { return system_.description(); }

 private:
  template <class T>
  using Vector = typename System::template Vector<T>;

  void replay(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes,
              std::int64_t slots) {
    std::vector<PolicyRow> rows(policies.size());
    std::transform(policies.begin(), policies.end(), rows.begin(), to_row);
    const Vector<PolicyRow> own_rows(rows.begin(), rows.end());
    Vector<PolicyOutcome> own_outcomes(outcomes.size());
    system_.replay({.problem = problem_.view(),
                    .layout = plan_.layout,
                    .rows = thrust::raw_pointer_cast(own_rows.data()),
                    .outcomes = thrust::raw_pointer_cast(own_outcomes.data()),
                    .slabs = thrust::raw_pointer_cast(slabs_.data()),
                    .policies = static_cast<std::int64_t>(policies.size()),
                    .slots = slots});
    thrust::copy(own_outcomes.begin(), own_outcomes.end(), outcomes.begin());
  }

  std::string file_;
  ProblemData data_;
  System system_;
  DevicePlan plan_;
  SharedProblem<System> problem_;
  Vector<std::byte> slabs_;
};

}  // namespace coldaisle
