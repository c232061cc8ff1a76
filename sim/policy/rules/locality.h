#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Keeps a gang together: 100 for a node in the one rack that holds all of the gang's nodes chosen
// so far, 50 for a rack that holds some of them, else 0. The first node of a gang, and a job on one
// node, score 0 everywhere.
struct Locality {
  static constexpr const char* kName = "locality";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = true;

  COLDAISLE_HD static std::int32_t score(const RuleContext& context, const NodeState& /*node*/,
                                         std::int32_t node_index, const Demand& /*demand*/) {
    std::int32_t near = 0;
    for (std::int32_t i = 0; i < context.gang_size; ++i) {
      near += context.facts[context.gang[i]].rack == context.facts[node_index].rack ? 1 : 0;
    }
    return score_of(near, context.gang_size);
  }

  // For a node in the rack of `near` of the gang's nodes.
  COLDAISLE_HD static std::int32_t score_of(std::int32_t near, std::int32_t gang_size) {
    if (near == 0) return 0;
    return near == gang_size ? kMaxScore : kMaxScore / 2;
  }
};

}  // namespace coldaisle
