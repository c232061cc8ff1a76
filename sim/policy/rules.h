#pragma once

#include <cstdint>

#include "sim/policy/rules/best_fit.h"
#include "sim/policy/rules/dot_product.h"
#include "sim/policy/rules/fgd.h"
#include "sim/policy/rules/gpu_clustering.h"
#include "sim/policy/rules/gpu_packing.h"
#include "sim/policy/rules/locality.h"
#include "sim/policy/rules/price.h"
#include "sim/policy/rules/random.h"
#include "sim/policy/rules/speed.h"
#include "sim/policy/rules/spread.h"

namespace coldaisle {

// THE list of placement rules. To add one: write sim/policy/rules/x.h, include it above and name it
// here; its JSON name, the engine, the device build and the tests follow.
#define COLDAISLE_RULES(RULE) \
  RULE(Random)                \
  RULE(DotProduct)            \
  RULE(BestFit)               \
  RULE(GpuClustering)         \
  RULE(GpuPacking)            \
  RULE(Fgd)                   \
  RULE(Spread)                \
  RULE(Locality)              \
  RULE(Price)                 \
  RULE(Speed)

// Index of each rule in the list.
enum class RuleId : std::int32_t {
#define COLDAISLE_RULE_ID(Rule) Rule,
  COLDAISLE_RULES(COLDAISLE_RULE_ID)
#undef COLDAISLE_RULE_ID
};

// Facts about a rule that scoring needs.
struct RuleTraits {
  const char* name;
  bool min_max;      // scores are stretched to 0...100 over the feasible nodes of one decision
  GpuPick gpu_pick;  // the GPU choice it was published with, when it is the only rule
  bool per_job;      // scores depend on the job, not only on its demand: never cached
};

inline constexpr RuleTraits kRules[] = {
#define COLDAISLE_RULE_TRAITS(Rule) {Rule::kName, Rule::kMinMax, Rule::kGpuPick, Rule::kPerJob},
    COLDAISLE_RULES(COLDAISLE_RULE_TRAITS)
#undef COLDAISLE_RULE_TRAITS
};
inline constexpr int kRuleCount = static_cast<int>(sizeof(kRules) / sizeof(kRules[0]));

// The rules that have a trait, as bits: device code has no way to the list.
constexpr std::uint32_t rules_with(bool RuleTraits::*trait) {
  std::uint32_t mask = 0;
  for (int rule = 0; rule < kRuleCount; ++rule) mask |= kRules[rule].*trait ? 1U << rule : 0U;
  return mask;
}

inline constexpr std::uint32_t kMinMaxRules = rules_with(&RuleTraits::min_max);
inline constexpr std::uint32_t kPerJobRules = rules_with(&RuleTraits::per_job);

COLDAISLE_HD inline bool is_min_max(int rule) {
  return ((kMinMaxRules >> rule) & 1U) != 0;
}

COLDAISLE_HD inline bool is_per_job(int rule) {
  return ((kPerJobRules >> rule) & 1U) != 0;
}

// Score of a feasible node, 0...100, before any min-max.
COLDAISLE_HD inline std::int32_t rule_score(RuleId rule, const RuleContext& context,
                                            const NodeState& node, std::int32_t node_index,
                                            const Demand& demand) {
  switch (rule) {
#define COLDAISLE_RULE_CASE(Rule) \
  case RuleId::Rule:              \
    return Rule::score(context, node, node_index, demand);
    COLDAISLE_RULES(COLDAISLE_RULE_CASE)
#undef COLDAISLE_RULE_CASE
  }
  return 0;
}

}  // namespace coldaisle
