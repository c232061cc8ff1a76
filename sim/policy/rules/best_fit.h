#pragma once

#include "sim/policy/rule_context.h"

namespace coldaisle {

// Prefers the node with least left after the placement: 100 (1 - 1/2 ((cl-pc)/C + (gl-pg)/G)),
// truncated, then min-max over the feasible nodes in integers. Source: PLACEMENT, section 3,
// `best_fit`. Nodes beyond 128 cores or 8 GPUs saturate at 0 before the min-max.
struct BestFit {
  static constexpr const char* kName = "best_fit";
  static constexpr GpuPick kGpuPick = GpuPick::best_fit;
  static constexpr bool kMinMax = true;
  static constexpr bool kPerJob = false;

  COLDAISLE_HD static std::int32_t score(const RuleContext& /*context*/, const NodeState& node,
                                         std::int32_t /*node_index*/, const Demand& demand) {
    return score_of(cpu_left_for_score(node), node.gpu_left_total, demand);
  }

  // From what is left on the node, in milli-cores and GPU-milli.
  COLDAISLE_HD static std::int32_t score_of(double cpu_left, std::int32_t gpu_left,
                                            const Demand& demand) {
    const double cpu = (cpu_left - demand.cpu_milli) / kScoreCpuMilli;
    const double gpu =
        static_cast<double>(gpu_left - demand.gpus * demand.gpu_milli) / kScoreGpuMilli;
    return truncate_score(100.0 * (1.0 - (cpu + gpu) / 2.0));
  }
};

}  // namespace coldaisle
