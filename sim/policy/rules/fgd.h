#pragma once

#include "sim/policy/fragmentation.h"
#include "sim/policy/gpu_choice.h"
#include "sim/policy/rule_context.h"
#include "sim/policy/sigmoid.h"

namespace coldaisle {

// Fragmentation gradient descent: the placement that raises the expected fragmentation least.
// trunc(100 sigmoid((F_before - F_after) / 1000)). Source: Weng et al., "Beware of Fragmentation"
// (USENIX ATC 2023); details as in PLACEMENT, section 3, `fgd`.
struct Fgd {
  static constexpr const char* kName = "fgd";
  static constexpr GpuPick kGpuPick = GpuPick::fgd;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = false;

  // Score of the node and, for a share task, the GPU that gives it.
  struct Evaluation {
    std::int32_t score = 0;
    std::int32_t gpu = -1;
  };

  COLDAISLE_HD static Evaluation evaluate(const RuleContext& context, const NodeState& node,
                                          const Demand& demand) {
    const double before = total(fragmentation(node, context.typical));
    if (is_share(demand)) return best_share(context, node, demand, before);
    NodeState after = node;
    const std::uint32_t mask = ascending_left_mask(node, demand);
    take(after, demand, mask);
    return {score_of(before, total(fragmentation(after, context.typical))), -1};
  }

  COLDAISLE_HD static std::int32_t score(const RuleContext& context, const NodeState& node,
                                         std::int32_t /*node_index*/, const Demand& demand) {
    return evaluate(context, node, demand).score;
  }

  COLDAISLE_HD static std::int32_t score_of(double before, double after) {
    return sigmoid_percent((before - after) / 1000.0);
  }

  // Tries every GPU that fits: the highest integer score, lowest index on ties. GPUs with equal
  // milli left score alike, so only the first of each kind is evaluated.
  COLDAISLE_HD static Evaluation best_share(const RuleContext& context, const NodeState& node,
                                            const Demand& demand, double before) {
    Evaluation best;
    const std::int32_t cpu_left =
        node.cpu_left_milli == kUnlimited ? kUnlimited : node.cpu_left_milli - demand.cpu_milli;
    std::int16_t left[kMaxGpusPerNode];
    for (int gpu = 0; gpu < node.gpus; ++gpu) left[gpu] = node.gpu_left_milli[gpu];
    for (int gpu = 0; gpu < node.gpus; ++gpu) {
      const std::int16_t old = left[gpu];
      if (old < demand.gpu_milli || seen_before(node, gpu)) continue;
      left[gpu] = static_cast<std::int16_t>(old - demand.gpu_milli);
      const double after =
          total(fragmentation(left, node.gpus, node.model, cpu_left, context.typical));
      left[gpu] = old;
      const std::int32_t score = score_of(before, after);
      if (best.gpu < 0 || score > best.score) best = {score, gpu};
    }
    return best;
  }

  COLDAISLE_HD static bool seen_before(const NodeState& node, int gpu) {
    for (int earlier = 0; earlier < gpu; ++earlier) {
      if (node.gpu_left_milli[earlier] == node.gpu_left_milli[gpu]) return true;
    }
    return false;
  }
};

}  // namespace coldaisle
