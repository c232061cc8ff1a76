#pragma once

#include <cstdint>

#include "sim/batch/lanes.h"
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
// for the maximum. All lanes of a group share the work on many nodes (lanes.h): the first calls
// reset(), choose() and the rest, and dismiss() in the end, the others serve().
template <class Lanes = OneLane>
class CachedChooser {
 public:
  // Weights are at most 1000 and scores 100, so that sums fit with room to spare.
  static constexpr std::int32_t kNoFit = INT32_MIN;

  COLDAISLE_HD CachedChooser(const ReplayProblem& problem, const ChooserMemory& memory,
                             Lanes lanes = {})
      : p_(problem), m_(memory), lanes_(lanes) {}

  COLDAISLE_HD void reset(const NodeState* nodes, const PolicyRow& policy) {
    change_ = 1;
    work({.kind = Kind::reset, .nodes = nodes, .policy = &policy});
  }

  COLDAISLE_HD void changed(std::int32_t place, bool /*gained*/) {
    m_.changes[change_ & (m_.change_ring - 1)] = place;
    m_.changed_at[place] = change_++;
  }

  COLDAISLE_HD std::int32_t choose(std::int32_t job, std::int32_t demand, const std::int32_t* gang,
                                   std::int32_t gang_size) {
    return work({.kind = Kind::choose,
                 .job = job,
                 .demand = demand,
                 .gang_size = gang_size,
                 .gang = gang,
                 .change = change_});
  }

  COLDAISLE_HD std::uint32_t pick(std::int32_t job, std::int32_t demand, std::int32_t place) const {
    return pick_for(p_, *policy_, nodes_[place], job, demand, place);
  }

  COLDAISLE_HD std::int64_t fragment(std::int32_t place) const {
    return fragment_of(nodes_[place], p_.context.typical);
  }

  // Lets the other lanes go: nothing may be asked after it.
  COLDAISLE_HD void dismiss() { work({.kind = Kind::dismiss}); }

  // What the other lanes do until they are dismissed.
  COLDAISLE_HD void serve() {
    while (work({}) != kDismissed) {
    }
  }

 private:
  using Kind = LaneRequest::Kind;

  static constexpr std::int32_t kDismissed = -2;

  // One step, by all lanes together; `own` counts on the first lane. The best place, or -1.
  COLDAISLE_HD COLDAISLE_MEETING_POINT std::int32_t work(const LaneRequest& own) {
    const LaneRequest request = lanes_.share(own);
    std::int32_t answer = request.kind == Kind::dismiss ? kDismissed : -1;
    if (request.kind == Kind::reset) start(request);
    if (request.kind == Kind::choose) answer = find(request);
    // The first lane changes nodes and asks anew only when all have read them.
    lanes_.sync();
    return answer;
  }

  COLDAISLE_HD void start(const LaneRequest& request) {
    nodes_ = request.nodes;
    policy_ = request.policy;
    per_job_ = false;
    min_max_ = -1;
    for (int rule = 0; rule < kRuleCount; ++rule) {
      if (policy_->weight[rule] == 0) continue;
      per_job_ = per_job_ || is_per_job(rule);
      if (is_min_max(rule)) min_max_ = rule;
    }
    for (auto place = lanes_.index(); place < p_.nodes; place += lanes_.count()) {
      m_.changed_at[place] = 0;
    }
    for (auto demand = lanes_.index(); demand < p_.demands; demand += lanes_.count()) {
      m_.synced[demand] = 0;
    }
  }

  COLDAISLE_HD std::int32_t find(const LaneRequest& request) {
    catch_up(request.demand, request.change);
    const auto* sums = m_.sums + std::int64_t{request.demand} * p_.nodes;
    if (!per_job_ && min_max_ < 0) return first_largest(sums);
    auto context = p_.context;
    context.job = static_cast<std::uint64_t>(request.job);
    context.gang = request.gang;
    context.gang_size = request.gang_size;
    if (policy_->only_random != 0) return largest_draw(sums, context);
    return scan(sums, m_.raw + std::int64_t{request.demand} * p_.nodes, context,
                p_.demand[request.demand]);
  }

