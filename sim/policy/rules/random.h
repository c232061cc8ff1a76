#pragma once

#include "sim/core/random.h"
#include "sim/policy/rule_context.h"

namespace coldaisle {

// A fair draw per (job, node). In a sum it is an integer in 0...100; alone, the node with the
// largest 64-bit draw wins, which is a uniform choice. Source: PLACEMENT, section 1.
struct Random {
  static constexpr const char* kName = "random";
  static constexpr GpuPick kGpuPick = GpuPick::random;
  static constexpr bool kMinMax = false;
  static constexpr bool kPerJob = true;

  COLDAISLE_HD static std::uint64_t bits(const RuleContext& context, std::int32_t node_index) {
    return draw_bits(context.seed, Stream::placement, static_cast<std::uint32_t>(node_index),
                     context.job);
  }

  COLDAISLE_HD static std::int32_t score(const RuleContext& context, const NodeState& /*node*/,
                                         std::int32_t node_index, const Demand& /*demand*/) {
    return static_cast<std::int32_t>(((bits(context, node_index) >> 32) * 101) >> 32);
  }
};

}  // namespace coldaisle
