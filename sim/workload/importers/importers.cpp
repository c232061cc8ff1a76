#include "sim/workload/importers/importers.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/workload/importers/muri.h"
#include "sim/workload/importers/openb.h"
#include "sim/workload/importers/philly.h"
#include "sim/workload/importers/slurm.h"
#include "sim/workload/importers/swf.h"

namespace coldaisle {
namespace {

constexpr std::array kImporters = {
    Importer{"openb",
             "Alibaba's GPU cluster trace of 2023 (clusterdata, cluster-trace-gpu-v2023)",
             import_openb,
             {.order = true}},
    Importer{"philly", "Microsoft's Philly jobs: timestamp, duration, num_gpus, gpu_time, cluster",
             import_philly},
    Importer{"muri",
             "Muri's traces: job_id, num_gpu, submit_time, iterations, model_name, iteration_time",
             import_muri},
    Importer{"swf",
             "Standard Workload Format of the Parallel Workloads Archive: 18 fields a job",
             import_swf,
             {.processor = true}},
    Importer{"slurm", "Slurm's accounting: sacct --parsable2 with a header", import_slurm},
};

Problem problem_of_trace(const std::string& file, std::string pointer, std::string message) {
  return {.file = file,
          .line = 0,
          .column = 0,
          .pointer = std::move(pointer),
          .message = std::move(message)};
}

void refuse_unknown_keys(const Importer& importer, const Trace& trace) {
  const auto problem = [&](const char* key) {
    return problem_of_trace(
        trace.file, fmt::format("/workload/{}", key),
        fmt::format("means nothing to the format \"{}\"; leave it out", importer.name));
  };
  std::vector<Problem> problems;
  if (!trace.order_file.empty() && !importer.keys.order) problems.push_back(problem("order"));
  if (trace.processor && !importer.keys.processor) problems.push_back(problem("processor"));
  if (!problems.empty()) throw ScenarioError(std::move(problems));
}

// One problem for each finding that changed the data.
void refuse_changes(const ImportReport& report) {
  std::vector<Problem> problems;
  for (const auto& finding : report.findings) {
    if (finding.effect == FindingEffect::remark) continue;
    problems.push_back(problem_of_trace(
        report.file, {},
        fmt::format("{}: {} row{} ({}); correct the file, or import it without \"strict\"",
                    finding.what, finding.count, finding.count == 1 ? "" : "s", finding.detail)));
  }
  if (!problems.empty()) throw ScenarioError(std::move(problems));
}

}  // namespace

std::span<const Importer> importers() {
  return kImporters;
}

const Importer* find_importer(std::string_view name) {
  const auto found = std::find_if(kImporters.begin(), kImporters.end(),
                                  [&](const Importer& each) { return each.name == name; });
  return found == kImporters.end() ? nullptr : &*found;
}

ImportReport import_trace(const Importer& importer, const ImportRequest& request,
                          JobListBuilder& jobs) {
  refuse_unknown_keys(importer, request.trace);
  ImportReport report = importer.import(request, jobs);
  if (request.trace.strict) refuse_changes(report);
  return report;
}

std::string trace_name(std::string_view file) {
  file.remove_prefix(file.find_last_of('/') + 1);
  for (const std::string_view ending : {".gz", ".csv", ".swf"}) {
    if (file.ends_with(ending)) file.remove_suffix(ending.size());
  }
  return std::string(file);
}

}  // namespace coldaisle
