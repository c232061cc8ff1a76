#include "tests/support/fake_evaluation.h"

#include "sim/batch/coverage.h"
#include "sim/policy/policy.h"

namespace coldaisle::test {

PolicySource fake_policies(std::int64_t count) {
  PolicySource source;
  source.size = count;
  source.scheduler = [](std::int64_t policy) {
    const auto rules = rule_names();
    const auto number = static_cast<std::size_t>(policy);
    Scheduler scheduler;
    scheduler.rules = {{rules[number % rules.size()], 1 + static_cast<int>(policy % 11)}};
    scheduler.queue = static_cast<QueueDiscipline>(policy % kCoveredDisciplines);
    scheduler.depth = 1 + static_cast<int>(policy % 100);
    return scheduler;
  };
  source.id = [](std::int64_t policy) { return "grid-" + std::to_string(policy); };
  source.name = [](std::int64_t policy) { return "the policy " + std::to_string(policy); };
  return source;
}

PolicyOutcome fake_outcome(const Policy& policy) {
  std::int64_t mark = policy.depth;
  for (const auto& [rule, weight] : policy.rules) {
    mark = (mark * 31 + static_cast<std::int64_t>(rule) * 7 + weight) % 9973;
  }
  const WideInt large = (WideInt{mark + 1} << 64) + static_cast<std::uint64_t>(-mark);
  PolicyOutcome outcome;
  outcome.end_ns = kNsPerHour;
  outcome.done = 100 + mark % 10;
  outcome.queued = mark % 3;
  outcome.capacity_area = large * 10'000;
  outcome.allocated_area = large * mark;
  outcome.load_area = large * mark * 500;
  outcome.fragment_area = large * 3;
  outcome.useful_area = large * mark / 2;
  outcome.capacity_milli = 10'000;
  outcome.allocated_milli = mark;
  outcome.fragment_sum = 10 * mark;
  outcome.gpu_energy = large;
  outcome.base_energy = -large;
  for (int i = 0; i < kPriceClasses; ++i) outcome.cost[i] = large * (i + 1) * (10'000 - mark);
  outcome.wait_sum = WideInt{mark} * kNsPerSecond;
  outcome.waits = 50;
  outcome.completion_sum = WideInt{mark} * 3 * kNsPerSecond;
  for (int i = 0; i < 3; ++i) {
    outcome.wait_bucket[i] = static_cast<std::int32_t>(mark % 500) + i;
    outcome.completion_bucket[i] = i == 2 ? -1 : static_cast<std::int32_t>(mark % 700) + i;
  }
  return outcome;
}

void FakeEvaluator::evaluate(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes) {
  for (std::size_t i = 0; i < policies.size(); ++i) outcomes[i] = fake_outcome(policies[i]);
  evaluated += static_cast<std::int64_t>(policies.size());
  batches.push_back(policies.size());
  if (after_batch) after_batch();
}

Evaluation fake_evaluation(std::int64_t count, std::int64_t evaluated) {
  const auto source = fake_policies(count);
  Evaluation evaluation;
  evaluation.policies = list_policies(source);
  evaluation.facts = {.prices_known = true, .power_known = true, .jobs_never_leave = false};
  evaluation.criteria = choose_criteria(evaluation.facts, "", "");
  evaluation.seed = 7;
  evaluation.start = "2024-01-01T00:00:00Z";
  for (std::int64_t policy = 0; policy < evaluated; ++policy) {
    evaluation.outcomes.push_back(fake_outcome(make_policy(source.scheduler(policy))));
  }
  return evaluation;
}

}  // namespace coldaisle::test
