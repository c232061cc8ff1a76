#include "sim/policy/sampled_policies.h"

#include <cmath>
#include <map>

#include "sim/policy/policy.h"
#include "sim/policy/policy_set.h"
#include "tests/support/catch.h"
#include "tests/support/seeds.h"

namespace coldaisle {
namespace {

Scenario with_policies(const PolicySpace& space) {
  Scenario scenario;
  scenario.policies = space;
  return scenario;
}

std::vector<std::string> names_of(const PolicySet& set) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < set.size(); ++i) names.push_back(set.id(i) + ": " + set.name(i));
  return names;
}

std::map<std::string, int> weights_of(const Scheduler& scheduler) {
  std::map<std::string, int> weights;
  for (const auto& rule : scheduler.rules) weights[rule.rule] = rule.weight;
  return weights;
}

PolicySample sample_of(std::int64_t count) {
  PolicySample sample;
  sample.count = count;
  return sample;
}

// Whether a share of `count` draws is within four standard errors of its probability.
bool near(std::int64_t found, std::int64_t count, double probability) {
  const auto n = static_cast<double>(count);
  const double error = std::sqrt(probability * (1 - probability) / n);
  return std::fabs(static_cast<double>(found) / n - probability) < 4 * error;
}

TEST_CASE("random weights are 0 half of the time, else uniform", "[policy][sampled-policies]") {
  constexpr std::int64_t kPolicies = 20'000;
  PolicySpace space;
  space.random = sample_of(kPolicies);
  space.random->seed = test::first_seed();
  space.random->most_weight = 4;
  space.random->queues = {QueueDiscipline::fifo, QueueDiscipline::skip, QueueDiscipline::sjf};
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  std::map<std::string, std::map<int, std::int64_t>> found;
  std::map<QueueDiscipline, std::int64_t> queues;
  for (std::int64_t i = 0; i < kPolicies; ++i) {
    const auto scheduler = set.scheduler(i);
    REQUIRE_FALSE(scheduler.rules.empty());
    for (const auto& [rule, weight] : scheduler.rules) ++found[rule][weight];
    ++queues[scheduler.queue];
    REQUIRE(scheduler.depth == 1000);
    REQUIRE_FALSE(scheduler.gpu_choice.has_value());
  }
  REQUIRE(found.size() == rule_names().size());
  // Drawn again where all are 0, which has probability 2^-rules.
  const double drawn_again = std::ldexp(1.0, -static_cast<int>(found.size()));
  for (const auto& [rule, weights] : found) {
    INFO(rule);
    CHECK(weights.size() == 4);
    for (const auto& [weight, count] : weights) {
      CHECK(near(count, kPolicies, 0.5 / 4 / (1 - drawn_again)));
    }
  }
  CHECK(queues.size() == 3);
  for (const auto& [queue, count] : queues) CHECK(near(count, kPolicies, 1.0 / 3));
}

TEST_CASE("random weights of two rules are independent of each other",
          "[policy][sampled-policies]") {
  constexpr std::int64_t kPolicies = 20'000;
  PolicySpace space;
  space.random = sample_of(kPolicies);
  space.random->seed = test::first_seed();
  space.random->rules = {"spread", "fgd"};
  space.random->most_weight = 1;
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  std::map<std::string, std::int64_t> found;
  for (std::int64_t i = 0; i < kPolicies; ++i) ++found[set.name(i)];
  CHECK(found.size() == 3);
  for (const auto& [name, count] : found) CHECK(near(count, kPolicies, 1.0 / 3));
}

TEST_CASE("a random policy depends on seed and number alone", "[policy][sampled-policies]") {
  PolicySpace space;
  space.random = sample_of(50);
  space.random->most_weight = 1000;
  const auto short_scenario = with_policies(space);
  space.random->count = 1000;
  space.presets = {"fgd"};
  auto long_scenario = with_policies(space);
  long_scenario.seed = 77;
  space.random->seed = 2;
  const auto other_scenario = with_policies(space);
  const PolicySet shorter(short_scenario);
  const PolicySet longer(long_scenario);
  const PolicySet other(other_scenario);
  int same = 0;
  for (std::int64_t i = 0; i < shorter.size(); ++i) {
    CHECK(shorter.name(i) == longer.name(i + 1));
    same += shorter.name(i) == other.name(i + 1) ? 1 : 0;
  }
  CHECK(same == 0);
}

TEST_CASE("a rule's random weight does not depend on which others take part",
          "[policy][sampled-policies]") {
  PolicySpace space;
  space.random = sample_of(200);
  const auto all_scenario = with_policies(space);
  space.random->rules = {"spread", "fgd", "random", "best_fit"};
  const auto some_scenario = with_policies(space);
  const PolicySet all(all_scenario);
  const PolicySet some(some_scenario);
  int compared = 0;
  for (std::int64_t i = 0; i < 200; ++i) {
    auto of_all = weights_of(all.scheduler(i));
    auto of_some = weights_of(some.scheduler(i));
    bool drawn_once = false;  // else either was drawn again
    for (const auto& rule : space.random->rules) drawn_once = drawn_once || of_all[rule] > 0;
    if (!drawn_once) continue;
    ++compared;
    for (const auto& rule : space.random->rules) CHECK(of_all[rule] == of_some[rule]);
  }
  CHECK(compared > 150);
}

TEST_CASE("Sobol policies are the sequence's points from the first", "[policy][sampled-policies]") {
  PolicySpace space;
  space.sobol = sample_of(7);
  space.sobol->rules = {"spread", "fgd"};  // dimension 1: fgd, 2: spread, 3 to 5: choices
  space.sobol->most_weight = 7;
  space.sobol->queues = {QueueDiscipline::fifo, QueueDiscipline::skip};
  space.sobol->depths = {1, 2, 3, 4};
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  // Points (fgd, spread, queue, depth): .5 .5 .5 .5; .75 .25 .25 .25; .25 .75 .75 .75;
  // .375 .375 .625 .875; .875 .875 .125 .375; .625 .125 .875 .625; .125 .625 .375 .125.
  CHECK(names_of(set) == std::vector<std::string>{
                             "sobol-1: 4 fgd + 4 spread, skip 3", "sobol-2: 6 fgd + 2 spread, fifo",
                             "sobol-3: 2 fgd + 6 spread, skip 4",
                             "sobol-4: 3 fgd + 3 spread, skip 4", "sobol-5: 7 fgd + 7 spread, fifo",
                             "sobol-6: 5 fgd + 1 spread, skip 3",
                             "sobol-7: 1 fgd + 5 spread, fifo"});
  CHECK(set.scheduler(1).depth == 2);
  CHECK(set.scheduler(6).depth == 1);
}

TEST_CASE("a Sobol point whose weights are all 0 weighs its largest coordinate",
          "[policy][sampled-policies]") {
  PolicySpace space;
  space.sobol = sample_of(4);
  space.sobol->rules = {"fgd", "spread", "best_fit"};
  space.sobol->most_weight = 1;
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  // Point 4 is (.375, .375, .625) for best_fit, fgd, spread; point 2 (.75, .25, .25).
  CHECK(weights_of(set.scheduler(1)) == std::map<std::string, int>{{"best_fit", 1}});
  CHECK(weights_of(set.scheduler(3)) == std::map<std::string, int>{{"spread", 1}});
  // With one rule, point 3 is .25.
  space.sobol->rules = {"fgd"};
  const auto one_rule = with_policies(space);
  CHECK(weights_of(PolicySet(one_rule).scheduler(2)) == std::map<std::string, int>{{"fgd", 1}});
}

}  // namespace
}  // namespace coldaisle
