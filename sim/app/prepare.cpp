#include "sim/app/prepare.h"

#include <algorithm>
#include <thread>

#include "sim/policy/tie_break.h"

namespace coldaisle {

int thread_count(int threads) {
  if (threads > 0) return threads;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

PreparedRun prepare_run(std::string path, LoadedScenario loaded, int threads) {
  PreparedRun run;
  run.path = std::move(path);
  run.loaded = std::move(loaded);
  const auto& scenario = run.loaded.scenario;
  run.plan = plan_fleet(scenario);
  run.jobs = make_jobs(scenario, run.plan, thread_count(threads));
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