  // Scores the nodes that have changed since the demand was last asked for.
  COLDAISLE_HD void catch_up(std::int32_t demand, std::uint64_t now) {
    const std::uint64_t from = m_.synced[demand];
    if (from == 0 || now - from > m_.change_ring) {
      for (auto place = lanes_.index(); place < p_.nodes; place += lanes_.count()) {
        rescore(demand, place);
      }
    } else {
      const auto step = static_cast<std::uint64_t>(lanes_.count());
      for (auto change = from + static_cast<std::uint64_t>(lanes_.index()); change < now;
           change += step) {
        const auto place = m_.changes[change & (m_.change_ring - 1)];
        if (m_.changed_at[place] == change) rescore(demand, place);
      }
    }
    lanes_.sync();
    if (lanes_.index() == 0) m_.synced[demand] = now;
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
      if (policy_->weight[rule] == 0 || is_per_job(rule)) continue;
      const std::int32_t score =
          rule_score(static_cast<RuleId>(rule), p_.context, node, p_.node_number[place], wanted);
      if (is_min_max(rule)) {
        m_.raw[std::int64_t{demand} * p_.nodes + place] = static_cast<std::uint8_t>(score);
      } else {
        sum += policy_->weight[rule] * score;
      }
    }
    kept = sum;
  }

  // The place of the largest value over all lanes, the first of equals; -1 where no lane has one
  // (`own` -1).
  template <class T>
  COLDAISLE_HD std::int32_t first_of_largest(std::int32_t own, T value) {
    const T top = lanes_.largest(value);
    const std::int32_t first = lanes_.smallest(own >= 0 && value == top ? own : INT32_MAX);
    return first == INT32_MAX ? -1 : first;
  }

  COLDAISLE_HD std::int32_t first_largest(const std::int32_t* sums) {
    std::int32_t best = -1;
    std::int32_t largest = kNoFit;
    for (auto place = lanes_.index(); place < p_.nodes; place += lanes_.count()) {
      if (sums[place] <= largest) continue;
      largest = sums[place];
      best = place;
    }
    return first_of_largest(best, largest);
  }

  COLDAISLE_HD std::int32_t largest_draw(const std::int32_t* sums, const RuleContext& context) {
    std::int32_t best = -1;
    std::uint64_t largest = 0;
    for (auto place = lanes_.index(); place < p_.nodes; place += lanes_.count()) {
      if (sums[place] == kNoFit) continue;
      const auto bits = Random::bits(context, p_.node_number[place]);
      if (best >= 0 && bits <= largest) continue;
      largest = bits;
      best = place;
    }
    return first_of_largest(best, largest);
  }

  COLDAISLE_HD std::int32_t scan(const std::int32_t* sums, const std::uint8_t* raw,
                                 const RuleContext& context, const Demand& wanted) {
    std::int32_t low = INT32_MAX;
    std::int32_t high = INT32_MIN;
    if (min_max_ >= 0) find_range(sums, raw, low, high);
    std::int32_t best = -1;
    std::int32_t largest = kNoFit;
    for (auto place = lanes_.index(); place < p_.nodes; place += lanes_.count()) {
      if (sums[place] == kNoFit) continue;
      std::int32_t sum = sums[place];
      if (min_max_ >= 0 && high > low) {
        sum += policy_->weight[min_max_] * ((raw[place] - low) * kMaxScore / (high - low));
      }
      for (int rule = 0; per_job_ && rule < kRuleCount; ++rule) {
        if (policy_->weight[rule] == 0 || !is_per_job(rule)) continue;
        sum += policy_->weight[rule] * rule_score(static_cast<RuleId>(rule), context, nodes_[place],
                                                  p_.node_number[place], wanted);
      }
      if (sum <= largest) continue;
      largest = sum;
      best = place;
    }
    return first_of_largest(best, largest);
  }

  // Lowest and highest raw score over the feasible nodes.
  COLDAISLE_HD void find_range(const std::int32_t* sums, const std::uint8_t* raw, std::int32_t& low,
                               std::int32_t& high) {
    for (auto place = lanes_.index(); place < p_.nodes; place += lanes_.count()) {
      if (sums[place] == kNoFit) continue;
      low = raw[place] < low ? raw[place] : low;
      high = raw[place] > high ? raw[place] : high;
    }
    low = lanes_.smallest(low);
    high = lanes_.largest(high);
  }

  const ReplayProblem& p_;
  ChooserMemory m_;
  Lanes lanes_;
  const NodeState* nodes_ = nullptr;
  const PolicyRow* policy_ = nullptr;
  std::uint64_t change_ = 1;
  bool per_job_ = false;
  int min_max_ = -1;  // the one rule of the policy that is stretched over the feasible nodes
};

static_assert((kMinMaxRules & (kMinMaxRules - 1)) == 0,
              "CachedChooser keeps the raw score of one min-max rule");

}  // namespace coldaisle
