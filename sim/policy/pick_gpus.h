#pragma once

#include <cstdint>

#include "sim/core/random.h"
#include "sim/policy/gpu_choice.h"
#include "sim/policy/rules/fgd.h"

namespace coldaisle {

// The GPUs that a feasible demand takes on `node`, as a bit mask; 0 for a CPU task. Whole-GPU tasks
// take the lowest-index free GPUs; a share task the GPU that `pick` says: the one with least left
// that fits (lowest index), the one that FGD scored highest, or a fair draw.
// Source: PLACEMENT, section 3, "GPU choice on the chosen node".
COLDAISLE_HD inline std::uint32_t pick_gpus(GpuPick pick, const RuleContext& context,
                                            const NodeState& node, std::int32_t node_index,
                                            const Demand& demand) {
  if (demand.gpus == 0) return 0;
  if (!is_share(demand)) return lowest_index_mask(node, demand);
  if (pick == GpuPick::fgd) {
    const std::int32_t gpu = Fgd::evaluate(context, node, demand).gpu;
    return gpu < 0 ? 0 : 1U << gpu;
  }
  if (pick == GpuPick::random) {
    const std::uint64_t bits = draw_bits(context.seed, Stream::gpu_choice,
                                         static_cast<std::uint32_t>(node_index), context.job);
    const auto able = static_cast<std::uint64_t>(count_fitting(node, demand));
    return nth_fitting_mask(node, demand, static_cast<int>(((bits >> 32) * able) >> 32));
  }
  return ascending_left_mask(node, demand);
}

}  // namespace coldaisle
