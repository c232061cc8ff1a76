#pragma once

#include <cstdint>
#include <vector>

#include "sim/batch/draw_table.h"
#include "sim/batch/node_accounts.h"
#include "sim/batch/problem.h"
#include "sim/batch/score_tables.h"
#include "sim/batch/vector_kernels.h"
#include "sim/policy/policy.h"

namespace coldaisle {

// The CPU evaluator's chooser (CachedChooser is the one for devices). Keeps for each demand and
// node the weighted sum of the rules that depend on the node alone, and scores again only the nodes
// that changed since the demand was last asked for, a batch of them at once: by tables where a
// score depends on few values, by vector instructions where it is arithmetic. What depends on the
// job (`random`, `locality`) or on the other nodes (the min-max of `best_fit`) is added in the scan
// for the maximum. A rule that has no faster form here is computed by its own function, node by
// node.
class TableChooser {
 public:
  // Most memory for tables of scores; beyond it they are begun anew.
  static constexpr std::size_t kMostTableBytes = std::size_t{16} << 20;

  // All must outlive it. One thread uses it.
  TableChooser(const ReplayProblem& problem, const VectorKernels& kernels, const DrawTable& draws);
  TableChooser(const TableChooser&) = delete;
  TableChooser& operator=(const TableChooser&) = delete;

  // Bytes that it holds, less the tables, which grow.
  std::size_t bytes() const { return bytes_; }

  std::size_t table_bytes() const { return tables_.bytes(); }

  // Bytes that the kept scores of this problem take: 5 a demand and node.
  static std::size_t score_bytes(const ReplayProblem& problem);

  void reset(const NodeState* nodes, const PolicyRow& policy);
  void changed(std::int32_t place, bool gained);
  std::int32_t choose(std::int32_t job, std::int32_t demand, const std::int32_t* gang,
                      std::int32_t gang_size);
  std::uint32_t pick(std::int32_t job, std::int32_t demand, std::int32_t place) const;

  std::int64_t fragment(std::int32_t place) const { return fragments_[at(place)]; }

 private:
  // What every scoring needs of a node, together.
  struct Record {
    std::int32_t cpu_left = -1;  // -1: takes no task
    std::int32_t memory_left = 0;
    std::int32_t gpu_left = 0;
    std::int32_t set = 0;
    std::uint64_t fitting = 0;  // see ScoreTables
    double fragment = 0;
  };

  // Tags of the tasks on a node.
  struct NodeTags {
    std::uint32_t mask = 0;
    std::int32_t count = 0;
  };

  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  static bool is_fixed(RuleId rule);
  static bool has_entries(RuleId rule);
  void sort_rules();
  void add_fixed(RuleId rule, std::int32_t weight);
  void renew_tables();
  void note(std::int32_t place);
  void sync(std::int32_t demand);
  std::int32_t collect(std::int32_t demand);
  bool fits_place(const Record& record, const Demand& wanted, std::int32_t kind) const;
  std::int32_t collect_word(std::int32_t demand, std::int32_t word, std::int32_t count);
  void fill_columns(std::int32_t demand, std::int32_t count);
  void score(std::int32_t demand, std::int32_t count);
  void add_rule(RuleId rule, std::int32_t weight, std::int32_t demand, std::int32_t count);
  void look_up(std::int32_t demand, std::int32_t count);
  void add_fgd(std::int32_t demand, std::int32_t count, std::int32_t weight);
  void add_by_function(RuleId rule, std::int32_t weight, std::int32_t demand, std::int32_t count);
  void stretch(std::int32_t demand);
  std::int32_t choose_by_job(const Decision& decision, const RuleContext& context,
                             std::int32_t demand);
  std::int32_t largest_draw(std::int32_t job, const std::int32_t* sums);
  const std::uint8_t* draws_of(std::int32_t job);
  void add_job_rule(const WeightedRule& rule, const RuleContext& context, std::int32_t demand);
  void add_locality(std::int32_t weight, const RuleContext& context);

  template <class T>
  T* allot(std::vector<T>& storage, std::int64_t count, T value = {}) {
    storage.assign(at(count), value);
    bytes_ += storage.size() * sizeof(T);
    return storage.data();
  }

  const ReplayProblem& p_;
  const VectorKernels& kernels_;
  const DrawTable& draws_;
  ScoreTables tables_;
  std::int32_t stride_;  // places, padded
  std::int32_t words_;   // of 64 places
  std::size_t bytes_ = 0;

  const NodeState* nodes_ = nullptr;
  const PolicyRow* policy_ = nullptr;
  std::vector<WeightedRule> node_rules_;  // of the policy: depend on the node's state
  std::vector<WeightedRule> job_rules_;   // of the policy: depend on the job, less `random`
  bool any_entries_ = false;              // some rule has entries in the tables
  std::int32_t draw_weight_ = 0;          // of `random`
  std::int32_t min_max_weight_ = 0;       // of the one rule that is stretched over the nodes

  std::vector<Record> records_;          // [nodes]
  std::vector<NodeTags> tags_;           // [nodes]
  std::vector<std::int64_t> fragments_;  // [nodes] see fragment_of()
  std::vector<std::int32_t> fixed_;   // [nodes] weighted scores that never change, of GPU demands
  std::vector<std::uint64_t> dirty_;  // [words][demands] places that changed since
  std::vector<std::uint64_t> open_;   // [words][demands] places that fitted when last scored
  std::vector<std::uint64_t> all_;    // [demands] all bits
  std::vector<std::int32_t> sums_;    // [demands][stride]
  std::vector<std::uint8_t> raw_;     // [demands][stride] score of the min-max rule
  std::vector<ScoreRange> ranges_;    // [demands] over which the sums count the min-max rule
  std::vector<std::int32_t> totals_;  // [stride]
  std::vector<std::uint8_t> drawn_;   // [stride]

  ScoreColumns columns_;
  std::vector<std::int32_t> near_;      // [racks] nodes of the gang
  std::vector<std::int32_t> integers_;  // of the columns
  std::vector<double> doubles_;
  std::vector<std::uint8_t> packing_, spread_, clustering_;  // [stride] by column
};

}  // namespace coldaisle
