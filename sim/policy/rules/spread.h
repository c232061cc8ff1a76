#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Worst fit: the share of the node's GPUs still free after the placement, in percent, truncated.
// For a CPU task the CPU left after it, in percent of 128 cores, at most 100.
struct Spread {
  static constexpr const char* kName = "spread";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& /*context*/, const NodeState& node,
                                         std::int32_t /*node_index*/, const Demand& demand) {
    if (demand.gpus == 0) {
      const std::int64_t cpu = node.cpu_left_milli == kUnlimited ? 128000 : node.cpu_left_milli;
      return clamp_score((cpu - demand.cpu_milli) * 100 / 128000);
    }
    const std::int64_t left = node.gpu_left_total - demand.gpus * demand.gpu_milli;
    return clamp_score(left * 100 / (std::int64_t{kMilliPerGpu} * node.gpus));
  }
};

}  // namespace coldaisle
