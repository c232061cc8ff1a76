#pragma once

#include "sim/policy/gpu_choice.h"
#include "sim/policy/rule_context.h"

namespace coldaisle {

// Fills used GPUs first, then free GPUs of used nodes, then idle nodes. Source: PLACEMENT, section
// 3, `gpu_packing`.
struct GpuPacking {
  static constexpr const char* kName = "gpu_packing";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& /*context*/, const NodeState& node,
                                         std::int32_t /*node_index*/, const Demand& demand) {
    if (demand.gpus == 0) return 0;
    std::int32_t free = 0;
    for (int gpu = 0; gpu < node.gpus; ++gpu)
      free += node.gpu_left_milli[gpu] == kMilliPerGpu ? 1 : 0;
    if (free == node.gpus) return 33 - free > free ? 33 - free : free;
    const std::uint32_t chosen = ascending_left_mask(node, demand);
    std::int32_t fresh = 0;
    std::int32_t left_percent = 0;
    for (int gpu = 0; gpu < node.gpus; ++gpu) {
      if (((chosen >> gpu) & 1U) == 0) continue;
      fresh += node.gpu_left_milli[gpu] == kMilliPerGpu ? 1 : 0;
      left_percent += node.gpu_left_milli[gpu] * 100 / kMilliPerGpu;
    }
    if (fresh > 0) return 50 - fresh > 33 ? 50 - fresh : 33;
    const std::int32_t score = 100 - left_percent / 10;
    return score > 50 ? score : 50;
  }
};

}  // namespace coldaisle
