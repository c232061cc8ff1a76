#pragma once

#include <vector>

#include "sim/policy/pick_gpus.h"
#include "sim/policy/rules.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// One weighted rule of a policy.
struct WeightedRule {
  RuleId rule = RuleId::BestFit;
  std::int32_t weight = 1;
};

// A placement policy, resolved: which rules with what weights, which GPU inside the node, and in
// what order jobs are tried.
struct Policy {
  std::vector<WeightedRule> rules;  // in the order of the list of rules, weights above 0
  GpuPick gpu_pick = GpuPick::best_fit;
  QueueDiscipline queue = QueueDiscipline::skip;
  int depth = 1000;
};

// Names of all rules, in the order of the list.
std::vector<std::string> rule_names();

// The policy that a scenario's scheduler describes. Without an explicit gpu_choice a policy of one
// rule takes the choice that the rule was published with (`fgd`: fgd, `random`: random), any other
// best_fit. Rules of weight 0 are dropped.
Policy make_policy(const Scheduler& scheduler);

}  // namespace coldaisle
