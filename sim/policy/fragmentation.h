#pragma once

#include <cstdint>

#include "sim/policy/node_state.h"

namespace coldaisle {

// One kind of task that the workload is likely to bring next, with its probability.
struct TypicalTask {
  std::int32_t cpu_milli = 0;
  std::int32_t gpus = 0;
  std::int32_t gpu_milli = 0;
  std::int32_t milli_class = 0;  // index of gpu_milli in TypicalTasks::millis
  std::uint64_t model_mask = ~0ULL;
  double probability = 0;
};

// The typical tasks M, in order, and the distinct GPU shares that they ask for.
struct TypicalTasks {
  const TypicalTask* tasks = nullptr;
  std::int32_t count = 0;
  const std::int32_t* millis = nullptr;
  std::int32_t milli_count = 0;
};

// Classes of a fragment: why a typical task could not use what is left (PLACEMENT, section 3).
enum class FragmentClass : std::uint8_t {
  neither,      // Q1: neither GPUs nor CPU suffice
  cpu_only,     // Q2: CPU suffices, GPUs do not; and Q3's remainder below the share asked for
  gpu_only,     // Q4: GPUs suffice, CPU does not
  cpu_task,     // XL: a CPU-only task that fits: it can use no GPU
  no_cpu_task,  // XR: a CPU-only task that does not fit
  wrong_model,  // NA: the task does not accept this GPU model
};
inline constexpr int kFragmentClasses = 6;
inline constexpr const char* kFragmentClassNames[kFragmentClasses] = {
    "neither", "cpu_only", "gpu_only", "cpu_task", "no_cpu_task", "wrong_model"};

// Expected GPU-milli that the next task cannot use, by class.
struct Fragmentation {
  double by_class[kFragmentClasses] = {};
};

// The sum in the fixed order Q1, Q2, Q4, XL, XR, NA: truncation makes the order matter.
COLDAISLE_HD inline double total(const Fragmentation& f) {
  double sum = 0;
  for (double part : f.by_class) sum += part;
  return sum;
}

// For one share: how many GPUs have that much left, and the milli left on those that do not.
struct ShareCount {
  std::int32_t able = 0;
  std::int32_t too_small_milli = 0;
};

COLDAISLE_HD inline ShareCount count_share(const std::int16_t* left_milli, int gpus,
                                           std::int32_t milli) {
  ShareCount count;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const std::int32_t left = left_milli[gpu];
    count.able += left >= milli ? 1 : 0;
    count.too_small_milli += left >= milli ? 0 : left;
  }
  return count;
}

// Shares that are counted once for all typical tasks; those beyond (openb's lists have 22 at most)
// are counted for each task that asks for them. Bounds what a GPU thread keeps on its stack.
inline constexpr int kKeptShares = 32;

// Why one typical task cannot use what is left on a node, and how much of it: GPU-milli.
struct FragmentPart {
  FragmentClass why = FragmentClass::neither;
  std::int32_t milli = 0;
};

// What one GPU task leaves unused of `left_total`. `able`: enough GPUs have its share left; `cpu`:
// its CPU fits.
COLDAISLE_HD inline FragmentPart gpu_task_fragment(bool able, bool cpu,
                                                   std::int32_t too_small_milli,
                                                   std::int32_t left_total) {
  if (cpu) return {FragmentClass::cpu_only, able ? too_small_milli : left_total};
  return {able ? FragmentClass::gpu_only : FragmentClass::neither, left_total};
}

// F_n(M) of one node with `left_milli` on its GPUs and `cpu_left_milli`, in GPU-milli. Source: Weng
// et al., "Beware of Fragmentation" (USENIX ATC 2023), section 3; the classes and their order as in
// PLACEMENT, section 3.
COLDAISLE_HD inline Fragmentation fragmentation(const std::int16_t* left_milli, int gpus, int model,
                                                std::int32_t cpu_left_milli,
                                                const TypicalTasks& typical) {
  Fragmentation f;
  ShareCount kept[kKeptShares];
  for (int k = 0; k < typical.milli_count && k < kKeptShares; ++k) {
    kept[k] = count_share(left_milli, gpus, typical.millis[k]);
  }
  std::int32_t left_total = 0;
  for (int gpu = 0; gpu < gpus; ++gpu) left_total += left_milli[gpu];
  for (int t = 0; t < typical.count; ++t) {
    const TypicalTask& task = typical.tasks[t];
    const bool cpu = cpu_left_milli >= task.cpu_milli;
    FragmentPart part = {FragmentClass::wrong_model, left_total};
    if (task.gpus == 0) {
      part.why = cpu ? FragmentClass::cpu_task : FragmentClass::no_cpu_task;
    } else if (model >= 0 && ((task.model_mask >> model) & 1) != 0) {
      const ShareCount count = task.milli_class < kKeptShares
                                   ? kept[task.milli_class]
                                   : count_share(left_milli, gpus, task.gpu_milli);
      part = gpu_task_fragment(count.able >= task.gpus, cpu, count.too_small_milli, left_total);
    }
    f.by_class[static_cast<int>(part.why)] += task.probability * static_cast<double>(part.milli);
  }
  return f;
}

// F of a node as it stands.
COLDAISLE_HD inline Fragmentation fragmentation(const NodeState& node,
                                                const TypicalTasks& typical) {
  return fragmentation(node.gpu_left_milli, node.gpus, node.model, node.cpu_left_milli, typical);
}

}  // namespace coldaisle
