#pragma once

#include <cstdint>

#include "sim/core/units.h"
#include "sim/policy/ask.h"
#include "sim/policy/pick_gpus.h"
#include "sim/policy/rules.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// The queue disciplines that are covered: the first so many of the list.
inline constexpr int kCoveredDisciplines = static_cast<int>(QueueDiscipline::priority) + 1;

// Power of a GPU in mW: idle, and what full load adds, by its place in the node.
struct GpuPower {
  std::int64_t idle = 0, span = 0;
};

// What all policies of an evaluation share, as plain arrays that a device can hold as well. Nodes
// stand in the order of their tie-break ranks, so that among equal scores the first wins; their
// numbers in the fleet are in `node_number`, which is what rules and facts go by.
struct ReplayProblem {
  std::int32_t nodes = 0;
  const NodeState* node_states = nullptr;     // empty, by place
  const std::int32_t* node_number = nullptr;  // by place
  const std::int64_t* node_price = nullptr;   // micro-USD per GPU-hour, by place
  const std::uint8_t* node_price_class = nullptr;
  const std::int64_t* model_speed_ppm = nullptr;  // by GPU model
  const GpuPower* model_power = nullptr;          // [model][kMaxGpusPerNode]
  std::int64_t slowdown_ppm[kLevels] = {kPpm, kPpm, kPpm};
  std::int64_t capacity_milli = 0;
  std::int64_t base_power_mw = 0;

  std::int32_t jobs = 0;
  const TimeNs* submit_ns = nullptr;  // ascending
  const TimeNs* duration_ns = nullptr;
  const std::int32_t* ask_of_job = nullptr;
  const std::uint16_t* utilisation_milli = nullptr;
  const std::int32_t* rank_of_job[kCoveredDisciplines] = {};  // null: the order of submission
  const std::int32_t* job_of_rank[kCoveredDisciplines] = {};

  std::int32_t asks = 0;
  const Ask* ask = nullptr;
  const std::uint8_t* ask_ever_fits = nullptr;
  const GangPart* parts = nullptr;
  std::int32_t demands = 0;
  const Demand* demand = nullptr;

  RuleContext context;  // typical tasks, seed and facts
  TimeNs horizon_ns = kNever;
};

// One policy in a form that a device can hold: a weight for each rule of the list.
struct PolicyRow {
  std::int32_t weight[kRuleCount] = {};
  QueueDiscipline queue = QueueDiscipline::skip;
  GpuPick gpu_pick = GpuPick::best_fit;
  std::int32_t depth = 1;
  std::int32_t only_random = 0;  // 1: the rule `random` alone, a uniform choice
};

// The GPUs that `job` takes on the node at `place` for one of its demands, as a bit mask.
COLDAISLE_HD inline std::uint32_t pick_for(const ReplayProblem& problem, const PolicyRow& policy,
                                           const NodeState& node, std::int32_t job,
                                           std::int32_t demand, std::int32_t place) {
  auto context = problem.context;
  context.job = static_cast<std::uint64_t>(job);
  return pick_gpus(policy.gpu_pick, context, node, problem.node_number[place],
                   problem.demand[demand]);
}

}  // namespace coldaisle
