#include "sim/policy/policy_set.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/policy/rules.h"
#include "sim/scenario/policy_space.h"
#include "sim/scenario/scheduler_choices.h"

namespace coldaisle {

namespace {

// The scenario's policies, when they make a set.
const PolicySpace& checked_space(const Scenario& scenario) {
  const auto file = file_in_messages(scenario);
  if (!scenario.policies) {
    throw ScenarioError({{file, 0, 0, "/policies",
                          "there are no policies to compare; add some, such as "
                          R"("policies": {"presets": ["published"]})"}});
  }
  auto problems = policy_problems(*scenario.policies);
  for (auto& problem : problems) problem.file = file;
  if (!problems.empty()) throw ScenarioError(std::move(problems));
  return *scenario.policies;
}

int rule_index(const std::string& name) {
  for (int i = 0; i < kRuleCount; ++i) {
    if (name == kRules[i].name) return i;
  }
  fail_expectation("no placement rule is called " + name);
}

// In the order of the list of rules, without those of weight 0.
void order_rules(std::vector<RuleWeight>& rules) {
  std::erase_if(rules, [](const RuleWeight& rule) { return rule.weight == 0; });
  std::sort(rules.begin(), rules.end(), [](const RuleWeight& a, const RuleWeight& b) {
    return rule_index(a.rule) < rule_index(b.rule);
  });
}

void apply(const PolicyChoice& choice, Scheduler& scheduler) {
  if (!choice.rules.empty()) scheduler.rules = choice.rules;
  if (choice.queue) scheduler.queue = *choice.queue;
  if (choice.depth) scheduler.depth = *choice.depth;
  if (choice.gpu_choice) scheduler.gpu_choice = choice.gpu_choice;
}

std::string in_words(const Scheduler& scheduler) {
  std::string words;
  for (const auto& rule : scheduler.rules) {
    words += fmt::format("{}{} {}", words.empty() ? "" : " + ", rule.weight, rule.rule);
  }
  words += fmt::format(", {}", choice_name(kQueueChoices, scheduler.queue));
  const bool scans =
      scheduler.queue != QueueDiscipline::none && scheduler.queue != QueueDiscipline::fifo;
  if (scans) words += fmt::format(" {}", scheduler.depth);
  if (scheduler.gpu_choice) {
    words += fmt::format(", gpu {}", choice_name(kGpuChoices, *scheduler.gpu_choice));
  }
  return words;
}

}  // namespace

PolicySet::PolicySet(const Scenario& scenario)
    : scenario_(&scenario), space_(&checked_space(scenario)) {
  const auto& base = scenario.scheduler;
  presets_ = expand_presets(space_->presets);
  if (space_->grid) grid_.emplace(*space_->grid, base);
  if (space_->random) random_.emplace(*space_->random, base, SampleMethod::random);
  if (space_->sobol) sobol_.emplace(*space_->sobol, base, SampleMethod::sobol);
  const std::array<std::int64_t, kParts> sizes = {
      static_cast<std::int64_t>(space_->list.size()), static_cast<std::int64_t>(presets_.size()),
      grid_ ? grid_->size() : 0, random_ ? random_->size() : 0, sobol_ ? sobol_->size() : 0};
  for (std::size_t i = 0; i < sizes.size(); ++i) first_[i + 1] = first_[i] + sizes[i];
  for (std::int64_t i = 0; i < first(Part::grid); ++i) numbers_.emplace(id(i), i);
}

PolicySet::Place PolicySet::place(std::int64_t policy) const {
  expects(policy >= 0 && policy < size(), "no policy has this number");
  std::size_t part = 0;
  while (policy >= first_[part + 1]) ++part;
  return {static_cast<Part>(part), policy - first_[part]};
}

Scheduler PolicySet::scheduler(std::int64_t policy) const {
  auto scheduler = unordered_scheduler(place(policy));
  order_rules(scheduler.rules);
  return scheduler;
}

Scheduler PolicySet::unordered_scheduler(const Place& place) const {
  const auto index = static_cast<std::size_t>(place.index);
  switch (place.part) {
    case Part::grid:
      return grid_->scheduler(place.index);
    case Part::random:
      return random_->scheduler(place.index);
    case Part::sobol:
      return sobol_->scheduler(place.index);
    case Part::list:
    case Part::presets:
      break;
  }
  auto scheduler = scenario_->scheduler;
  if (place.part == Part::list) {
    apply(space_->list[index], scheduler);
  } else {
    scheduler.rules = {{presets_[index], 1}};
    scheduler.gpu_choice.reset();
  }
  return scheduler;
}

std::string PolicySet::id(std::int64_t policy) const {
  const auto [part, index] = place(policy);
  switch (part) {
    case Part::list:
      return list_id(space_->list, static_cast<std::size_t>(index));
    case Part::presets:
      return presets_[static_cast<std::size_t>(index)];
    case Part::grid:
      return fmt::format("grid-{}", index + 1);
    case Part::random:
      return fmt::format("random-{}", index + 1);
    case Part::sobol:
      break;
  }
  return fmt::format("sobol-{}", index + 1);
}

std::string PolicySet::name(std::int64_t policy) const {
  const auto [part, index] = place(policy);
  if (part == Part::list) {
    const auto& name = space_->list[static_cast<std::size_t>(index)].name;
    if (!name.empty()) return name;
  }
  return in_words(scheduler(policy));
}

std::int64_t PolicySet::find(const std::string& id) const {
  const auto known = numbers_.find(id);
  if (known != numbers_.end()) return known->second;
  constexpr std::array kGenerated = {std::pair{Part::grid, "grid"},
                                     std::pair{Part::random, "random"},
                                     std::pair{Part::sobol, "sobol"}};
  for (const auto& [part, prefix] : kGenerated) {
    const auto number = generated_number(id, prefix);
    const auto end = first_[static_cast<std::size_t>(part) + 1];
    if (number && *number <= end - first(part)) return first(part) + *number - 1;
  }
  return -1;
}

}  // namespace coldaisle
