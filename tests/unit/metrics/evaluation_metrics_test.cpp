#include "sim/metrics/evaluation_metrics.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "sim/core/log_histogram.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;

namespace {

constexpr EvaluationFacts kAllKnown = {.prices_known = true, .power_known = true};

double value(const PolicyOutcome& outcome, const std::string& name,
             const EvaluationFacts& facts = kAllKnown) {
  std::vector<double> values(evaluation_metrics().size());
  fill_metrics(outcome, facts, values);
  return values[find_evaluation_metric(name)];
}

// Ten hours of two GPUs, one of them held all the time by a job that uses half of it.
PolicyOutcome ten_hours() {
  PolicyOutcome outcome;
  outcome.end_ns = 10 * kNsPerHour;
  outcome.done = 4;
  outcome.queued = 1;
  outcome.capacity_area = WideInt{outcome.end_ns} * 2000;
  outcome.allocated_area = WideInt{outcome.end_ns} * 1000;
  outcome.load_area = outcome.allocated_area * 500;
  outcome.useful_area = outcome.allocated_area * 4 / 5;
  outcome.fragment_area = outcome.capacity_area * 1000 / 10;
  outcome.capacity_milli = 2000;
  outcome.allocated_milli = 500;
  outcome.fragment_sum = 300'000;
  outcome.gpu_energy = WideInt{300'000} * outcome.end_ns;  // 300 W
  outcome.base_energy = WideInt{100'000} * outcome.end_ns;
  outcome.cost[0] = outcome.allocated_area * 2'000'000;  // 2 USD an hour
  outcome.cost[2] = outcome.allocated_area * 500'000;
  outcome.wait_sum = WideInt{100} * kNsPerSecond;
  outcome.waits = 5;
  outcome.completion_sum = WideInt{80} * kNsPerSecond;
  outcome.wait_bucket[1] = histogram_bucket(90 * kNsPerSecond);
  return outcome;
}

}  // namespace

TEST_CASE("an evaluation's metrics are in the units that they state", "[metrics][evaluation]") {
  const auto outcome = ten_hours();
  CHECK(value(outcome, "jobs_done") == 4);
  CHECK(value(outcome, "makespan") == 36'000);
  CHECK(value(outcome, "allocation_mean") == 50);
  CHECK(value(outcome, "utilisation_mean") == 25);
  CHECK(value(outcome, "allocation_end") == 25);
  CHECK(value(outcome, "fragmentation_amount_mean") == Approx(10));
  CHECK(value(outcome, "fragmentation_ratio_mean") == Approx(20));
  CHECK(value(outcome, "fragmentation_amount_end") == Approx(15));
  CHECK(value(outcome, "gpu_hours_allocated") == 10);
  CHECK(value(outcome, "gpu_hours_useful") == 8);
  CHECK(value(outcome, "gpu_hours_free") == 10);
  CHECK(value(outcome, "cost_usd") == Approx(25));
  CHECK(value(outcome, "cost_usd_on_demand") == Approx(20));
  CHECK(value(outcome, "cost_usd_reserved") == 0);
  CHECK(value(outcome, "cost_usd_spot") == Approx(5));
  CHECK(value(outcome, "cost_per_useful_gpu_hour") == Approx(25.0 / 8));
  CHECK(value(outcome, "energy_kwh") == Approx(4));
  CHECK(value(outcome, "wait_mean") == 20);
  CHECK(value(outcome, "jct_mean") == 20);
}

TEST_CASE("a percentile of an evaluation is within 0.8 % of the exact one",
          "[metrics][evaluation]") {
  PolicyOutcome outcome;
  for (TimeNs ns = 1; ns < kNsPerHour * 1000; ns = ns * 3 / 2 + 1) {
    outcome.wait_bucket[1] = histogram_bucket(ns);
    CAPTURE(ns);
    const double exact = static_cast<double>(ns) / 1e9;
    CHECK(value(outcome, "wait_p95") == Approx(exact).epsilon(0.008));
  }
}

TEST_CASE("what is unknown, or never happened, is NaN", "[metrics][evaluation]") {
  const auto outcome = ten_hours();
  const EvaluationFacts nothing_known;
  for (const char* const name : {"cost", "cost_usd_spot", "unit_cost", "energy"}) {
    CAPTURE(name);
    CHECK(std::isnan(value(outcome, name, nothing_known)));
  }
  PolicyOutcome empty;
  for (auto* bucket : {&empty.wait_bucket, &empty.completion_bucket}) {
    for (auto& each : *bucket) each = -1;
  }
  for (const char* const name : {"wait", "wait_p50", "jct", "jct_p99", "unit_cost"}) {
    CAPTURE(name);
    CHECK(std::isnan(value(empty, name)));
  }
  auto endless = outcome;
  endless.endless_job = 3;
  for (const auto& metric : evaluation_metrics()) CHECK(std::isnan(value(endless, metric.name)));
}

TEST_CASE("metrics of an evaluation have names of their own, short ones too",
          "[metrics][evaluation]") {
  std::set<std::string> names;
  for (const auto& metric : evaluation_metrics()) {
    CHECK(names.insert(metric.name).second);
    if (*metric.alias != '\0') CHECK(names.insert(metric.alias).second);
  }
  const auto& list = evaluation_metrics();
  CHECK(std::string(list[find_evaluation_metric("cost")].name) == "cost_usd");
  CHECK(std::string(list[find_evaluation_metric("wait")].name) == "wait_mean");
  const auto message = test::thrown_message<UsageError>([] { find_evaluation_metric("wait_p59"); });
  CHECK(test::contains(message, "did you mean \"wait_p5"));
  CHECK_THROWS_AS(find_evaluation_metric(""), UsageError);
}

TEST_CASE("power and prices are known where they are of every GPU and node",
          "[metrics][evaluation]") {
  auto plan = plan_fleet(test::one_gpu_scenario("node-2", 2));
  const auto jobs = test::hand_jobs({{0, 1}});
  CHECK(evaluation_facts(plan, jobs).power_known);
  CHECK_FALSE(evaluation_facts(plan, jobs).jobs_never_leave);
  plan.nodes[1].base_known = false;
  CHECK_FALSE(evaluation_facts(plan, jobs).power_known);
  for (auto& node : plan.nodes) node.price_known = true;
  CHECK(evaluation_facts(plan, jobs).prices_known);
  plan.nodes[0].price_known = false;
  CHECK_FALSE(evaluation_facts(plan, jobs).prices_known);
  plan.nodes[0].gpus = 0;
  CHECK(evaluation_facts(plan, jobs).prices_known);
}
