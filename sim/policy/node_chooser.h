#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/policy/policy.h"
#include "sim/policy/rule_context.h"

namespace coldaisle {

// Finds the best node for a demand: max of the policy's weighted score over the nodes that fit,
// ties to the lowest rank.
//
// Nodes change one at a time and demands repeat, so scores are kept per (demand, node) and only the
// nodes that changed since the demand was last asked for are scored again. Policies whose score of
// a node depends on that node alone keep a tournament tree per demand (answer O(1), update O(log
// nodes)); the others (rule `random`, or `best_fit` within a sum) keep the raw scores and combine
// them in one pass over the nodes.
//
// Memory: per demand in use 8 bytes x nodes rounded up to a power of two (tree), or 4 bytes x nodes
// x rules, up to kCacheBudgetBytes in all, beyond which the demand that was asked for longest ago
// is forgotten; plus 20 bytes a node.
class NodeChooser {
 public:
  // `rank` of each node breaks ties (a permutation). The spans and what `context` points to must
  // outlive the chooser.
  NodeChooser(Policy policy, RuleContext context, std::span<const NodeState> nodes,
              std::span<const Demand> demands, std::span<const std::int32_t> rank);

  // Call after each change of a node. `gained`: it may now hold more than before.
  // reopened: takes again what it took before a gang was placed.
  enum class Change : std::uint8_t { lost, gained, reopened };
  void node_changed(std::int32_t node, Change change);

  // The node for a job of this demand, or -1 when none fits; `gang`: its nodes so far.
  std::int32_t choose(std::uint64_t job, std::int32_t demand,
                      std::span<const std::int32_t> gang = {});

  // How often any node has gained so far, counted from 1: what fitted nowhere and has seen no gain
  // since still fits nowhere.
  std::uint64_t gains() const { return gains_; }

  // The GPUs that the job takes on `node`, as a bit mask.
  std::uint32_t pick_gpus_on(std::int32_t node, std::uint64_t job, std::int32_t demand) const;

 private:
  // Scores of one demand on all nodes, up to the change number `synced`.
  struct Cache {
    std::uint64_t synced = 0;
    std::uint64_t asked = 0;         // number of the last question
    std::vector<std::int32_t> tree;  // tree_leaves_ - 1 inner nodes, then leaves in rank order
    std::vector<std::int32_t> raw;   // [rule][node], kNoFit where the demand does not fit
  };

  static constexpr std::size_t kCacheBudgetBytes = std::size_t{512} << 20;

  void make_room();
  std::size_t cache_bytes() const;
  void sync(Cache& cache, std::int32_t demand);
  void rescore(Cache& cache, std::int32_t demand, std::int32_t node);
  void rebuild(Cache& cache, std::int32_t demand);
  std::int32_t tree_score(std::int32_t demand, std::int32_t node) const;
  std::int32_t best_in_tree(const Cache& cache) const;
  std::int32_t best_by_scan(const Cache& cache, std::uint64_t job, std::int32_t demand);
  void add_scores(const WeightedRule& weighted, std::span<const std::int32_t> raw,
                  const Demand& wanted, std::span<std::int64_t> sums) const;
  std::int32_t largest_draw(const Cache& cache, std::uint64_t job) const;

  Policy policy_;
  RuleContext context_;
  std::span<const NodeState> nodes_;
  std::span<const Demand> demands_;
  std::span<const std::int32_t> rank_;
  std::vector<std::int32_t> node_of_rank_;
  bool use_tree_ = false;
  std::size_t tree_leaves_ = 1;

  std::vector<Cache> caches_;
  std::vector<std::int32_t> cached_;  // demands that have a cache
  std::uint64_t questions_ = 0;
  std::vector<std::int64_t> sums_;          // scratch of best_by_scan, per node
  std::vector<std::int32_t> changed_;       // ring of the last changed nodes
  std::vector<std::uint64_t> last_change_;  // per node: its latest change number
  std::uint64_t changes_ = 1;               // number of the next change; 0 = before any
  std::uint64_t gains_ = 1;
};

}  // namespace coldaisle
