#pragma once

#include <cstdint>
#include <string>

#include "sim/scenario/scenario.h"

namespace coldaisle {

// The policies of an evaluation, numbered from 0 in the order list, presets, grid, random, sobol.
// Each is made when it is asked for, so a set of a million takes no more memory than its
// description.
class PolicySet {
 public:
  // The scenario must outlive the set. Throws ScenarioError when it has no policies, when two have
  // one id, or when there are more than kMostPolicies.
  explicit PolicySet(const Scenario& scenario);

  std::int64_t size() const { return size_; }

  // Policies of the grid that were left out since all their weights are 0.
  std::int64_t left_out() const { return left_out_; }

  // The scheduler of a policy: the scenario's own with the policy's parameters.
  Scheduler scheduler(std::int64_t policy) const;

  // Unique name to ask for it by: "fgd", "grid-12", "random-17", "sobol-3", or the user's own.
  std::string id(std::int64_t policy) const;

  // Its parameters in words, or the user's own name: "fgd 3 + spread 1, skip 1000, best_fit".
  std::string name(std::int64_t policy) const;

  // Number of the policy with this id, or -1.
  std::int64_t find(const std::string& id) const;

 private:
  const Scenario* scenario_;
  std::int64_t size_ = 0;
  std::int64_t left_out_ = 0;
};

}  // namespace coldaisle
