// The source that the CUDA evaluator is made of, run by the processor through Thrust's TBB system.
#include <random>

#include "sim/policy/tie_break.h"
#include "tests/support/catch.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/reduced.h"
#include "tests/support/scenario_files.h"
#include "tests/support/shared_data.h"
#include "tests/thrust/tbb_evaluator.h"

namespace coldaisle::test {
namespace {

// Compares outcomes and every job. False: this build has no Thrust over TBB.
bool compare(const Scenario& scenario, const JobList& list, const std::vector<Policy>& policies,
             std::int64_t slots, std::int64_t batch) {
  const auto plan = plan_fleet(scenario);
  const auto rank = make_tie_rank(scenario, plan);
  const auto thrust = make_tbb_evaluator(scenario, plan, list, rank, slots, batch);
  if (thrust == nullptr) {
    WARN("not run: this build has no Thrust over TBB");
    return false;
  }
  const auto cpu = make_evaluator(scenario, plan, list, rank, {.threads = 1});
  std::vector<PolicyOutcome> found(policies.size());
  std::vector<PolicyOutcome> expected(policies.size());
  thrust->evaluate(policies, found);
  cpu->evaluate(policies, expected);
  for (std::size_t i = 0; i < policies.size(); ++i) {
    INFO("policy " << i);
    REQUIRE(found[i] == expected[i]);
  }
  const auto jobs = thrust->trace(policies.back());
  const auto expected_jobs = cpu->trace(policies.back());
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    INFO("job " << job);
    REQUIRE(jobs[job].start_ns == expected_jobs[job].start_ns);
    REQUIRE(jobs[job].end_ns == expected_jobs[job].end_ns);
    REQUIRE(jobs[job].nodes == expected_jobs[job].nodes);
    REQUIRE(jobs[job].cost == expected_jobs[job].cost);
  }
  return true;
}

std::vector<Policy> random_policies(std::mt19937_64& random, int count) {
  std::vector<Policy> policies;
  policies.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) policies.push_back(make_policy(random_scheduler(random)));
  return policies;
}

TEST_CASE("the Thrust evaluator and the CPU's agree on random scenarios, whatever the batches",
          "[differential][batch][thrust]") {
  for (int seed = 1; seed <= (reduced() ? 5 : 60); ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(static_cast<std::uint64_t>(2000 + seed));
    const auto scenario = random_fleet(random);
    const auto list = random_jobs(random);
    const auto policies = random_policies(random, 24);
    if (!compare(scenario, list, policies, 1 + seed % 4, 1 + seed % 9)) return;
  }
}

TEST_CASE("the Thrust evaluator and the CPU's agree on openb in real time",
          "[differential][batch][thrust][openb]") {
  if (!shared_data("openb/openb_pod_list_default.csv")) return;
  const auto scenario = load(scenario_file("openb/timed.json"), scenario_options()).scenario;
  const auto list = make_jobs(scenario, plan_fleet(scenario), 1).list;
  std::mt19937_64 random(5);
  compare(scenario, list, random_policies(random, reduced() ? 2 : 8), 2, 8);
}

}  // namespace
}  // namespace coldaisle::test
