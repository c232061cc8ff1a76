#include "sim/policy/policy.h"

#include "sim/core/error.h"

namespace coldaisle {
namespace {

RuleId rule_id(const std::string& name) {
  for (int i = 0; i < kRuleCount; ++i) {
    if (name == kRules[i].name) return static_cast<RuleId>(i);
  }
  fail_expectation("no placement rule is called " + name);
}

GpuPick published_pick(const std::vector<WeightedRule>& rules) {
  if (rules.size() != 1) return GpuPick::best_fit;
  return kRules[static_cast<int>(rules.front().rule)].gpu_pick;
}

GpuPick to_pick(GpuChoice choice) {
  switch (choice) {
    case GpuChoice::fgd:
      return GpuPick::fgd;
    case GpuChoice::random:
      return GpuPick::random;
    case GpuChoice::best_fit:
      break;
  }
  return GpuPick::best_fit;
}

}  // namespace

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const auto& rule : kRules) names.emplace_back(rule.name);
  return names;
}

Policy make_policy(const Scheduler& scheduler) {
  Policy policy;
  policy.queue = scheduler.queue;
  policy.depth = scheduler.depth;
  for (const auto& [name, weight] : scheduler.rules) {
    if (weight != 0) policy.rules.push_back({rule_id(name), weight});
  }
  policy.gpu_pick =
      scheduler.gpu_choice ? to_pick(*scheduler.gpu_choice) : published_pick(policy.rules);
  return policy;
}

}  // namespace coldaisle
