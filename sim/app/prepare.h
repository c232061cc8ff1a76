#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/repeat.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// A scenario with its data files read: all that a run needs.
struct PreparedRun {
  std::string path;  // of the scenario file
  LoadedScenario loaded;
  std::string catalog_overrides;  // the user's catalogue, as Provenance has it
  FleetPlan plan;
  Jobs jobs;
  std::vector<std::int32_t> tie_rank;  // per node
};

// Reads everything a loaded scenario refers to. Throws ScenarioError or IoError.
PreparedRun prepare_run(LoadedRun input, int threads);

// The data files that a scenario reads, for provenance: node list, trace, order, ranks.
std::vector<std::string> input_files(const Scenario& scenario);

}  // namespace coldaisle
