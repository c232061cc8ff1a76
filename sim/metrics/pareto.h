#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/metrics/evaluation_metrics.h"

namespace coldaisle {

// A metric to judge by: its value for each policy, and which way is better. NaN is unknown.
struct Objective {
  std::span<const double> values;
  Better better = Better::smaller;
};

// Per policy 1 if it is in the Pareto set of two or three objectives (equally long), else 0: no
// other policy is at least as good in all of them and better in one. Equal policies are all in it,
// those with an unknown value never. O(n log n) for n policies.
std::vector<std::uint8_t> pareto_set(std::span<const Objective> objectives);

// The policies from best to worst; of equal ones the lowest number first, unknown values last.
std::vector<std::int32_t> best_first(const Objective& objective);

}  // namespace coldaisle
