#pragma once

#include <cstdint>

#include "sim/policy/fragmentation.h"
#include "sim/policy/gpu_choice.h"

namespace coldaisle {

// What rules look at of a node beside its state; it never changes.
struct NodeFacts {
  std::int32_t rack = 0;
  std::int32_t price_score = 0;  // 0...100, see rules/price.h
  std::int32_t speed_score = 0;  // 0...100, see rules/speed.h
};

// What rules may look at besides a node and a demand. The same for all nodes of one decision.
struct RuleContext {
  TypicalTasks typical;
  std::uint64_t seed = 0;
  std::uint64_t job = 0;               // index of the job to place, for draws
  const NodeFacts* facts = nullptr;    // by node
  const std::int32_t* gang = nullptr;  // nodes chosen so far for the same job
  std::int32_t gang_size = 0;
};

// Node capacities in the published scores: constants, whatever the node (PLACEMENT, section 3).
inline constexpr double kScoreCpuMilli = 128000;
inline constexpr double kScoreGpuMilli = 8000;

inline constexpr std::int32_t kMaxScore = 100;

COLDAISLE_HD inline std::int32_t clamp_score(std::int64_t score) {
  return static_cast<std::int32_t>(score < 0 ? 0 : (score > kMaxScore ? kMaxScore : score));
}

// A score in doubles, truncated to 0...100. (Limited before the conversion, which is undefined for
// what no integer holds.)
COLDAISLE_HD inline std::int32_t truncate_score(double score) {
  const double limited = score < 0 ? 0 : (score > kMaxScore ? kMaxScore : score);
  return static_cast<std::int32_t>(limited);
}

// CPU left as scores see it: a node with no known CPU count stands at the constant.
COLDAISLE_HD inline double cpu_left_for_score(const NodeState& node) {
  return node.cpu_left_milli == kUnlimited ? kScoreCpuMilli
                                           : static_cast<double>(node.cpu_left_milli);
}

}  // namespace coldaisle
