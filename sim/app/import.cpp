#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/app/exit_code.h"
#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "sim/scenario/data_files.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/workload/capacity.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {
namespace {

// Everything the verb prints.
struct ImportedTrace {
  ImportReport report;
  std::size_t demand_classes = 0;
  DemandReport demand;
  bool has_fleet = false;
};

const Importer& importer_of(const std::string& format) {
  if (const Importer* importer = find_importer(format)) return *importer;
  std::string known;
  for (const auto& each : importers()) {
    known += fmt::format("\n  {:<8} {}", each.name, each.description);
  }
  throw UsageError(fmt::format("\"{}\" is not a trace format; the formats are:{}", format, known));
}

// The path to read for a file that the user named: as given where something is there, else below
// the data folder.
std::string find_input(const std::string& name, const std::string& data_directory) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored)) return name;
  const auto search = search_data_file(name, {}, data_directory);
  if (search.found.empty()) {
    throw IoError(fmt::format(
        "{}: is not there; looked for {}; correct the path, or name the data folder with --data or "
        "COLDAISLE_DATA",
        name, search.looked_for));
  }
  return search.found;
}

ImportedTrace read_trace(const ImportOptions& options) {
  const Importer& importer = importer_of(options.format);
  ImportRequest request;
  request.trace.file = find_input(options.input, options.common.data_directory);
  request.trace.format = options.format;
  request.times_optional = true;
  JobListBuilder builder;
  ImportedTrace result;
  request.trace.strict = options.strict;
  result.report = import_trace(importer, request, builder);
  const JobList jobs = builder.finish(0);
  result.demand_classes = jobs.demands.size();
  std::optional<FleetPlan> fleet;
  if (!options.nodes.empty()) {
    Scenario scenario;
    scenario.fleet.node_list = NodeList{};
    scenario.fleet.node_list->file = find_input(options.nodes, options.common.data_directory);
    fleet = plan_fleet(scenario);
  }
  result.has_fleet = fleet.has_value();
  result.demand = compare_demand(jobs, fleet ? &*fleet : nullptr);
  return result;
}

double gpus(std::int64_t milli) {
  return static_cast<double>(milli) / kMilliPerGpu;
}

double days(TimeNs duration_ns) {
  return static_cast<double>(duration_ns) / static_cast<double>(24 * kNsPerHour);
}

std::string text_of_demand(const GpuDemand& row, std::size_t width, bool has_fleet) {
  std::string line = fmt::format("  {:<{}} {:>8} {:>12.2f} {:>10.2f}", row.models, width, row.jobs,
                                 gpus(row.asked_milli), gpus(row.peak_milli));
  if (has_fleet) {
    line += fmt::format(" {:>10.0f}", gpus(row.fleet_milli));
    if (row.peak_milli > row.fleet_milli) line += "  over capacity";
  }
  return line + "\n";
}

std::string text_of_findings(const ImportReport& report) {
  if (report.findings.empty()) return {};
  std::size_t width = 0;
  for (const auto& finding : report.findings) width = std::max(width, finding.what.size());
  std::string text = "\nFindings (rows)\n";
  for (const auto& finding : report.findings) {
    text += fmt::format("  {:<{}} {:>8}  {}\n", finding.what, width, finding.count, finding.detail);
  }
  return text;
}

std::string text_of(const ImportedTrace& trace) {
  const ImportReport& report = trace.report;
  std::string text = fmt::format("{} ({})\n", report.file, report.format);
  text += fmt::format("  rows            {}\n", report.rows);
  text += fmt::format("  jobs            {}\n", report.jobs);
  text += fmt::format("  span            {:.2f} days, from {} s to {} s\n",
                      days(report.last_ns - report.first_ns), report.first_ns / kNsPerSecond,
                      report.last_ns / kNsPerSecond);
  text += fmt::format("  demand classes  {}\n", trace.demand_classes);
  text += text_of_findings(report);

  std::size_t width = 0;
  for (const auto& row : trace.demand.gpus) width = std::max(width, row.models.size());
  text += "\nGPU demand by allowed models; peak: most at once if every job started on submission\n";
  text += fmt::format("  {:<{}} {:>8} {:>12} {:>10}{}\n", "", width, "jobs", "GPUs asked",
                      "peak GPUs", trace.has_fleet ? " fleet GPUs" : "");
  for (const auto& row : trace.demand.gpus) text += text_of_demand(row, width, trace.has_fleet);
  if (trace.has_fleet) {
    text += fmt::format("\nJobs that no node could hold: {}\n", trace.demand.jobs_too_large);
  }
  return text;
}

const char* name_of(FindingEffect effect) {
  switch (effect) {
    case FindingEffect::remark:
      return "remark";
    case FindingEffect::repaired:
      return "repaired";
    case FindingEffect::dropped:
      return "dropped";
  }
  return "";
}

nlohmann::ordered_json json_of(const ImportedTrace& trace) {
  using Json = nlohmann::ordered_json;
  Json findings = Json::array();
  for (const auto& finding : trace.report.findings) {
    findings.push_back({{"what", finding.what},
                        {"count", finding.count},
                        {"detail", finding.detail},
                        {"effect", name_of(finding.effect)}});
  }
  Json demand = Json::array();
  for (const auto& row : trace.demand.gpus) {
    Json entry = {{"models", row.models},
                  {"jobs", row.jobs},
                  {"asked_gpu_milli", row.asked_milli},
                  {"peak_gpu_milli", row.peak_milli}};
    if (trace.has_fleet) {
      entry["fleet_gpu_milli"] = row.fleet_milli;
      entry["over_capacity"] = row.peak_milli > row.fleet_milli;
    }
    demand.push_back(std::move(entry));
  }
  Json json = {{"file", trace.report.file},
               {"format", trace.report.format},
               {"rows", trace.report.rows},
               {"jobs", trace.report.jobs},
               {"first_ns", trace.report.first_ns},
               {"last_ns", trace.report.last_ns},
               {"demand_classes", trace.demand_classes},
               {"findings", std::move(findings)},
               {"gpu_demand", std::move(demand)}};
  if (trace.has_fleet) json["jobs_too_large"] = trace.demand.jobs_too_large;
  return json;
}

}  // namespace

int import_verb(const ImportOptions& options, std::ostream& out, std::ostream& /*err*/) {
  const ImportedTrace trace = read_trace(options);
  if (options.common.json) {
    // Names from the file need not be UTF-8.
    out << json_of(trace).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
        << '\n';
  } else {
    out << text_of(trace);
  }
  return exit_code::kOk;
}

}  // namespace coldaisle
