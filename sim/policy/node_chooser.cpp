#include "sim/policy/node_chooser.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

constexpr std::int32_t kNoFit = std::numeric_limits<std::int32_t>::min();

// One node's score can stand alone when no rule looks at the other nodes or at the job. A single
// min-max rule keeps its order through the min-max, since raw scores span at most 100.
bool scores_stand_alone(const Policy& policy) {
  if (policy.rules.size() == 1) {
    const auto& only = policy.rules.front();
    return !kRules[static_cast<int>(only.rule)].per_job;
  }
  return std::none_of(policy.rules.begin(), policy.rules.end(), [](const WeightedRule& weighted) {
    const auto& traits = kRules[static_cast<int>(weighted.rule)];
    return traits.per_job || traits.min_max;
  });
}

}  // namespace

NodeChooser::NodeChooser(Policy policy, RuleContext context, std::span<const NodeState> nodes,
                         std::span<const Demand> demands, std::span<const std::int32_t> rank)
    : policy_(std::move(policy)),
      context_(context),
      nodes_(nodes),
      demands_(demands),
      rank_(rank),
      node_of_rank_(nodes.size()),
      use_tree_(scores_stand_alone(policy_)),
      tree_leaves_(std::bit_ceil(nodes.size())),
      caches_(demands.size()),
      changed_(std::bit_ceil(nodes.size())),
      last_change_(nodes.size(), 0) {
  expects(rank.size() == nodes.size(), "the tie-break ranks and the nodes differ in number");
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    node_of_rank_[static_cast<std::size_t>(rank[node])] = static_cast<std::int32_t>(node);
  }
}

void NodeChooser::node_changed(std::int32_t node, Change change) {
  changed_[changes_ & (changed_.size() - 1)] = node;
  last_change_[static_cast<std::size_t>(node)] = changes_++;
  if (change == Change::gained) ++gains_;
}

std::int32_t NodeChooser::choose(std::uint64_t job, std::int32_t demand,
                                 std::span<const std::int32_t> gang) {
  auto& cache = caches_[static_cast<std::size_t>(demand)];
  cache.asked = ++questions_;
  sync(cache, demand);
  context_.job = job;
  context_.gang = gang.data();
  context_.gang_size = static_cast<std::int32_t>(gang.size());
  return use_tree_ ? best_in_tree(cache) : best_by_scan(cache, job, demand);
}

std::uint32_t NodeChooser::pick_gpus_on(std::int32_t node, std::uint64_t job,
                                        std::int32_t demand) const {
  auto context = context_;
  context.job = job;
  return pick_gpus(policy_.gpu_pick, context, nodes_[static_cast<std::size_t>(node)], node,
                   demands_[static_cast<std::size_t>(demand)]);
}

std::size_t NodeChooser::cache_bytes() const {
  return sizeof(std::int32_t) *
         (use_tree_ ? 2 * tree_leaves_ : nodes_.size() * policy_.rules.size());
}

// Forgets the demand asked for longest ago when one more cache would break the budget.
void NodeChooser::make_room() {
  if ((cached_.size() + 1) * cache_bytes() <= kCacheBudgetBytes || cached_.empty()) return;
  const auto oldest =
      std::min_element(cached_.begin(), cached_.end(), [&](std::int32_t a, std::int32_t b) {
        return caches_[static_cast<std::size_t>(a)].asked <
               caches_[static_cast<std::size_t>(b)].asked;
      });
  caches_[static_cast<std::size_t>(*oldest)] = {};
  cached_.erase(oldest);
}

void NodeChooser::sync(Cache& cache, std::int32_t demand) {
  const bool fresh = cache.tree.empty() && cache.raw.empty();
  if (fresh) {
    make_room();
    cached_.push_back(demand);
  }
  if (fresh || changes_ - cache.synced > changed_.size()) {
    rebuild(cache, demand);
  } else {
    for (auto change = cache.synced; change < changes_; ++change) {
      const auto node = changed_[change & (changed_.size() - 1)];
      // A node that changed again later is scored at its last change only.
      if (last_change_[static_cast<std::size_t>(node)] == change) rescore(cache, demand, node);
    }
  }
  cache.synced = changes_;
}

std::int32_t NodeChooser::tree_score(std::int32_t demand, std::int32_t node) const {
  const auto& state = nodes_[static_cast<std::size_t>(node)];
  const auto& wanted = demands_[static_cast<std::size_t>(demand)];
  if (!fits(state, wanted)) return kNoFit;
  std::int32_t sum = 0;
  for (const auto& [rule, weight] : policy_.rules) {
    sum += weight * rule_score(rule, context_, state, node, wanted);
  }
  return sum;
}

