#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/policy/grid_policies.h"
#include "sim/policy/sampled_policies.h"
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

  std::int64_t size() const { return first_.back(); }

  // Combinations of the grid that are no policies since all their weights are 0.
  std::int64_t left_out() const { return grid_ ? grid_->left_out() : 0; }

  // The scheduler of a policy: the scenario's own with the policy's parameters. Its rules are in
  // the order of their list, with weights above 0.
  Scheduler scheduler(std::int64_t policy) const;

  // Unique name to ask for it by: "fgd", "grid-12", "random-17", "sobol-3", or the user's own.
  std::string id(std::int64_t policy) const;

  // Its parameters in words, or the user's own name: "3 fgd + 1 spread, skip 1000, gpu best_fit".
  std::string name(std::int64_t policy) const;

  // Number of the policy with this id, or -1.
  std::int64_t find(const std::string& id) const;

 private:
  enum class Part : std::uint8_t { list, presets, grid, random, sobol };
  static constexpr int kParts = 5;

  // A policy as its part counts it.
  struct Place {
    Part part = Part::list;
    std::int64_t index = 0;
  };

  Place place(std::int64_t policy) const;

  std::int64_t first(Part part) const { return first_[static_cast<std::size_t>(part)]; }

  Scheduler unordered_scheduler(const Place& place) const;

  const Scenario* scenario_;
  const PolicySpace* space_;
  std::vector<std::string> presets_;  // names of rules
  std::optional<GridPolicies> grid_;
  std::optional<SampledPolicies> random_;
  std::optional<SampledPolicies> sobol_;
  std::array<std::int64_t, kParts + 1> first_{};  // number of each part's first policy, then all
  std::map<std::string, std::int64_t> numbers_;   // of the ids of list and presets
};

}  // namespace coldaisle
