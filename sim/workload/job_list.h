#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "sim/core/units.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// All jobs of a run, by columns. Row = job. The first `initial_count` rows are the scenario's
// workload.initial, in its order, submitted at minus their elapsed time (so that waits include it);
// the rest is sorted by submit time, ties in the order of the sources: trace, then generators.
// kBytesPerJob a job, plus names.
struct JobList {
  std::vector<TimeNs> submit_ns;
  std::vector<TimeNs> duration_ns;        // whole, at full speed; kNever: never leaves
  std::vector<TimeNs> walltime_ns;        // most time on its nodes; kNever: no limit
  std::vector<TimeNs> restart_ns;         // time to restart after a stop; -1: the scheduler's
  std::vector<std::int32_t> demand_type;  // index into `demands`
  std::vector<std::uint16_t> utilisation_milli;  // of the GPU share held, 0...1000
  std::vector<std::int16_t> job_group;           // index into `groups`
  std::vector<std::int32_t> priority;            // larger first, where the queue is `priority`
  std::vector<std::string> names;   // parallel to the rest; empty when no source has names
  std::vector<std::string> groups;  // "initial", the trace's name, demand-class names
  std::vector<JobDemand> demands;   // distinct demands, in order of first appearance

  // Counts of the original demand types, before any re-ordering, inflation or dropping of rows:
  // what FGD's typical tasks are drawn from (PLACEMENT, section 3). Parallel to `demands`.
  std::vector<std::int64_t> original_count;

  std::int32_t initial_count = 0;

  static constexpr std::size_t kBytesPerJob =
      4 * sizeof(TimeNs) + 2 * sizeof(std::int32_t) + sizeof(std::uint16_t) + sizeof(std::int16_t);

  std::size_t size() const { return submit_ns.size(); }
};

static_assert(JobList::kBytesPerJob == 44);

// Most jobs of one run (3.2 GB of columns), and the largest time or duration of a job: 2^61 ns, 73
// years, so that a sum of a few never overflows.
inline constexpr std::int64_t kMostJobs = 100'000'000;
inline constexpr TimeNs kMostJobTimeNs = TimeNs{1} << 61;

// What to throw where `job` would end beyond what time can count: in 64 bits of ns, 292 years.
ScenarioError endless_job_error(const std::string& scenario_file, std::int64_t job);

// What a finding cost the data: nothing, another value in its place, or the row.
enum class FindingEffect : std::uint8_t { remark, repaired, dropped };

// One finding about the quality of an imported trace.
struct DataFinding {
  std::string what;  // "zero duration", "no scheduled_time", ...
  std::int64_t count = 0;
  std::string detail;  // what was done about it
  FindingEffect effect = FindingEffect::remark;
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
// seed, so `threads` (0: all cores) changes nothing but speed. GPU models that a trace names are
// translated as the fleet's node list maps them. Throws ScenarioError for a broken or empty
// workload, IoError for an unreadable file.
Jobs make_jobs(const Scenario& scenario, const FleetPlan& fleet, int threads);

}  // namespace coldaisle
