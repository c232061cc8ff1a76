#include "sim/policy/sampled_policies.h"

#include <algorithm>

#include "sim/core/random.h"
#include "sim/policy/rules.h"

namespace coldaisle {

namespace {

// Indices of the draws of Stream::policy_choice, and order of the last Sobol' dimensions.
constexpr int kQueue = 0;
constexpr int kDepth = 1;
constexpr int kGpuChoice = 2;
constexpr int kChoices = 3;

template <class T, class Member>
void choose(const std::vector<T>& values, double at, Member& member) {
  if (values.empty()) return;
  member = values[static_cast<std::size_t>(at * static_cast<double>(values.size()))];
}

bool all_zero(const std::vector<int>& weights) {
  return std::all_of(weights.begin(), weights.end(), [](int weight) { return weight == 0; });
}

}  // namespace

SampledPolicies::SampledPolicies(const PolicySample& sample, const Scheduler& base,
                                 SampleMethod method)
    : sample_(&sample), base_(&base) {
  const auto& names = sample.rules;
  for (int i = 0; i < kRuleCount; ++i) {
    const bool named = std::find(names.begin(), names.end(), kRules[i].name) != names.end();
    if (named || names.empty()) rules_.push_back(i);
  }
  if (method == SampleMethod::sobol) sobol_.emplace(rules_.size() + kChoices);
}

Scheduler SampledPolicies::scheduler(std::int64_t policy) const {
  const auto draw = sobol_ ? draw_sobol(policy) : draw_random(policy);
  auto scheduler = *base_;
  scheduler.rules.clear();
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    scheduler.rules.push_back({kRules[rules_[i]].name, draw.weights[i]});
  }
  choose(sample_->queues, draw.queue, scheduler.queue);
  choose(sample_->depths, draw.depth, scheduler.depth);
  choose(sample_->gpu_choices, draw.gpu_choice, scheduler.gpu_choice);
  return scheduler;
}

// Each rule's draws are its own, whichever others take part.
SampledPolicies::Draw SampledPolicies::draw_random(std::int64_t policy) const {
  const auto entity = static_cast<std::uint32_t>(policy);
  Draw draw;
  draw.weights.assign(rules_.size(), 0);
  for (std::uint64_t attempt = 0; all_zero(draw.weights); ++attempt) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const auto index = attempt << 32 | static_cast<std::uint32_t>(rules_[i]);
      const double u = draw_uniform(sample_->seed, Stream::policy_weight, entity, index);
      if (u > 0.5) draw.weights[i] = 1 + static_cast<int>((2 * u - 1) * sample_->most_weight);
    }
  }
  const auto choice = [&](int dimension) {
    return draw_uniform(sample_->seed, Stream::policy_choice, entity,
                        static_cast<std::uint64_t>(dimension));
  };
  draw.queue = choice(kQueue);
  draw.depth = choice(kDepth);
  draw.gpu_choice = choice(kGpuChoice);
  return draw;
}

SampledPolicies::Draw SampledPolicies::draw_sobol(std::int64_t policy) const {
  const auto point = sobol_->point(static_cast<std::uint32_t>(policy + 1));
  Draw draw;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    draw.weights.push_back(static_cast<int>(point[i] * (sample_->most_weight + 1)));
  }
  if (all_zero(draw.weights)) {
    const auto choices = point.end() - kChoices;
    draw.weights[static_cast<std::size_t>(std::max_element(point.begin(), choices) -
                                          point.begin())] = 1;
  }
  const auto* const choices = point.data() + rules_.size();
  draw.queue = choices[kQueue];
  draw.depth = choices[kDepth];
  draw.gpu_choice = choices[kGpuChoice];
  return draw;
}

}  // namespace coldaisle
