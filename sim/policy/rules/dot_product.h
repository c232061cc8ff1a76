#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Prefers nodes whose free resources are least aligned with the demand:
// 100 (1 - 1/2 (cl/C pc/C + gl/G pg/G)), truncated. Source: PLACEMENT, section 3, `dot_product`.
// Nodes beyond 128 cores or 8 GPUs saturate at 0.
struct DotProduct {
  static constexpr const char* kName = "dot_product";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& /*context*/, const NodeState& node,
                                         std::int32_t /*node_index*/, const Demand& demand) {
    return score_of(cpu_left_for_score(node), node.gpu_left_total, demand);
  }

  // From what is left on the node, in milli-cores and GPU-milli.
  COLDAISLE_HD static std::int32_t score_of(double cpu_left, std::int32_t gpu_left,
                                            const Demand& demand) {
    const double cpu =
        (cpu_left / kScoreCpuMilli) * (static_cast<double>(demand.cpu_milli) / kScoreCpuMilli);
    const double gpu = (static_cast<double>(gpu_left) / kScoreGpuMilli) *
                       (static_cast<double>(demand.gpus * demand.gpu_milli) / kScoreGpuMilli);
    return truncate_score(100.0 * (1.0 - (cpu + gpu) / 2.0));
  }
};

}  // namespace coldaisle
