#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/units.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// All jobs of a run, by columns, sorted by submit time (ties keep the source's order). Row = job.
// 30 bytes a job plus names.
struct JobList {
  std::vector<TimeNs> submit_ns;
  std::vector<TimeNs> duration_ns;               // at full speed; kNever: never leaves
  std::vector<std::int32_t> demand_type;         // index into `demands`
  std::vector<std::uint16_t> utilisation_milli;  // of the GPU share held, 0...1000
  std::vector<std::string> names;                // empty when the source has none
  std::vector<std::string> groups;               // demand-class names; index is job_group
  std::vector<std::int16_t> job_group;           // per job
  std::vector<JobDemand> demands;                // distinct demands, in order of first appearance

  // Counts of the original demand types, before any re-ordering or inflation: what FGD's typical
  // tasks are drawn from (PLACEMENT, section 3). Parallel to `demands`.
  std::vector<std::int64_t> original_count;

  std::size_t size() const { return submit_ns.size(); }
};

// One finding about the quality of an imported trace.
struct DataFinding {
  std::string what;  // "rows", "span", "no scheduled_time", ...
  std::int64_t count = 0;
  std::string detail;  // what was done about it
};

// What an importer found in its file.
struct ImportReport {
  std::string file;
  std::string format;
  std::int64_t rows = 0;             // data rows in the file
  std::int64_t jobs = 0;             // jobs that came of them
  TimeNs first_ns = 0, last_ns = 0;  // span of recorded submit times
  std::vector<DataFinding> findings;
};

struct Jobs {
  JobList list;
  std::vector<ImportReport> reports;
};

// Reads or draws the whole workload. Durations and gaps come from Philox streams of the scenario's
// seed, so `threads` changes nothing but speed. Throws ScenarioError for a broken or empty
// workload.
Jobs make_jobs(const Scenario& scenario, const FleetPlan& fleet, int threads);

}  // namespace coldaisle
