// sim/results/FORMAT.md lists exactly what a run and an evaluation write.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sim/results/collect.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/fake_evaluation.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

// A run that has every dataset there is: named jobs, all metrics.
Scenario run_with_everything() {
  auto scenario = one_gpu_scenario("node-2", 2);
  InitialJob job;
  job.name = "named";
  job.demand = {.gpus = 1};
  job.duration_ns = seconds(10);
  scenario.workload.initial = {job};
  for (const auto& name : metric_names()) scenario.metrics.only.push_back(name);
  return scenario;
}

// Holds the page against what results of a kind hold, or rewrites it.
void check_page(const Results& results) {
  const std::string path = COLDAISLE_SOURCE_DIR "/sim/results/FORMAT.md";
  std::ostringstream page;
  page << std::ifstream(path).rdbuf();
  auto text = page.str();
  const auto listed = format_section(text, results.kind);
  const auto wanted = describe_format(results);
  if (std::getenv("COLDAISLE_UPDATE") != nullptr) {
    text.replace(text.find(listed), listed.size(), wanted);
    std::ofstream(path) << text;
    SUCCEED("rewritten");
    return;
  }
  INFO("to rewrite it: COLDAISLE_UPDATE=1 coldaisle_tests \"[format]\"");
  CHECK(listed == wanted);
}

TEST_CASE("sim/results/FORMAT.md lists the datasets that a run writes", "[results][format]") {
  Run run(run_with_everything());
  run.finish();
  check_page(collect_results(run.sim(), run.metrics, RunStatus::complete, {}));
}

TEST_CASE("sim/results/FORMAT.md lists the datasets that an evaluation writes",
          "[results][format]") {
  const auto evaluation = fake_evaluation(3, 3);
  auto judgement = judge(evaluation.outcomes, 3, evaluation.facts, evaluation.criteria);
  check_page(collect_evaluation(evaluation, std::move(judgement), RunStatus::complete, {}));
}

}  // namespace
}  // namespace coldaisle::test
