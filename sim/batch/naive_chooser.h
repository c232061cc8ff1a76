#pragma once

#include <cstdint>
#include <limits>

#include "sim/batch/node_accounts.h"
#include "sim/batch/problem.h"

namespace coldaisle {

// Scores every node anew for each job, straight from PLACEMENT, section 1: slow and obvious.
class NaiveChooser {
 public:
  COLDAISLE_HD explicit NaiveChooser(const ReplayProblem& problem) : p_(problem) {}

  COLDAISLE_HD void reset(const NodeState* nodes, const PolicyRow& policy) {
    nodes_ = nodes;
    policy_ = &policy;
  }

  COLDAISLE_HD void changed(std::int32_t /*place*/, bool /*gained*/) {}

  COLDAISLE_HD std::int32_t choose(std::int32_t job, std::int32_t demand, const std::int32_t* gang,
                                   std::int32_t gang_size) {
    auto context = p_.context;
    context.job = static_cast<std::uint64_t>(job);
    context.gang = gang;
    context.gang_size = gang_size;
    const auto& wanted = p_.demand[demand];
    std::int32_t low[kRuleCount];
    std::int32_t high[kRuleCount];
    find_ranges(context, wanted, low, high);
    std::int32_t best = -1;
    std::int64_t best_sum = 0;
    std::uint64_t best_bits = 0;
    for (std::int32_t place = 0; place < p_.nodes; ++place) {
      if (!fits(nodes_[place], wanted)) continue;
      std::int64_t sum = 0;
      std::uint64_t bits = 0;
      if (policy_->only_random != 0) {
        bits = Random::bits(context, p_.node_number[place]);
      } else {
        sum = sum_at(context, place, wanted, low, high);
      }
      if (best >= 0 && (bits < best_bits || (bits == best_bits && sum <= best_sum))) continue;
      best = place;
      best_sum = sum;
      best_bits = bits;
    }
    return best;
  }

  COLDAISLE_HD std::uint32_t pick(std::int32_t job, std::int32_t demand, std::int32_t place) const {
    return pick_for(p_, *policy_, nodes_[place], job, demand, place);
  }

  COLDAISLE_HD std::int64_t fragment(std::int32_t place) const {
    return fragment_of(nodes_[place], p_.context.typical);
  }

 private:
  COLDAISLE_HD std::int32_t score(int rule, const RuleContext& context, std::int32_t place,
                                  const Demand& wanted) const {
    return rule_score(static_cast<RuleId>(rule), context, nodes_[place], p_.node_number[place],
                      wanted);
  }

  // Lowest and highest score over the feasible nodes, of the rules that are stretched between them.
  COLDAISLE_HD void find_ranges(const RuleContext& context, const Demand& wanted, std::int32_t* low,
                                std::int32_t* high) const {
    for (int rule = 0; rule < kRuleCount; ++rule) {
      low[rule] = INT32_MAX;
      high[rule] = INT32_MIN;
      if (!is_min_max(rule) || policy_->weight[rule] == 0) continue;
      for (std::int32_t place = 0; place < p_.nodes; ++place) {
        if (!fits(nodes_[place], wanted)) continue;
        const std::int32_t found = score(rule, context, place, wanted);
        low[rule] = found < low[rule] ? found : low[rule];
        high[rule] = found > high[rule] ? found : high[rule];
      }
    }
  }

  COLDAISLE_HD std::int64_t sum_at(const RuleContext& context, std::int32_t place,
                                   const Demand& wanted, const std::int32_t* low,
                                   const std::int32_t* high) const {
    std::int64_t sum = 0;
    for (int rule = 0; rule < kRuleCount; ++rule) {
      if (policy_->weight[rule] == 0) continue;
      std::int32_t found = score(rule, context, place, wanted);
      if (is_min_max(rule)) {
        const std::int32_t span = high[rule] - low[rule];
        found = span == 0 ? 0 : (found - low[rule]) * kMaxScore / span;
      }
      sum += std::int64_t{policy_->weight[rule]} * found;
    }
    return sum;
  }

  const ReplayProblem& p_;
  const NodeState* nodes_ = nullptr;
  const PolicyRow* policy_ = nullptr;
};

}  // namespace coldaisle
