#include "sim/scenario/fleet_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "sim/core/csv.h"
#include "sim/core/json_pointer.h"
#include "sim/core/nearest_name.h"
#include "sim/core/problem_list.h"
#include "sim/scenario/node_list.h"

namespace coldaisle {
namespace {

constexpr std::int64_t kUnlimited = INT32_MAX;
constexpr std::int64_t kMostNodes = 1'000'000;
constexpr std::string_view kNodeListName = "node_list";

std::int64_t milli(double value) {
  return std::llround(value * 1000.0);
}

FleetGpuModel model_of(const GpuSpec& gpu) {
  return {.name = gpu.id,
          .memory_mib = std::llround(gpu.memory_gib * 1024.0) / gpu.logical_devices,
          .devices_per_package = gpu.logical_devices,
          .power_known = true,
          .package_idle_mw = milli(gpu.idle_w),
          .package_tdp_mw = milli(gpu.tdp_w)};
}

// Micro-USD an hour of each schedulable device: the package's price shared by its devices.
std::optional<std::int64_t> catalogue_price(const GpuSpec& gpu, PriceClass price_class) {
  std::optional<double> usd;
  if (price_class == PriceClass::on_demand) usd = gpu.usd_per_gpu_hour_on_demand;
  if (price_class == PriceClass::spot) usd = gpu.usd_per_gpu_hour_spot;
  if (!usd) return std::nullopt;
  return std::llround(*usd * 1e6 / gpu.logical_devices);
}

// Builds a FleetPlan source by source and collects what is wrong with the scenario on the way.
class FleetPlanner {
 public:
  explicit FleetPlanner(const Scenario& scenario) : scenario_(scenario) {}

  FleetPlan plan() {
    const auto& groups = scenario_.fleet.racks;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      add_rack_group(groups[i], fmt::format("/fleet/racks/{}", i));
    }
    if (scenario_.fleet.node_list) add_node_list(*scenario_.fleet.node_list);
    check_whole();
    plan_.slowdown_ppm = scenario_.fabric.slowdown_ppm;
    set_speeds();
    problems_.throw_if_any();
    return std::move(plan_);
  }

 private:
  void add_problem(std::string pointer, std::string message) {
    problems_.add({.file = file_in_messages(scenario_),
                   .line = 0,
                   .column = 0,
                   .pointer = std::move(pointer),
                   .message = std::move(message)});
  }

  void set_speeds() {
    for (const auto& [name, ppm] : scenario_.fleet.gpu_speeds) {
      auto& models = plan_.gpu_models;
      const auto found = std::find_if(models.begin(), models.end(),
                                      [&model = name](const auto& m) { return m.name == model; });
      if (found != models.end()) {
        found->speed_ppm = ppm;
        continue;
      }
      std::vector<std::string> names;
      names.reserve(models.size());
      for (const auto& model : models) names.push_back(model.name);
      add_problem("/fleet/gpu_speeds" + pointer_segment(name),
                  fmt::format("no GPU of the fleet is called {}{}", quote_field(name),
                              name_remedy(name, names)));
    }
  }

  std::int32_t intern_model(const FleetGpuModel& model) {
    auto& models = plan_.gpu_models;
    const auto same = [&](const FleetGpuModel& other) { return other.name == model.name; };
    const auto found = std::find_if(models.begin(), models.end(), same);
    if (found != models.end()) return static_cast<std::int32_t>(found - models.begin());
    models.push_back(model);
    return static_cast<std::int32_t>(models.size()) - 1;
  }

  std::int32_t add_rack(std::string_view group, std::int64_t number) {
    plan_.rack_names.push_back(fmt::format("{}/{}", group, number));
    return static_cast<std::int32_t>(plan_.rack_names.size()) - 1;
  }

  std::int32_t open_group(std::string_view name) {
    plan_.groups.push_back({.name = std::string(name),
                            .first = static_cast<std::int32_t>(plan_.nodes.size()),
                            .count = 0});
    return static_cast<std::int32_t>(plan_.groups.size()) - 1;
  }

