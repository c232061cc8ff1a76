#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/policy/policy_set.h"

namespace coldaisle {

// Where policies come from: a PolicySet, which must outlive it, or a test's own.
struct PolicySource {
  std::int64_t size = 0;
  std::function<Scheduler(std::int64_t policy)> scheduler;
  std::function<std::string(std::int64_t policy)> id, name;
};

PolicySource policy_source(const PolicySet& set);

// The parameters of all policies of an evaluation, by columns.
struct PolicyTable {
  std::vector<std::string> rules;  // all there are, in the order of their list
  std::vector<std::string> ids, names;
  std::vector<std::uint8_t> queue, gpu_choice;  // codes; the choice is the one in force
  std::vector<std::int32_t> depth;
  std::vector<std::int32_t> weights;  // [policy, rule]

  std::size_t size() const { return ids.size(); }
};

PolicyTable list_policies(const PolicySource& source);

}  // namespace coldaisle
