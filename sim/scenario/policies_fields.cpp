#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "sim/scenario/policy_space.h"
#include "sim/scenario/scenario_fields.h"
#include "sim/scenario/scheduler_choices.h"

namespace coldaisle {

namespace {

// No more values of one parameter than this are worth naming one by one.
constexpr std::int64_t kMostValues = 1001;

constexpr IntegerRange kDepths = {1, kMostGenerated};

template <class T>
void require_distinct(Fields& fields, const char* key, const std::vector<T>& values) {
  const bool distinct = std::set<T>(values.begin(), values.end()).size() == values.size();
  fields.require(distinct, key, "has a value twice; keep one");
}

// The member behind the key `rules` of a grid: a list of weights for each rule.
struct GridRules {
  std::vector<std::pair<std::string, std::vector<int>>> weights;
};

void describe(Fields& fields, GridRules& rules) {
  std::vector<std::pair<std::string, std::vector<int>>> described;
  for (const auto& name : fields.names("rules")) {
    std::vector<int> weights;
    for (const auto& [rule, values] : rules.weights) {
      if (rule == name) weights = values;
    }
    const auto* const key = name.c_str();
    fields.integers({key, "Weights of this rule; 0 leaves it out."}, {1, kMostValues}, kRuleWeights,
                    weights);
    require_distinct(fields, key, weights);
    if (!weights.empty()) described.emplace_back(name, std::move(weights));
  }
  rules.weights = std::move(described);
}

// What a grid and a sample have in common.
template <class T>
void describe_values(Fields& fields, T& values) {
  fields.choices({"queue", "Queue disciplines; by default the scheduler's."}, kQueueChoices,
                 values.queues);
  require_distinct(fields, "queue", values.queues);
  fields.integers({"depth", "Depths of the scan; by default the scheduler's."}, {1, kMostValues},
                  kDepths, values.depths);
  require_distinct(fields, "depth", values.depths);
  fields.choices({"gpu_choice", "Choices of the GPU; by default the scheduler's."}, kGpuChoices,
                 values.gpu_choices);
  require_distinct(fields, "gpu_choice", values.gpu_choices);
}

void describe_sample(Fields& fields, PolicySample& sample) {
  std::optional<std::int64_t> count;
  if (sample.count > 0) count = sample.count;
  fields.integer({"count", "Number of policies.", kRequired}, {1}, count);
  sample.count = count.value_or(0);
  fields.names_of({"rules", "Rules that get a weight; by default all."}, fields.names("rules"),
                  sample.rules);
  require_distinct(fields, "rules", sample.rules);
  fields.integer({"most_weight", "The largest weight."}, {1, kRuleWeights.most},
                 sample.most_weight);
  describe_values(fields, sample);
}

// PolicySample as the keys `random` and `sobol` have it.
struct RandomSample {
  PolicySample sample;
};

struct SobolSample {
  PolicySample sample;
};

void describe(Fields& fields, RandomSample& random) {
  fields.integer({"seed", "Seed of the draws; the scenario's own seed has no part in them."},
                 {0, kLargestSeed}, random.sample.seed);
  describe_sample(fields, random.sample);
}

void describe(Fields& fields, SobolSample& sobol) {
  describe_sample(fields, sobol.sample);
}

template <class T>
void sample_object(Fields& fields, const Field& field, std::optional<PolicySample>& sample) {
  std::optional<T> held;
  if (sample) held = T{*sample};
  fields.object(field, held);
  if (held) sample = std::move(held->sample);
}

}  // namespace

void describe(Fields& fields, PolicySpace& space) {
  fields.list({"list", "Policies given one by one."}, {1, kMostPolicies}, space.list);
  std::vector<std::string> presets = {kPublishedPreset};
  const auto& rules = fields.names("rules");
  presets.insert(presets.end(), rules.begin(), rules.end());
  fields.names_of({"presets",
                   "A rule's name: that rule alone, with the GPU choice it was published with; "
                   "`published`: the six policies of the FGD paper."},
                  presets, space.presets);
  fields.object({"grid", "Every combination of these values, except weights that are all 0."},
                space.grid);
  sample_object<RandomSample>(
      fields,
      {"random", "Policies drawn at random: half of the weights are 0, the others uniform."},
      space.random);
  sample_object<SobolSample>(
      fields, {"sobol", "Policies spread evenly: the points of Sobol's sequence."}, space.sobol);
}

void describe(Fields& fields, PolicyChoice& choice) {
  fields.string({"id", "What to ask for it by; by default list-1, list-2, …"}, choice.id);
  fields.string({"name", "What reports call it; by default its parameters in words."}, choice.name);
  describe_rules(fields,
                 {"rules", "Placement rules and their weights; by default the scheduler's."},
                 choice.rules);
  fields.choice({"queue", "Queue discipline; by default the scheduler's."}, kQueueChoices,
                choice.queue);
  fields.integer({"depth", "Depth of the scan; by default the scheduler's."}, kDepths,
                 choice.depth);
  fields.choice({"gpu_choice", "Choice of the GPU; by default the scheduler's."}, kGpuChoices,
                choice.gpu_choice);
}

void describe(Fields& fields, PolicyGrid& grid) {
  std::optional<GridRules> rules;
  if (!grid.rules.empty()) rules = GridRules{grid.rules};
  fields.object({"rules",
                 "Weights to combine, rule by rule, the last rule's changing fastest; by default "
                 "the scheduler's rules as they are."},
                rules);
  if (rules) grid.rules = std::move(rules->weights);
  describe_values(fields, grid);
}

}  // namespace coldaisle