void NodeChooser::rebuild(Cache& cache, std::int32_t demand) {
  const auto count = static_cast<std::int32_t>(nodes_.size());
  if (!use_tree_) {
    cache.raw.resize(nodes_.size() * policy_.rules.size());
    for (std::int32_t node = 0; node < count; ++node) rescore(cache, demand, node);
    return;
  }
  cache.tree.assign(2 * tree_leaves_, kNoFit);
  for (std::int32_t node = 0; node < count; ++node) {
    cache.tree[tree_leaves_ + static_cast<std::size_t>(rank_[static_cast<std::size_t>(node)])] =
        tree_score(demand, node);
  }
  for (std::size_t at = tree_leaves_ - 1; at > 0; --at) {
    cache.tree[at] = std::max(cache.tree[2 * at], cache.tree[2 * at + 1]);
  }
}

void NodeChooser::rescore(Cache& cache, std::int32_t demand, std::int32_t node) {
  if (use_tree_) {
    auto at = tree_leaves_ + static_cast<std::size_t>(rank_[static_cast<std::size_t>(node)]);
    cache.tree[at] = tree_score(demand, node);
    for (at /= 2; at > 0; at /= 2) {
      const auto larger = std::max(cache.tree[2 * at], cache.tree[2 * at + 1]);
      if (cache.tree[at] == larger) break;
      cache.tree[at] = larger;
    }
    return;
  }
  const auto& state = nodes_[static_cast<std::size_t>(node)];
  const auto& wanted = demands_[static_cast<std::size_t>(demand)];
  const bool feasible = fits(state, wanted);
  for (std::size_t i = 0; i < policy_.rules.size(); ++i) {
    const auto rule = policy_.rules[i].rule;
    const bool cached = feasible && !kRules[static_cast<int>(rule)].per_job;
    cache.raw[i * nodes_.size() + static_cast<std::size_t>(node)] =
        !feasible ? kNoFit : (cached ? rule_score(rule, context_, state, node, wanted) : 0);
  }
}

std::int32_t NodeChooser::best_in_tree(const Cache& cache) const {
  if (cache.tree[1] == kNoFit) return -1;
  std::size_t at = 1;
  while (at < tree_leaves_) {
    at *= 2;
    if (cache.tree[at] != cache.tree[at / 2]) ++at;  // the left child first: the lowest rank
  }
  return node_of_rank_[at - tree_leaves_];
}

std::int32_t NodeChooser::largest_draw(const Cache& cache, std::uint64_t job) const {
  auto context = context_;
  context.job = job;
  std::int32_t best = -1;
  std::uint64_t best_bits = 0;
  for (const auto node : node_of_rank_) {
    if (cache.raw[static_cast<std::size_t>(node)] == kNoFit) continue;
    const auto bits = Random::bits(context, node);
    if (best < 0 || bits > best_bits) {
      best = node;
      best_bits = bits;
    }
  }
  return best;
}

// Adds weight x score of one rule to the sums of the nodes that fit, min-max applied. `raw` is not
// all kNoFit.
void NodeChooser::add_scores(const WeightedRule& weighted, std::span<const std::int32_t> raw,
                             const Demand& wanted, std::span<std::int64_t> sums) const {
  const auto& traits = kRules[static_cast<int>(weighted.rule)];
  std::int32_t low = std::numeric_limits<std::int32_t>::max();
  std::int32_t high = kNoFit;
  for (const auto score : raw) {
    if (score == kNoFit) continue;
    low = std::min(low, score);
    high = std::max(high, score);
  }
  for (std::size_t node = 0; node < raw.size(); ++node) {
    if (raw[node] == kNoFit) continue;
    std::int32_t score = raw[node];
    if (traits.per_job) {
      score = rule_score(weighted.rule, context_, nodes_[node], static_cast<std::int32_t>(node),
                         wanted);
    } else if (traits.min_max) {
      score = high == low ? 0 : (score - low) * kMaxScore / (high - low);
    }
    sums[node] += std::int64_t{weighted.weight} * score;
  }
}

std::int32_t NodeChooser::best_by_scan(const Cache& cache, std::uint64_t job, std::int32_t demand) {
  if (policy_.rules.size() == 1 && policy_.rules.front().rule == RuleId::Random &&
      policy_.rules.front().weight > 0) {
    return largest_draw(cache, job);
  }
  const auto count = nodes_.size();
  sums_.assign(count, 0);
  for (std::size_t i = 0; i < policy_.rules.size(); ++i) {
    add_scores(policy_.rules[i], std::span(cache.raw).subspan(i * count, count),
               demands_[static_cast<std::size_t>(demand)], sums_);
  }
  std::int32_t best = -1;
  for (const auto node : node_of_rank_) {
    const auto at = static_cast<std::size_t>(node);
    if (cache.raw[at] == kNoFit) continue;
    if (best < 0 || sums_[at] > sums_[static_cast<std::size_t>(best)]) best = node;
  }
  return best;
}

}  // namespace coldaisle
