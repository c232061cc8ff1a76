#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Prefers cheap GPUs: 100 x the fleet's lowest price of a GPU-hour / the node's, truncated. 0 where
// the price is unknown, and for a CPU task, which costs nothing anywhere.
struct Price {
  static constexpr const char* kName = "price";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& context, const NodeState& /*node*/,
                                         std::int32_t node_index, const Demand& demand) {
    return demand.gpus == 0 ? 0 : context.facts[node_index].price_score;
  }
};

}  // namespace coldaisle
