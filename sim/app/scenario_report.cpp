#include "sim/app/scenario_report.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/core/quantity.h"
#include "sim/workload/capacity.h"

namespace coldaisle {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidestValue = 60;  // longer ones are cut in the text, not in the JSON

// Paths and messages may hold any bytes; what is no UTF-8 is replaced.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string shown_value(const ValueOrigin& origin) {
  if (origin.value.size() <= kWidestValue) return origin.value;
  return origin.value.substr(0, kWidestValue - 3) + "...";
}

std::string gpus_by_model(const FleetPlan& fleet) {
  std::vector<std::int64_t> counts(fleet.gpu_models.size(), 0);
  for (const auto& node : fleet.nodes) {
    if (node.gpu_model >= 0) counts[static_cast<std::size_t>(node.gpu_model)] += node.gpus;
  }
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[i], fleet.gpu_models[i].name);
  }
  return text;
}

// One node of each kind: large fleets have few.
FleetPlan one_of_each_kind(const FleetPlan& fleet) {
  FleetPlan kinds;
  kinds.gpu_models = fleet.gpu_models;
  std::set<std::tuple<std::int32_t, std::int32_t, std::int64_t, std::int64_t>> seen;
  for (const auto& node : fleet.nodes) {
    if (!seen.insert({node.gpu_model, node.gpus, node.cpu_milli, node.memory_mib}).second) continue;
    kinds.nodes.push_back(node);
  }
  return kinds;
}

// Whether some node could hold this demand, were it empty.
bool fits_somewhere(const FleetPlan& fleet, const JobDemand& demand) {
  JobList one;
  one.submit_ns = {0};
  one.duration_ns = {1};
  one.demand_type = {0};
  one.demands = {demand};
  return compare_demand(one, &fleet).jobs_too_large == 0;
}

std::string demand_text(const JobDemand& demand) {
  auto text = demand.gpus == 0 ? std::string("no GPU") : counted(demand.gpus, "GPU");
  if (demand.gpus == 1 && demand.gpu_milli < kMilliPerGpu) {
    text = fmt::format("{} of a GPU", static_cast<double>(demand.gpu_milli) / kMilliPerGpu);
  }
  if (!demand.gpu_models.empty()) {
    text += fmt::format(" of {}", fmt::join(demand.gpu_models, "|"));
  }
  if (demand.gpu_memory_mib > 0) {
    text += fmt::format(" with {}", format_quantity(Dimension::memory, demand.gpu_memory_mib));
  }
  if (demand.cpu_milli > 0) {
    text += fmt::format(", {} CPUs", static_cast<double>(demand.cpu_milli) / 1000);
  }
  if (demand.memory_mib > 0) {
    text += ", " + format_quantity(Dimension::memory, demand.memory_mib);
  }
  return text;
}

}  // namespace

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string problems_json(const std::vector<Problem>& problems) {
  auto list = Json::array();
  for (const auto& problem : problems) {
    list.push_back({{"file", problem.file},
                    {"line", problem.line},
                    {"column", problem.column},
                    {"pointer", problem.pointer},
                    {"message", problem.message}});
  }
  return dump(list);
}

std::string origins_text(const std::vector<ValueOrigin>& origins) {
  std::size_t pointer_width = 0;
  std::size_t value_width = 0;
  for (const auto& origin : origins) {
    pointer_width = std::max(pointer_width, origin.pointer.size());
    value_width = std::max(value_width, shown_value(origin).size());
  }
  std::string text;
  for (const auto& origin : origins) {
    text += fmt::format("{:<{}}  {:<{}}  {}\n", origin.pointer, pointer_width, shown_value(origin),
                        value_width, origin.origin);
  }
  return text;
}

std::string origins_json(const std::vector<ValueOrigin>& origins) {
  auto list = Json::array();
  for (const auto& origin : origins) {
    list.push_back({{"pointer", origin.pointer},
                    {"value", Json::parse(origin.value)},
                    {"origin", origin.origin}});
  }
  return dump(list);
}

std::string scenario_summary(const FleetPlan& fleet, const JobList& jobs) {
  std::int64_t gpus = 0;
  for (const auto& node : fleet.nodes) gpus += node.gpus;
  auto text = fmt::format("  fleet     {}, {}, {} ({})\n",
                          counted(static_cast<std::int64_t>(fleet.rack_names.size()), "rack"),
                          counted(static_cast<std::int64_t>(fleet.nodes.size()), "node"),
                          counted(gpus, "GPU"), gpus_by_model(fleet));
  text +=
      fmt::format("  workload  {} of {}\n", counted(static_cast<std::int64_t>(jobs.size()), "job"),
                  counted(static_cast<std::int64_t>(jobs.demands.size()), "kind"));
  if (jobs.size() > 0) {
    const auto seconds = jobs.submit_ns.back() / kNsPerSecond * kNsPerSecond;
    text += fmt::format("            the last one arrives after {}\n",
                        format_quantity(Dimension::duration, seconds));
  }
  return text;
}

std::string unschedulable_warning(const FleetPlan& fleet, const JobList& jobs) {
  constexpr std::size_t kMostShown = 10;
  const auto kinds_of_nodes = one_of_each_kind(fleet);
  std::vector<std::int64_t> jobs_of(jobs.demands.size(), 0);
  for (const auto type : jobs.demand_type) ++jobs_of[static_cast<std::size_t>(type)];
  std::string shown;
  std::size_t kinds = 0;
  std::int64_t total = 0;
  for (std::size_t i = 0; i < jobs_of.size(); ++i) {
    if (jobs_of[i] == 0 || fits_somewhere(kinds_of_nodes, jobs.demands[i])) continue;
    total += jobs_of[i];
    if (++kinds > kMostShown) continue;
    shown += fmt::format("  {}: {}\n", counted(jobs_of[i], "job"), demand_text(jobs.demands[i]));
  }
  if (kinds > kMostShown) {
    const auto more = static_cast<std::int64_t>(kinds - kMostShown);
    shown += fmt::format("  and {} more\n", counted(more, "kind"));
  }
  if (total == 0) return {};
  return fmt::format("warning: {} can never run: no node, were it empty, could hold\n{}",
                     counted(total, "job"), shown);
}

}  // namespace coldaisle
