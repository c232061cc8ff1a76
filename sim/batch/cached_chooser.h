#pragma once

#include <cstdint>

#include "sim/batch/node_accounts.h"
#include "sim/batch/problem.h"

namespace coldaisle {

// The memory of a CachedChooser. All arrays belong to the caller.
struct ChooserMemory {
  std::uint64_t* changed_at = nullptr;  // [nodes] number of its latest change
  std::int32_t* changes = nullptr;      // [change_ring] the places that changed last
  std::uint64_t change_ring = 0;        // a power of two, at least `nodes`
  std::uint64_t* synced = nullptr;      // [demands] changes that the scores of a demand count
  std::int32_t* sums = nullptr;         // [demands][nodes] see CachedChooser
  std::uint8_t* raw = nullptr;          // [demands][nodes] the min-max rule's score
};

// Keeps for each demand and node the weighted sum of the rules that depend on the node alone, and
// scores again only the nodes that changed since the demand was last asked for. What depends on the
// job (`random`, `locality`) or on the other nodes (the min-max of `best_fit`) is added in the scan
// for the maximum.
class CachedChooser {
 public:
  // Weights are at most 1000 and scores 100, so that sums fit with room to spare.
  static constexpr std::int32_t kNoFit = INT32_MIN;

  COLDAISLE_HD CachedChooser(const ReplayProblem& problem, const ChooserMemory& memory)
      : p_(problem), m_(memory) {}

  COLDAISLE_HD void reset(const NodeState* nodes, const PolicyRow& policy) {
    nodes_ = nodes;
    policy_ = &policy;
    change_ = 1;
    per_job_ = false;
    min_max_ = -1;
    for (int rule = 0; rule < kRuleCount; ++rule) {
      if (policy.weight[rule] == 0) continue;
      per_job_ = per_job_ || kRules[rule].per_job;
      if (kRules[rule].min_max) min_max_ = rule;
    }
    for (std::int32_t place = 0; place < p_.nodes; ++place) m_.changed_at[place] = 0;
    for (std::int32_t demand = 0; demand < p_.demands; ++demand) m_.synced[demand] = 0;
  }

  COLDAISLE_HD void changed(std::int32_t place, bool /*gained*/) {
    m_.changes[change_ & (m_.change_ring - 1)] = place;
    m_.changed_at[place] = change_++;
  }

  COLDAISLE_HD std::int32_t choose(std::int32_t job, std::int32_t demand, const std::int32_t* gang,
                                   std::int32_t gang_size) {
    sync(demand);
    const auto* sums = m_.sums + std::int64_t{demand} * p_.nodes;
    if (!per_job_ && min_max_ < 0) return first_largest(sums);
    auto context = p_.context;
    context.job = static_cast<std::uint64_t>(job);
    context.gang = gang;
    context.gang_size = gang_size;
    if (policy_->only_random != 0) return largest_draw(sums, context);
    return scan(sums, m_.raw + std::int64_t{demand} * p_.nodes, context, p_.demand[demand]);
  }

  COLDAISLE_HD std::uint32_t pick(std::int32_t job, std::int32_t demand, std::int32_t place) const {
    return pick_for(p_, *policy_, nodes_[place], job, demand, place);
  }

  COLDAISLE_HD std::int64_t fragment(std::int32_t place) const {
    return fragment_of(nodes_[place], p_.context.typical);
  }

 private:
  COLDAISLE_HD void sync(std::int32_t demand) {
    const std::uint64_t from = m_.synced[demand];
    if (from == 0 || change_ - from > m_.change_ring) {
      for (std::int32_t place = 0; place < p_.nodes; ++place) rescore(demand, place);
    } else {
      for (std::uint64_t change = from; change < change_; ++change) {
        const auto place = m_.changes[change & (m_.change_ring - 1)];
        if (m_.changed_at[place] == change) rescore(demand, place);
      }
    }
    m_.synced[demand] = change_;
  }

  COLDAISLE_HD void rescore(std::int32_t demand, std::int32_t place) {
    const auto& wanted = p_.demand[demand];
    const auto& node = nodes_[place];
    auto& kept = m_.sums[std::int64_t{demand} * p_.nodes + place];
    if (!fits(node, wanted)) {
      kept = kNoFit;
      return;
    }
    std::int32_t sum = 0;
    for (int rule = 0; rule < kRuleCount; ++rule) {
      if (policy_->weight[rule] == 0 || kRules[rule].per_job) continue;
      const std::int32_t score =
          rule_score(static_cast<RuleId>(rule), p_.context, node, p_.node_number[place], wanted);
      if (kRules[rule].min_max) {
        m_.raw[std::int64_t{demand} * p_.nodes + place] = static_cast<std::uint8_t>(score);
      } else {
        sum += policy_->weight[rule] * score;
      }
    }
    kept = sum;
  }

  COLDAISLE_HD std::int32_t first_largest(const std::int32_t* sums) const {
    std::int32_t best = -1;
    std::int32_t largest = kNoFit;
    for (std::int32_t place = 0; place < p_.nodes; ++place) {
      if (sums[place] <= largest) continue;
      largest = sums[place];
      best = place;
    }
    return best;
  }

  COLDAISLE_HD std::int32_t largest_draw(const std::int32_t* sums,
                                         const RuleContext& context) const {
    std::int32_t best = -1;
    std::uint64_t largest = 0;
    for (std::int32_t place = 0; place < p_.nodes; ++place) {
      if (sums[place] == kNoFit) continue;
      const auto bits = Random::bits(context, p_.node_number[place]);
      if (best >= 0 && bits <= largest) continue;
      largest = bits;
      best = place;
    }
    return best;
  }

  COLDAISLE_HD std::int32_t scan(const std::int32_t* sums, const std::uint8_t* raw,
                                 const RuleContext& context, const Demand& wanted) const {
    std::int32_t low = INT32_MAX;
    std::int32_t high = INT32_MIN;
    for (std::int32_t place = 0; min_max_ >= 0 && place < p_.nodes; ++place) {
      if (sums[place] == kNoFit) continue;
      low = raw[place] < low ? raw[place] : low;
      high = raw[place] > high ? raw[place] : high;
    }
    std::int32_t best = -1;
    std::int32_t largest = 0;
    for (std::int32_t place = 0; place < p_.nodes; ++place) {
      if (sums[place] == kNoFit) continue;
      std::int32_t sum = sums[place];
      if (min_max_ >= 0 && high > low) {
        sum += policy_->weight[min_max_] * ((raw[place] - low) * kMaxScore / (high - low));
      }
      for (int rule = 0; per_job_ && rule < kRuleCount; ++rule) {
        if (policy_->weight[rule] == 0 || !kRules[rule].per_job) continue;
        sum += policy_->weight[rule] * rule_score(static_cast<RuleId>(rule), context, nodes_[place],
                                                  p_.node_number[place], wanted);
      }
      if (best >= 0 && sum <= largest) continue;
      largest = sum;
      best = place;
    }
    return best;
  }

  const ReplayProblem& p_;
  ChooserMemory m_;
  const NodeState* nodes_ = nullptr;
  const PolicyRow* policy_ = nullptr;
  std::uint64_t change_ = 1;
  bool per_job_ = false;
  int min_max_ = -1;  // the one rule of the policy that is stretched over the feasible nodes
};

static_assert(
    [] {
      int min_max = 0;
      for (const auto& rule : kRules) min_max += rule.min_max ? 1 : 0;
      return min_max == 1;
    }(),
    "CachedChooser keeps the raw score of one min-max rule");

}  // namespace coldaisle
