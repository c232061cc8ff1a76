#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Keeps tasks of one kind together (after Gandiva): nodes that already run the task's tag first,
// then empty ones, fuller nodes before emptier. Source: PLACEMENT, section 3, `gpu_clustering`.
struct GpuClustering {
  static constexpr const char* kName = "gpu_clustering";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& /*context*/, const NodeState& node,
                                         std::int32_t /*node_index*/, const Demand& demand) {
    if (demand.gpus == 0) return 0;
    // The published 8-GPU constant; larger nodes count as 8 GPUs when emptier than that.
    const std::int32_t left = node.gpu_left_total > 8000 ? 8000 : node.gpu_left_total;
    const std::int32_t base = 25 * (8000 - left) / 8000;
    if (node.tag_count[tag_of(demand)] > 0) return base + (node.tags == 1 ? 75 : 50);
    return base + (node.tags == 0 ? 25 : 0);
  }
};

}  // namespace coldaisle