  // One node of the group, without name and rack; nothing where the group is broken.
  std::optional<NodePlan> node_of(const RackGroup& group, const std::string& pointer) {
    const NodeSpec* node = scenario_.catalog.find_node(group.node);
    const GpuSpec* gpu = node == nullptr ? nullptr : scenario_.catalog.find_gpu(node->gpu);
    if (gpu == nullptr) {
      add_problem(pointer + "/node",
                  node == nullptr
                      ? fmt::format("{} is not in the catalogue; `coldaisle catalog` lists it",
                                    quote_field(group.node))
                      : fmt::format("its GPU {} is not in the catalogue", quote_field(node->gpu)));
      return std::nullopt;
    }
    const std::int64_t gpus = std::int64_t{node->gpu_packages} * gpu->logical_devices;
    if (gpus < 0 || gpus > kMaxGpusPerNode) {
      add_problem(pointer + "/node",
                  fmt::format("a node of {} GPUs; 0 to {} are supported", gpus, kMaxGpusPerNode));
      return std::nullopt;
    }
    const auto base_w = node_base_w(*node, *gpu);
    const auto price = group.price ? group.price : catalogue_price(*gpu, group.price_class);
    return NodePlan{
        .name = {},
        .gpu_model = gpus > 0 ? intern_model(model_of(*gpu)) : -1,
        .gpus = static_cast<std::int32_t>(gpus),
        .cpu_milli = node->cpu_cores ? std::int64_t{*node->cpu_cores} * 1000 : kUnlimited,
        .memory_mib = node->memory_gib ? std::llround(*node->memory_gib * 1024.0) : kUnlimited,
        .base_mw = group.base_mw.value_or(base_w ? milli(*base_w) : 0),
        .base_known = group.base_mw.has_value() || base_w.has_value(),
        .price = price.value_or(0),
        .price_known = price.has_value(),
        .price_class = group.price_class,
        .present = group.present};
  }

  void add_rack_group(const RackGroup& group, const std::string& pointer) {
    if (group.racks < 1 || group.nodes_per_rack < 1) {
      add_problem(pointer, fmt::format("{} racks of {} nodes; both must be at least 1", group.racks,
                                       group.nodes_per_rack));
      return;
    }
    const std::int64_t count = std::int64_t{group.racks} * group.nodes_per_rack;
    if (count + static_cast<std::int64_t>(plan_.nodes.size()) > kMostNodes) {
      add_problem(pointer, fmt::format("{} nodes here; a fleet has at most {}", count, kMostNodes));
      return;
    }
    const auto node = node_of(group, pointer);
    if (!node) return;
    const std::int32_t index = open_group(group.name);
    plan_.nodes.reserve(plan_.nodes.size() + static_cast<std::size_t>(count));
    for (int rack = 0; rack < group.racks; ++rack) {
      const std::int32_t rack_index = add_rack(group.name, rack);
      for (int i = 0; i < group.nodes_per_rack; ++i) {
        plan_.nodes.push_back(*node);
        auto& added = plan_.nodes.back();
        added.name = fmt::format("{}/{}/{}", group.name, rack, i);
        added.rack = rack_index;
        added.group = index;
      }
    }
    plan_.groups.back().count = static_cast<std::int32_t>(count);
  }

  // The catalogue's facts where the list's model is mapped to them or has a catalogue id's name.
  FleetGpuModel model_of_list(const NodeList& list, const std::string& name) {
    const GpuSpec* gpu = catalogue_gpu(list, name);
    if (gpu != nullptr) return model_of(*gpu);
    FleetGpuModel unknown;
    unknown.name = name;
    return unknown;
  }

  const GpuSpec* catalogue_gpu(const NodeList& list, const std::string& name) const {
    const auto mapped = std::find_if(list.gpus.begin(), list.gpus.end(),
                                     [&](const auto& pair) { return pair.first == name; });
    return scenario_.catalog.find_gpu(mapped != list.gpus.end() ? mapped->second : name);
  }

  void set_price(const NodeList& list, const std::string& model, NodePlan& node) const {
    node.price_class = list.price_class;
    const auto given = std::find_if(list.prices.begin(), list.prices.end(),
                                    [&](const auto& pair) { return pair.first == model; });
    const GpuSpec* gpu = catalogue_gpu(list, model);
    std::optional<std::int64_t> price;
    if (given != list.prices.end()) {
      price = given->second;
    } else if (gpu != nullptr) {
      price = catalogue_price(*gpu, list.price_class);
    }
    node.price = price.value_or(0);
    node.price_known = price.has_value();
  }

