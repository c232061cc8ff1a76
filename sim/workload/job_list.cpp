#include "sim/workload/job_list.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "sim/core/csv.h"
#include "sim/workload/generate.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {
namespace {

[[noreturn]] void fail(std::string file, std::string pointer, std::string message) {
  throw ScenarioError({{.file = std::move(file),
                        .line = 0,
                        .column = 0,
                        .pointer = std::move(pointer),
                        .message = std::move(message)}});
}

void add_initial(const std::vector<InitialJob>& initial, JobListBuilder& jobs) {
  if (initial.empty()) return;
  const std::int16_t group = jobs.add_group("initial");
  for (const auto& job : initial) {
    const std::int32_t type = jobs.intern(job.demand);
    jobs.count_original(type);
    jobs.add({.submit_ns = -job.elapsed_ns,
              .duration_ns = job.duration_ns,
              .walltime_ns = job.walltime_ns,
              .restart_ns = job.restart_ns,
              .demand_type = type,
              .utilisation_milli = static_cast<std::uint16_t>(std::lround(job.utilisation * 1000)),
              .group = group,
              .priority = job.priority},
             job.name);
  }
}

std::vector<std::pair<std::string, std::string>> fleet_names(const Scenario& scenario) {
  const auto& list = scenario.fleet.node_list;
  if (!list) return {};
  return list->gpus;
}

ImportReport add_trace(const Scenario& scenario, JobListBuilder& jobs) {
  const Trace& trace = *scenario.workload.trace;
  const Importer* importer = find_importer(trace.format);
  if (importer == nullptr) {
    fail(trace.file, "/workload/format",
         fmt::format("{} is not a trace format of this build", quote_field(trace.format)));
  }
  return import_trace(*importer,
                      {.trace = trace, .seed = scenario.seed, .model_names = fleet_names(scenario)},
                      jobs);
}

// Jobs that name only GPU models which no node has can never run: say so, once a model.
void report_absent_models(const JobList& list, const FleetPlan& fleet, ImportReport& report) {
  std::set<std::string> known;
  for (const auto& model : fleet.gpu_models) known.insert(model.name);
  std::vector<bool> is_absent;
  for (const auto& demand : list.demands) {
    const auto& models = demand.gpu_models;
    const auto has = [&](const std::string& model) { return known.contains(model); };
    is_absent.push_back(!models.empty() && std::none_of(models.begin(), models.end(), has));
  }
  const auto count =
      std::count_if(list.demand_type.begin(), list.demand_type.end(),
                    [&](std::int32_t type) { return is_absent[static_cast<std::size_t>(type)]; });
  if (count == 0) return;
  report.findings.push_back({.what = "no such GPU model in the fleet",
                             .count = count,
                             .detail = "kept: they are unschedulable"});
}

[[noreturn]] void fail_empty(const Scenario& scenario) {
  const auto& trace = scenario.workload.trace;
  const std::string message =
      "empty workload: no job comes of it; give a trace with tasks that "
      "ran, a generator with arrivals, or initial jobs";
  fail(trace ? trace->file : file_in_messages(scenario), "/workload", message);
}

}  // namespace

Jobs make_jobs(const Scenario& scenario, const FleetPlan& fleet, int threads) {
  const Workload& workload = scenario.workload;
  JobListBuilder builder(file_in_messages(scenario));
  Jobs result;
  add_initial(workload.initial, builder);
  const auto initial_count = static_cast<std::int32_t>(builder.size());
  if (workload.trace) {
    result.reports.push_back(add_trace(scenario, builder));
    report_absent_models(builder.list(), fleet, result.reports.back());
  }
  for (std::size_t i = 0; i < workload.generators.size(); ++i) {
    generate_jobs(workload.generators[i], static_cast<std::uint32_t>(i), scenario.seed, threads,
                  builder);
  }
  if (builder.size() == 0) fail_empty(scenario);
  result.list = builder.finish(initial_count);
  return result;
}

ScenarioError endless_job_error(const std::string& scenario_file, std::int64_t job) {
  return ScenarioError(
      {{scenario_file, 0, 0, "/horizon",
        fmt::format("job {} would end more than 292 years after the start, beyond what time can "
                    "count; set a horizon or shorten the jobs",
                    job)}});
}

}  // namespace coldaisle
