#include "sim/app/prepare.h"

#include <utility>

#include "sim/policy/tie_break.h"

namespace coldaisle {

PreparedRun prepare_run(LoadedRun input, int threads) {
  PreparedRun run;
  run.path = std::move(input.path);
  run.loaded = std::move(input.loaded);
  run.catalog_overrides = std::move(input.catalog_overrides);
  const auto& scenario = run.loaded.scenario;
  run.plan = plan_fleet(scenario);
  run.jobs = make_jobs(scenario, run.plan, threads);
  run.tie_rank = make_tie_rank(scenario, run.plan);
  return run;
}

std::vector<std::string> input_files(const Scenario& scenario) {
  std::vector<std::string> files;
  if (scenario.fleet.node_list) files.push_back(scenario.fleet.node_list->file);
  if (scenario.workload.trace) {
    files.push_back(scenario.workload.trace->file);
    files.push_back(scenario.workload.trace->order_file);
  }
  files.push_back(scenario.scheduler.tie_break_file);
  std::erase(files, std::string());
  return files;
}

}  // namespace coldaisle