  void check_mapping(const NodeList& list, const std::vector<NodeRow>& rows) {
    for (const auto& [name, id] : list.gpus) {
      const std::string pointer = "/fleet/node_list/gpus/" + name;
      if (scenario_.catalog.find_gpu(id) == nullptr) {
        add_problem(pointer, fmt::format("{} is not a GPU of the catalogue; `coldaisle catalog` "
                                         "lists them",
                                         quote_field(id)));
      }
      check_has_model(list, rows, name, pointer);
    }
    for (const auto& [name, price] : list.prices) {
      check_has_model(list, rows, name, "/fleet/node_list/prices" + pointer_segment(name));
    }
  }

  void check_has_model(const NodeList& list, const std::vector<NodeRow>& rows,
                       const std::string& name, const std::string& pointer) {
    std::set<std::string> models;
    for (const auto& row : rows) {
      if (row.gpus > 0) models.insert(row.model);
    }
    if (models.count(name) > 0) return;
    add_problem(pointer, fmt::format("no node of {} has this model{}", list.file,
                                     name_remedy(name, {models.begin(), models.end()})));
  }

  void add_listed_node(const NodeList& list, const NodeRow& row) {
    NodePlan node{.name = row.name,
                  .group = static_cast<std::int32_t>(plan_.groups.size()) - 1,
                  .gpus = row.gpus,
                  .cpu_milli = row.cpu_milli,
                  .memory_mib = row.memory_mib};
    if (row.gpus > 0) {
      const FleetGpuModel model = model_of_list(list, row.model);
      node.gpu_model = intern_model(model);
      set_price(list, row.model, node);
      if (row.gpus % model.devices_per_package != 0) {
        problems_.add({.file = list.file,
                       .line = row.line,
                       .column = 1,
                       .pointer = "gpu",
                       .message = fmt::format("{} is not a whole number of {} packages of {} "
                                              "devices each",
                                              row.gpus, model.name, model.devices_per_package)});
      }
    }
    auto& group = plan_.groups.back();
    if (group.count % list.nodes_per_rack == 0) {
      add_rack(kNodeListName, group.count / list.nodes_per_rack);
    }
    node.rack = static_cast<std::int32_t>(plan_.rack_names.size()) - 1;
    ++group.count;
    plan_.nodes.push_back(std::move(node));
  }

  void add_node_list(const NodeList& list) {
    // NaN fails the first comparison.
    if (!(list.keep > 0.0) || list.keep > 1.0) {
      add_problem("/fleet/node_list/keep", "must be above 0 and at most 1");
    }
    if (list.nodes_per_rack < 1) {
      add_problem("/fleet/node_list/nodes_per_rack", "must be at least 1");
    }
    for (const auto& group : plan_.groups) {
      if (group.name != kNodeListName) continue;
      add_problem("/fleet/racks",
                  "\"node_list\" names the nodes of the list; give the racks another name");
    }
    problems_.throw_if_any();
    CsvReader csv = CsvReader::open(list.file);
    auto rows = read_node_list(csv);
    check_mapping(list, rows);
    open_group(kNodeListName);
    for (const auto& row : keep_share(std::move(rows), list.keep)) add_listed_node(list, row);
  }

  void check_whole() {
    if (!problems_.empty()) return;
    if (plan_.nodes.empty()) {
      add_problem("/fleet", "the fleet is empty; give racks or a node_list");
    } else if (plan_.gpu_models.empty()) {
      add_problem("/fleet", "no node of the fleet has a GPU");
    }
    if (plan_.gpu_models.size() > kMostGpuModels) {
      add_problem("/fleet", fmt::format("{} GPU models; at most {} are supported",
                                        plan_.gpu_models.size(), kMostGpuModels));
    }
    if (static_cast<std::int64_t>(plan_.nodes.size()) > kMostNodes) {
      add_problem("/fleet",
                  fmt::format("{} nodes; a fleet has at most {}", plan_.nodes.size(), kMostNodes));
    }
  }

  const Scenario& scenario_;
  FleetPlan plan_;
  ProblemList problems_;
};

}  // namespace

FleetPlan plan_fleet(const Scenario& scenario) {
  return FleetPlanner(scenario).plan();
}

}  // namespace coldaisle
