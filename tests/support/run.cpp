#include "tests/support/run.h"

#include "tests/support/catch.h"

namespace coldaisle::test {

Run::Run(Scenario scenario_in) : scenario(std::move(scenario_in)), plan(plan_fleet(scenario)) {
  list = make_jobs(scenario, plan, 1).list;
  start();
}

Run::Run(Scenario scenario_in, JobList list_in)
    : scenario(std::move(scenario_in)), plan(plan_fleet(scenario)), list(std::move(list_in)) {
  start();
}

void Run::start() {
  engine = std::make_unique<Engine>(scenario, plan, list, make_tie_rank(scenario, plan));
  metrics = make_metrics(engine->simulation());
  std::vector<Metric*> watching;
  for (const auto& metric : metrics) watching.push_back(metric.get());
  engine->watch(std::move(watching));
}

MetricOutput Run::output() const {
  MetricOutput output;
  for (const auto& metric : metrics) metric->report(sim().now, output);
  return output;
}

SummaryRow Run::row(const std::string& metric) const {
  for (const auto& each : output().summary) {
    if (each.metric == metric) return each;
  }
  FAIL("no summary row is called " << metric);
  return {};
}

double Run::value(const std::string& metric) const {
  return row(metric).value;
}

Holdings stay_of(const Run& run, std::size_t job) {
  Holdings stay;
  for_each_member(run.sim(), static_cast<JobIndex>(job), [&](const Member& member, std::int32_t) {
    stay.emplace_back(member.node, member.gpu_mask);
  });
  return stay;
}

}  // namespace coldaisle::test
