#include "sim/metrics/judgement.h"

#include <cmath>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;
using test::thrown_message;

namespace {

std::string sort_name(const EvaluationFacts& facts) {
  return evaluation_metrics()[choose_criteria(facts, "", "").sort].name;
}

PolicyOutcome outcome(std::int64_t done, std::int64_t queued) {
  PolicyOutcome made;
  made.done = done;
  made.queued = queued;
  return made;
}

}  // namespace

TEST_CASE("policies rank by cost, allocation or wait, by what is known", "[metrics][judgement]") {
  CHECK(sort_name({.prices_known = true, .jobs_never_leave = true}) == "cost_usd");
  CHECK(sort_name({.jobs_never_leave = true}) == "allocation_end");
  CHECK(sort_name({}) == "wait_mean");
}

TEST_CASE("a Pareto set is sought in two or three different metrics", "[metrics][judgement]") {
  CHECK(choose_criteria({}, "", "cost,wait").pareto.size() == 2);
  CHECK(choose_criteria({}, "", "cost,wait,energy").pareto.size() == 3);
  for (const char* const text :
       {"cost", "cost,wait,energy,jct", "cost,cost_usd", "cost,", ",", "cost,wiat"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(choose_criteria({}, "", text), UsageError);
  }
  CHECK(contains(thrown_message<UsageError>([] { choose_criteria({}, "", "cost,wait_maen"); }),
                 "did you mean \"wait_mean\""));
}

TEST_CASE("policies without an outcome are neither ranked nor in the Pareto set",
          "[metrics][judgement]") {
  const std::vector<PolicyOutcome> outcomes = {outcome(5, 1), outcome(9, 4), outcome(4, 1)};
  const auto criteria = choose_criteria({}, "jobs_done", "done,queued");
  const auto judgement = judge(outcomes, 5, {}, criteria);
  CHECK(judgement.order == std::vector<std::int32_t>{1, 0, 2});
  CHECK(judgement.rank == std::vector<std::int32_t>{2, 1, 3, 0, 0});
  CHECK(judgement.pareto == std::vector<std::uint8_t>{1, 1, 0, 0, 0});
  CHECK(judgement.done == std::vector<std::uint8_t>{1, 1, 1, 0, 0});
  CHECK(judgement.value(1, find_evaluation_metric("queued")) == 4);
  CHECK(std::isnan(judgement.value(4, find_evaluation_metric("queued"))));
}
