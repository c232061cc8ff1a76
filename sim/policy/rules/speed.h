#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Prefers fast GPUs: 100 x the speed of the node's GPUs / the fleet's highest, truncated; 0 for a
// CPU task.
struct Speed {
  static constexpr const char* kName = "speed";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& context, const NodeState& /*node*/,
                                         std::int32_t node_index, const Demand& demand) {
    return demand.gpus == 0 ? 0 : context.facts[node_index].speed_score;
  }
};

}  // namespace coldaisle
