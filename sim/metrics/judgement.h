#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/metrics/evaluation_metrics.h"

namespace coldaisle {

// By what policies are ranked, and in which metrics the Pareto set is sought. Indices into
// evaluation_metrics().
struct Criteria {
  std::size_t sort = 0;
  std::vector<std::size_t> pareto;  // two or three
};

// The criteria named by the user ("cost", "cost,wait"; empty: not named). By default policies rank
// by cost_usd; where prices are unknown by allocation_end if no job ever leaves, else by wait_mean.
// The Pareto set is by default of allocation_end and fragmentation_amount_end if no job ever
// leaves, else of wait_mean and cost_usd (allocation_mean where prices are unknown). Throws
// UsageError for an unknown metric, and for other than two or three different ones.
Criteria choose_criteria(const EvaluationFacts& facts, const std::string& sort,
                         const std::string& pareto);

// What the outcomes of the first policies of an evaluation come to.
struct Judgement {
  std::size_t evaluated = 0;
  std::vector<double> values;        // [policy, metric] of all policies; NaN: unknown
  std::vector<std::int32_t> order;   // evaluated policies, best first
  std::vector<std::int32_t> rank;    // per policy from 1, the best; 0: not evaluated
  std::vector<std::uint8_t> pareto;  // per policy 1: in the Pareto set
  std::vector<std::uint8_t> done;    // per policy 1: evaluated

  double value(std::int32_t policy, std::size_t metric) const {
    return values[static_cast<std::size_t>(policy) * evaluation_metrics().size() + metric];
  }
};

// `outcomes` are those of the first of `policies` policies.
Judgement judge(std::span<const PolicyOutcome> outcomes, std::size_t policies,
                const EvaluationFacts& facts, const Criteria& criteria);

}  // namespace coldaisle
