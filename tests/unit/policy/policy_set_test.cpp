#include "sim/policy/policy_set.h"

#include <set>

#include "sim/core/error.h"
#include "sim/policy/policy.h"
#include "tests/support/catch.h"
#include "tests/support/thrown_message.h"

namespace coldaisle {
namespace {

Scenario with_policies(const PolicySpace& space) {
  Scenario scenario;
  scenario.file = "p.json";
  scenario.scheduler.tie_break_file = "ranks.csv";
  scenario.policies = space;
  return scenario;
}

std::vector<std::string> names_of(const PolicySet& set) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < set.size(); ++i) names.push_back(set.id(i) + ": " + set.name(i));
  return names;
}

PolicySample sample_of(std::int64_t count) {
  PolicySample sample;
  sample.count = count;
  return sample;
}

TEST_CASE("a list entry takes from the scheduler what it leaves out", "[policy][policy-set]") {
  PolicySpace space;
  space.list = {{.id = "mine", .name = "my own", .rules = {{"spread", 1}, {"fgd", 3}}},
                {.queue = QueueDiscipline::fifo},
                {.rules = {{"spread", 1}, {"best_fit", 0}, {"fgd", 3}},
                 .queue = QueueDiscipline::sjf,
                 .depth = 7,
                 .gpu_choice = GpuChoice::random}};
  auto scenario = with_policies(space);
  scenario.scheduler.gpu_choice = GpuChoice::fgd;
  const PolicySet set(scenario);
  CHECK(names_of(set) == std::vector<std::string>{"mine: my own",
                                                  "list-2: 1 best_fit, fifo, gpu fgd",
                                                  "list-3: 3 fgd + 1 spread, sjf 7, gpu random"});
  CHECK(set.scheduler(0).rules.at(0).rule == "fgd");
  CHECK(set.scheduler(0).depth == 1000);
  CHECK(set.scheduler(0).gpu_choice == GpuChoice::fgd);
  CHECK(set.scheduler(2).tie_break_file == "ranks.csv");
}

TEST_CASE("presets are single rules with the GPU choice they were published with",
          "[policy][policy-set]") {
  PolicySpace space;
  space.presets = {"published", "spread"};
  auto scenario = with_policies(space);
  scenario.scheduler.queue = QueueDiscipline::none;
  scenario.scheduler.gpu_choice = GpuChoice::random;
  const PolicySet set(scenario);
  CHECK(names_of(set) ==
        std::vector<std::string>{"random: 1 random, none", "dot_product: 1 dot_product, none",
                                 "gpu_clustering: 1 gpu_clustering, none",
                                 "gpu_packing: 1 gpu_packing, none", "best_fit: 1 best_fit, none",
                                 "fgd: 1 fgd, none", "spread: 1 spread, none"});
  CHECK(make_policy(set.scheduler(set.find("fgd"))).gpu_pick == GpuPick::fgd);
  CHECK(make_policy(set.scheduler(set.find("best_fit"))).gpu_pick == GpuPick::best_fit);
}

TEST_CASE("a grid is its combinations in the order of nested loops", "[policy][policy-set]") {
  PolicySpace space;
  space.grid.emplace();
  space.grid->rules = {{"spread", {1, 0}}, {"fgd", {0, 5}}};
  space.grid->queues = {QueueDiscipline::skip, QueueDiscipline::fifo};
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  CHECK(names_of(set) ==
        std::vector<std::string>{"grid-1: 1 spread, skip 1000", "grid-2: 1 spread, fifo",
                                 "grid-3: 5 fgd + 1 spread, skip 1000",
                                 "grid-4: 5 fgd + 1 spread, fifo", "grid-5: 5 fgd, skip 1000",
                                 "grid-6: 5 fgd, fifo"});
  CHECK(set.left_out() == 2);
}

