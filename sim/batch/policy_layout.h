#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/batch/cached_chooser.h"
#include "sim/batch/problem_data.h"
#include "sim/batch/replay.h"

namespace coldaisle {

// All arrays that a policy needs at work.
struct PolicyMemory {
  ReplayMemory replay;
  ChooserMemory chooser;
};

// What their sizes follow from.
struct PolicySizes {
  std::int64_t nodes = 0, jobs = 0, asks = 0, demands = 0;
  std::int64_t members = 0;      // of all stays
  std::int64_t gang = 0;         // most nodes of one job
  std::int64_t change_ring = 1;  // a power of two, at least `nodes`
};

PolicySizes policy_sizes(const ProblemData& data);

// The first arrays of each_array() may lie in a device's shared memory; the rest never does: too
// large, seldom used, or read by the host after the run.
inline constexpr int kFastArrays = 9;
inline constexpr int kPolicyArrays = 19;

// Calls visit(array, count) for each array of a policy. The fast ones come first, by uses for each
// byte: what every decision reads, then what a decision reads of the nodes that changed, then the
// nodes themselves (88 bytes each: openb's 107 KB fit only where one policy or two have a
// multiprocessor to themselves).
template <class Visit>
COLDAISLE_HD void each_array(const PolicySizes& sizes, PolicyMemory& memory, Visit&& visit) {
  auto& replay = memory.replay;
  auto& chooser = memory.chooser;
  chooser.change_ring = static_cast<std::uint64_t>(sizes.change_ring);
  visit(replay.gang, sizes.gang);
  visit(chooser.synced, sizes.demands);
  visit(replay.blocked_at, sizes.asks);
  visit(replay.waiting_words, RankSet::words_needed(sizes.jobs));
  visit(chooser.changes, sizes.change_ring);
  visit(chooser.changed_at, sizes.nodes);
  visit(replay.fragment, sizes.nodes);
  visit(replay.nodes, sizes.nodes);
  visit(replay.gpu_load, sizes.nodes * kMaxGpusPerNode);

  visit(chooser.sums, sizes.demands * sizes.nodes);
  visit(chooser.raw, sizes.demands * sizes.nodes);
  visit(replay.ends, sizes.jobs);
  visit(replay.wait_counts, std::int64_t{kHistogramBuckets});
  visit(replay.completion_counts, std::int64_t{kHistogramBuckets});
  visit(replay.start_ns, sizes.jobs);
  visit(replay.end_ns, sizes.jobs);
  visit(replay.first_member, sizes.jobs);
  visit(replay.members_of, sizes.jobs);
  visit(replay.members, sizes.members);
}

// Where each array lies: in the policy's piece of shared memory or in its slab of global memory.
struct PolicyLayout {
  PolicySizes sizes;
  std::int64_t offset[kPolicyArrays] = {};
  std::uint32_t fast = 0;  // bit i: array i lies in shared memory
  std::int64_t slab_bytes = 0;
  std::int64_t fast_bytes = 0;
};

// Takes as many arrays as fit into `fast_bytes` of shared memory.
PolicyLayout lay_out(const PolicySizes& sizes, std::int64_t fast_bytes);

// Sets each array's pointer.
class ArrayPlacer {
 public:
  COLDAISLE_HD ArrayPlacer(const PolicyLayout& layout, std::byte* slab, std::byte* fast)
      : layout_(layout), slab_(slab), fast_(fast) {}

  template <class T>
  COLDAISLE_HD void operator()(T*& array, std::int64_t /*count*/) {
    std::byte* const base = ((layout_.fast >> next_) & 1U) != 0 ? fast_ : slab_;
    array = reinterpret_cast<T*>(base + layout_.offset[next_++]);
  }

 private:
  const PolicyLayout& layout_;
  std::byte* slab_;
  std::byte* fast_;
  int next_ = 0;
};

// The arrays of a policy that has `slab` and, on a device, `fast` to itself.
COLDAISLE_HD inline PolicyMemory place_arrays(const PolicyLayout& layout, std::byte* slab,
                                              std::byte* fast) {
  PolicyMemory memory;
  each_array(layout.sizes, memory, ArrayPlacer(layout, slab, fast));
  return memory;
}

}  // namespace coldaisle
