#include "sim/app/evaluation_report.h"

#include <nlohmann/json.hpp>

#include "tests/support/catch.h"
#include "tests/support/fake_evaluation.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;

namespace {

// Three policies: waits 30, 10, 20 s; 3, 1, 2 jobs done.
Evaluation three_policies() {
  auto evaluation = test::fake_evaluation(4, 3);
  evaluation.facts = {};
  evaluation.criteria = choose_criteria(evaluation.facts, "wait", "wait,done");
  const std::vector<std::int64_t> waits = {30, 10, 20};
  const std::vector<std::int64_t> done = {3, 1, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    auto& outcome = evaluation.outcomes[i];
    outcome = {};
    outcome.end_ns = kNsPerHour;
    outcome.capacity_area = WideInt{kNsPerHour} * 1000;
    outcome.allocated_area = WideInt{kNsPerHour} * 250;
    outcome.wait_sum = WideInt{waits[i]} * kNsPerSecond;
    outcome.waits = 1;
    outcome.done = done[i];
  }
  return evaluation;
}

Judgement judged(const Evaluation& evaluation) {
  return judge(evaluation.outcomes, evaluation.policies.size(), evaluation.facts,
               evaluation.criteria);
}

EvaluationSummary summary() {
  return {.title = "small",
          .backend = "fake",
          .output = "out.h5",
          .jobs = 1234,
          .gpus = 8,
          .resumed = 1,
          .seconds = 2,
          .status = RunStatus::interrupted,
          .top = 2};
}

}  // namespace

TEST_CASE("the report shows the best policies and what was done", "[app][evaluation]") {
  const auto evaluation = three_policies();
  CHECK(evaluation_text(summary(), evaluation, judged(evaluation)) ==
        "small: 3 of 4 policies on 1,234 jobs and 8 GPUs, 1 of them done before, fake, 2.00 s (1 "
        "policies/s)\n"
        "rank  id      wait_mean (s)  cost_usd (USD)  allocation_mean (%)  "
        "fragmentation_amount_mean (%)  name\n"
        "   1  grid-1             10         unknown                   25"
        "                              0  the policy 1\n"
        "   2  grid-2             20         unknown                   25"
        "                              0  the policy 2\n");
}

TEST_CASE("the report shows the Pareto set when it is asked for", "[app][evaluation]") {
  const auto evaluation = three_policies();
  auto with_pareto = summary();
  with_pareto.show_pareto = true;
  const auto text = evaluation_text(with_pareto, evaluation, judged(evaluation));
  CHECK(contains(text,
                 "Pareto set of wait_mean, jobs_done: 3 of 3 policies\n"
                 "rank  id      wait_mean (s)  jobs_done  name\n"
                 "   1  grid-1             10          1  the policy 1\n"
                 "   2  grid-2             20          2  the policy 2\n"
                 "… and 1 more"));
}

TEST_CASE("where no job ever leaves the report shows allocation and fragmentation at the end",
          "[app][evaluation]") {
  auto evaluation = three_policies();
  evaluation.facts.jobs_never_leave = true;
  evaluation.criteria = choose_criteria(evaluation.facts, "", "");
  const auto text = evaluation_text(summary(), evaluation, judged(evaluation));
  CHECK(contains(text,
                 "id      allocation_end (%)  cost_usd (USD)  wait_mean (s)  "
                 "fragmentation_amount_end (%)  name"));
}

TEST_CASE("the report as JSON has all metrics, null where unknown", "[app][evaluation]") {
  const auto evaluation = three_policies();
  auto with_pareto = summary();
  with_pareto.show_pareto = true;
  const auto report =
      nlohmann::json::parse(evaluation_json(with_pareto, evaluation, judged(evaluation)));
  CHECK(report["status"] == "interrupted");
  CHECK(report["policies"] == 4);
  CHECK(report["evaluated"] == 3);
  CHECK(report["sort"] == "wait_mean");
  REQUIRE(report["best"].size() == 2);
  CHECK(report["best"][0]["id"] == "grid-1");
  CHECK(report["best"][0]["metrics"]["wait_mean"] == 10);
  CHECK(report["best"][0]["metrics"]["cost_usd"].is_null());
  CHECK(report["best"][0]["metrics"].size() == evaluation_metrics().size());
  CHECK(report["pareto"]["metrics"] == nlohmann::json{"wait_mean", "jobs_done"});
  CHECK(report["pareto"]["size"] == 3);
  CHECK(report["pareto"]["policies"][2]["id"] == "grid-0");
}

TEST_CASE("policies with a job beyond what time can count are warned of", "[app][evaluation]") {
  auto evaluation = three_policies();
  CHECK(void_outcomes_warning(evaluation).empty());
  evaluation.outcomes[1].endless_job = 17;
  CHECK(contains(void_outcomes_warning(evaluation), "first grid-1, job 17"));
  CHECK(contains(evaluation_text(summary(), evaluation, judged(evaluation)), "grid-0"));
}