TEST_CASE("a grid without rules keeps the scheduler's", "[policy][policy-set]") {
  PolicySpace space;
  space.grid.emplace();
  space.grid->depths = {3, 30};
  space.grid->gpu_choices = {GpuChoice::fgd, GpuChoice::best_fit};
  auto scenario = with_policies(space);
  scenario.scheduler.rules = {{"spread", 1}, {"random", 2}};
  const PolicySet set(scenario);
  CHECK(names_of(set) ==
        std::vector<std::string>{"grid-1: 2 random + 1 spread, skip 3, gpu fgd",
                                 "grid-2: 2 random + 1 spread, skip 3, gpu best_fit",
                                 "grid-3: 2 random + 1 spread, skip 30, gpu fgd",
                                 "grid-4: 2 random + 1 spread, skip 30, gpu best_fit"});
  CHECK(set.left_out() == 0);
}

TEST_CASE("no two policies of a grid are the same wherever the zeros stand",
          "[policy][policy-set]") {
  PolicySpace space;
  space.grid.emplace();
  space.grid->rules = {{"fgd", {2, 0, 1}}, {"spread", {3, 0}}, {"best_fit", {4, 5, 0}}};
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  CHECK(set.size() == 17);
  std::set<std::string> names;
  for (std::int64_t i = 0; i < set.size(); ++i) {
    CHECK_FALSE(set.scheduler(i).rules.empty());
    names.insert(set.name(i));
  }
  CHECK(names.size() == 17);
}

TEST_CASE("parts follow each other, and every id leads back to its policy",
          "[policy][policy-set]") {
  PolicySpace space;
  space.list = {{.id = "grid-99"}, {}};
  space.presets = {"fgd"};
  space.grid.emplace().depths = {1, 2};
  space.random = sample_of(3);
  space.sobol = sample_of(2);
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  REQUIRE(set.size() == 10);
  CHECK(set.id(0) == "grid-99");
  CHECK(set.id(2) == "fgd");
  CHECK(set.id(3) == "grid-1");
  CHECK(set.id(5) == "random-1");
  CHECK(set.id(9) == "sobol-2");
  for (std::int64_t i = 0; i < set.size(); ++i) CHECK(set.find(set.id(i)) == i);
  for (const auto* const id :
       {"grid-3", "random-0", "random-4", "sobol-03", "list-1", "", "best"}) {
    CHECK(set.find(id) == -1);
  }
}

TEST_CASE("a million policies are made one at a time", "[policy][policy-set]") {
  PolicySpace space;
  space.random = sample_of(kMostPolicies);
  const auto scenario = with_policies(space);
  const PolicySet set(scenario);
  CHECK(set.size() == kMostPolicies);
  CHECK(set.id(kMostPolicies - 1) == "random-1000000");
  CHECK(set.find("random-1000000") == kMostPolicies - 1);
  CHECK_FALSE(set.scheduler(kMostPolicies - 1).rules.empty());
}

TEST_CASE("a set that is none, too large or ambiguous is refused with its remedy",
          "[policy][policy-set][bad-input]") {
  const auto refusal = [](const Scenario& scenario) {
    return test::thrown_message<ScenarioError>([&] { PolicySet set(scenario); });
  };
  auto scenario = with_policies({});
  CHECK(test::contains(refusal(scenario), "/policies  has no policies; give a \"list\""));
  scenario.policies.reset();
  CHECK(test::contains(refusal(scenario), "p.json: 1 problem\n"));
  CHECK(test::contains(refusal(scenario),
                       R"(add some, such as "policies": {"presets": ["published"]})"));
  PolicySpace space;
  space.random = sample_of(10'000'000);
  CHECK(test::contains(refusal(with_policies(space)),
                       "/policies/random/count  asks for 10000000 policies; at most 1000000 are "
                       "allowed, so lower the count"));
  space.random = sample_of(3);
  space.list = {{.id = "random-3"}, {.id = "fgd"}};
  space.presets = {"published"};
  const auto message = refusal(with_policies(space));
  CHECK(test::contains(message, "2 problems"));
  CHECK(test::contains(message, R"("random-3" is the id of policy 3 of /policies/random already)"));
  CHECK(test::contains(message, R"("fgd" is the id of /policies/list/1/id already)"));
}

TEST_CASE("the published presets are rules of the list", "[policy][policy-set]") {
  const auto rules = rule_names();
  const std::set<std::string> known(rules.begin(), rules.end());
  CHECK(expand_presets({"published"}).size() == 6);
  for (const auto& preset : expand_presets({"published"})) CHECK(known.count(preset) == 1);
}

}  // namespace
}  // namespace coldaisle
