#pragma once

#include <cstdint>

#include "sim/policy/node_state.h"

namespace coldaisle {

// How a share task picks its GPU inside the chosen node. Values match GpuChoice of the scenario.
enum class GpuPick : std::uint8_t { best_fit, fgd, random };

// GPUs of a node in ascending order of what is left, ties by index, that have `gpu_milli` left: bit
// mask of the first `gpus` of them. The order in which the published rules imagine a placement.
COLDAISLE_HD inline std::uint32_t ascending_left_mask(const NodeState& node, const Demand& demand) {
  std::uint32_t mask = 0;
  for (int taken = 0; taken < demand.gpus; ++taken) {
    int best = -1;
    for (int gpu = 0; gpu < node.gpus; ++gpu) {
      const bool used = ((mask >> gpu) & 1U) != 0;
      if (used || node.gpu_left_milli[gpu] < demand.gpu_milli) continue;
      if (best < 0 || node.gpu_left_milli[gpu] < node.gpu_left_milli[best]) best = gpu;
    }
    if (best < 0) break;
    mask |= 1U << best;
  }
  return mask;
}

// Whole-GPU tasks take the lowest-index GPUs with enough left.
COLDAISLE_HD inline std::uint32_t lowest_index_mask(const NodeState& node, const Demand& demand) {
  std::uint32_t mask = 0;
  int taken = 0;
  for (int gpu = 0; gpu < node.gpus && taken < demand.gpus; ++gpu) {
    if (node.gpu_left_milli[gpu] < demand.gpu_milli) continue;
    mask |= 1U << gpu;
    ++taken;
  }
  return mask;
}

// A share task takes the n-th (from 0) GPU that fits, for the choice `random`.
COLDAISLE_HD inline std::uint32_t nth_fitting_mask(const NodeState& node, const Demand& demand,
                                                   int n) {
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    if (node.gpu_left_milli[gpu] < demand.gpu_milli) continue;
    if (n == 0) return 1U << gpu;
    --n;
  }
  return 0;
}

}  // namespace coldaisle
