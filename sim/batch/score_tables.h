#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/batch/problem.h"
#include "sim/batch/vector_kernels.h"

namespace coldaisle {

// Scores that depend on what is left on a node's GPUs, looked up in place of computed. What is left
// on the GPUs, whatever their order, is a *set*; sets are numbered as they occur. What a demand
// asks of GPUs is its *kind*; kinds are few. F depends on the CPU left only by which typical tasks
// it holds, its *class*. The tables fill themselves through the rules' own functions and grow with
// the states that policies bring about, so they pay across policies; one thread owns one.
class ScoreTables {
 public:
  // Scores of one kind of demand on one set, where it fits.
  struct Entry {
    std::uint8_t known = 0;
    std::uint8_t packing = 0;
    std::uint8_t spread = 0;
    std::uint8_t clustering[4] = {};  // by TagState
  };

  // Which tasks are on a node, as gpu_clustering sees it.
  enum TagState : std::uint8_t { no_task, other_tags, only_this_tag, this_and_others };

  // The problem must outlive the tables.
  ScoreTables(const ReplayProblem& problem, const VectorKernels& kernels);

  // The number of what is left on the node's GPUs.
  std::int32_t set_of(const NodeState& node);

  // How many typical tasks' CPU demands, of those that differ, `cpu_left_milli` holds.
  std::int32_t cpu_class(std::int32_t cpu_left_milli) const;

  const std::vector<std::int32_t>& cpu_steps() const { return steps_; }

  // F of a node with this set and CPU class, in GPU-milli.
  double fragment(std::int32_t set, std::int32_t cpu_class) {
    const double known = fragment_[index(set) * classes() + index(cpu_class)];
    return known >= 0 ? known : find_fragment(set, cpu_class);
  }

  // Kinds that fit the GPUs of a set, a bit for each of the first kFitBits kinds.
  static constexpr std::int32_t kFitBits = 64;

  std::uint64_t fitting(std::int32_t set) const { return fitting_[index(set)]; }

  // The same of any kind.
  bool fits_set(std::int32_t set, std::int32_t kind) const {
    if (kind < kFitBits) return ((fitting(set) >> kind) & 1U) != 0;
    return fits(node_with(sets_[index(set)]), kinds_[index(kind)]);
  }

  std::int32_t kind_of(std::int32_t demand) const { return kind_[index(demand)]; }

  const Entry& entry(std::int32_t set, std::int32_t kind) {
    const auto& known = entries_[index(set) * kinds_.size() + index(kind)];
    return known.known != 0 ? known : find_entry(set, kind);
  }

  // Least F that a demand of this kind can leave on such a node, `cpu_class` of what is left then:
  // the score of `fgd` falls with F, so it is the one that scores. The kind must fit.
  double after(std::int32_t set, std::int32_t kind, std::int32_t cpu_class) {
    const auto row = rows_[index(set) * kinds_.size() + index(kind)];
    if (row < 0) return find_after(set, kind, cpu_class);
    const double known = after_[index(row) * classes() + index(cpu_class)];
    return known >= 0 ? known : find_after(set, kind, cpu_class);
  }

  // As pick_gpus() with GpuPick::fgd, for a share task. `before`: F of the node.
  std::uint32_t pick_fgd(const NodeState& node, double before, const Demand& demand) const;

  std::size_t bytes() const;

  // Forgets everything; numbers of sets are void.
  void clear();

 private:
  // What is left on the GPUs of a node, ascending.
  struct GpuSet {
    std::int16_t left[kMaxGpusPerNode] = {};
    std::int16_t gpus = 0;
    std::int8_t model = 0;

    friend bool operator==(const GpuSet&, const GpuSet&) = default;
  };

  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  std::size_t classes() const { return steps_.size() + 1; }

  static GpuSet gpu_set(const NodeState& node);
  static std::uint64_t hash(const GpuSet& set);
  void add_set(const GpuSet& set);
  void grow_slots();
  NodeState node_with(const GpuSet& set) const;
  const Entry& find_entry(std::int32_t set, std::int32_t kind);
  double find_fragment(std::int32_t set, std::int32_t cpu_class);
  double find_after(std::int32_t set, std::int32_t kind, std::int32_t cpu_class);
  static void choose_each(const GpuSet& set, const Demand& demand, GpuChoices& choices);
  double least_after(const GpuSet& set, const Demand& demand, std::int32_t cpu_class) const;
  std::int32_t cpu_of(std::int32_t cpu_class) const;

  const ReplayProblem& p_;
  const VectorKernels& kernels_;
  std::vector<std::int32_t> millis_;    // GPU shares of the typical tasks, padded
  std::vector<std::int32_t> steps_;     // distinct CPU demands of the typical tasks, ascending
  std::vector<Demand> kinds_;           // without CPU and memory
  std::vector<std::int32_t> kind_;      // by demand
  std::vector<GpuSet> sets_;            // by number
  std::vector<std::uint64_t> fitting_;  // by number
  std::vector<std::int32_t> slots_;     // hash table of numbers, -1: free
  std::vector<double> fragment_;        // [set][class], negative: not known
  std::vector<Entry> entries_;          // [set][kind]
  std::vector<std::int32_t> rows_;      // [set][kind] number of a row of after_, -1: none
  std::vector<double> after_;           // [row][class], negative: not known
};

}  // namespace coldaisle
