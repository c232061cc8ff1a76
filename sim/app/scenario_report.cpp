#include "sim/app/scenario_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/quantity.h"

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

}  // namespace coldaisle
