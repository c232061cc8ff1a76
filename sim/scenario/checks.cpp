#include "sim/scenario/checks.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/core/json_pointer.h"
#include "sim/core/nearest_name.h"
#include "sim/core/object_reader.h"
#include "sim/scenario/policy_space.h"
#include "sim/scenario/scenario_fields.h"

namespace coldaisle {

namespace {

template <class T>
std::vector<std::string> ids(const std::vector<T>& specs) {
  std::vector<std::string> names;
  names.reserve(specs.size());
  for (const auto& spec : specs) names.push_back(spec.id);
  return names;
}

std::vector<std::string> group_names(const Fleet& fleet) {
  std::vector<std::string> names;
  for (const auto& group : fleet.racks) names.push_back(group.name);
  if (fleet.node_list) names.emplace_back(kNodeListGroup);
  return names;
}

const RackGroup* find_group(const Fleet& fleet, const std::string& name) {
  for (const auto& group : fleet.racks) {
    if (group.name == name) return &group;
  }
  return nullptr;
}

void check_groups(const Scenario& scenario, Checker& checker) {
  const auto& fleet = scenario.fleet;
  checker.require(!fleet.racks.empty() || fleet.node_list, "/fleet",
                  "empty fleet: it needs \"racks\" or a \"node_list\"");
  std::set<std::string> seen;
  if (fleet.node_list) seen.insert(kNodeListGroup);
  std::int64_t nodes = 0;
  for (std::size_t i = 0; i < fleet.racks.size(); ++i) {
    const auto& group = fleet.racks[i];
    const auto pointer = fmt::format("/fleet/racks/{}", i);
    checker.require(group.node.empty() || scenario.catalog.find_node(group.node) != nullptr,
                    pointer + "/node",
                    fmt::format("\"{}\" is not in the catalogue{}", group.node,
                                name_remedy(group.node, ids(scenario.catalog.nodes))));
    checker.require(
        group.name.empty() || seen.insert(group.name).second, pointer + "/name",
        fmt::format("\"{}\" is the name of an earlier group; give each its own", group.name));
    const bool small = nodes <= kMostNodes;
    nodes += std::int64_t{group.racks} * group.nodes_per_rack;
    checker.require(
        !small || nodes <= kMostNodes, pointer,
        fmt::format("with these {} nodes the fleet has {}; at most {} are allowed",
                    std::int64_t{group.racks} * group.nodes_per_rack, nodes, kMostNodes));
  }
}

void check_node_list(const Scenario& scenario, Checker& checker) {
  if (!scenario.fleet.node_list) return;
  for (const auto& [model, gpu] : scenario.fleet.node_list->gpus) {
    checker.require(scenario.catalog.find_gpu(gpu) != nullptr,
                    "/fleet/node_list/gpus" + pointer_segment(model),
                    fmt::format("\"{}\" is not a GPU of the catalogue{}", gpu,
                                name_remedy(gpu, ids(scenario.catalog.gpus))));
  }
}

void check_changes(const Fleet& fleet, Checker& checker) {
  const auto names = group_names(fleet);
  const std::set<std::string> known(names.begin(), names.end());
  for (std::size_t i = 0; i < fleet.changes.size(); ++i) {
    const auto& change = fleet.changes[i];
    const auto pointer = fmt::format("/fleet/changes/{}", i);
    if (!change.rack.empty() && known.count(change.rack) == 0) {
      checker.fail(pointer + "/rack", fmt::format("\"{}\" is not a rack group{}", change.rack,
                                                  name_remedy(change.rack, names)));
    }
    const auto* const group = find_group(fleet, change.rack);
    if (group == nullptr) continue;
    const auto nodes = std::int64_t{group->racks} * group->nodes_per_rack;
    checker.require(change.nodes <= nodes, pointer + "/nodes",
                    fmt::format("is more than the {} nodes of \"{}\"; leave it out for all", nodes,
                                change.rack));
  }
}

// Which GPU models a job may ask for; empty when only a node list knows.
std::vector<std::string> fleet_gpus(const Scenario& scenario) {
  std::set<std::string> gpus;
  if (scenario.fleet.node_list) return {};
  for (const auto& group : scenario.fleet.racks) {
    if (const auto* const node = scenario.catalog.find_node(group.node)) gpus.insert(node->gpu);
  }
  return {gpus.begin(), gpus.end()};
}

void check_models(const JobDemand& demand, const std::string& pointer,
                  const std::vector<std::string>& gpus, Checker& checker) {
  if (gpus.empty()) return;
  for (std::size_t i = 0; i < demand.gpu_models.size(); ++i) {
    const auto& model = demand.gpu_models[i];
    if (std::binary_search(gpus.begin(), gpus.end(), model)) continue;
    checker.fail(
        fmt::format("{}/gpu_models/{}", pointer, i),
        fmt::format("\"{}\" is not a GPU of this fleet{}", model, name_remedy(model, gpus)));
  }
}

// Speeds of GPUs that only a node list knows are checked when it has been read.
void check_speeds(const Fleet& fleet, const std::vector<std::string>& gpus, Checker& checker) {
  if (gpus.empty()) return;
  for (const auto& [model, speed] : fleet.gpu_speeds) {
    checker.require(
        std::binary_search(gpus.begin(), gpus.end(), model),
        "/fleet/gpu_speeds" + pointer_segment(model),
        fmt::format("no GPU of the fleet is called \"{}\"{}", model, name_remedy(model, gpus)));
  }
}

void check_place(const Scenario& scenario, const InitialJob& job, const std::string& pointer,
                 const std::vector<std::string>& groups, Checker& checker) {
  if (!job.running || job.rack.empty()) return;
  if (std::find(groups.begin(), groups.end(), job.rack) == groups.end()) {
    checker.fail(pointer + "/rack", fmt::format("\"{}\" is not a rack group{}", job.rack,
                                                name_remedy(job.rack, groups)));
  }
  const auto* const group = find_group(scenario.fleet, job.rack);
  if (group == nullptr) return;
  const auto nodes = std::int64_t{group->racks} * group->nodes_per_rack;
  checker.require(
      job.node < nodes, pointer + "/node",
      fmt::format("must be from 0 to {}: \"{}\" has {} nodes", nodes - 1, job.rack, nodes));
  checker.require(
      group->present, pointer + "/rack",
      fmt::format("\"{}\" is not in service at the start; nothing runs there", job.rack));
  const auto* const node = scenario.catalog.find_node(group->node);
  const auto* const gpu = node == nullptr ? nullptr : scenario.catalog.find_gpu(node->gpu);
  if (gpu == nullptr) return;
  const int devices = node->gpu_packages * gpu->logical_devices;
  checker.require(job.demand.gpus <= devices, pointer + "/demand",
                  fmt::format("holds {} GPUs on a node of {}", job.demand.gpus, devices));
  for (std::size_t i = 0; i < job.devices.size(); ++i) {
    checker.require(job.devices[i] < devices, fmt::format("{}/devices/{}", pointer, i),
                    fmt::format("must be from 0 to {} on this node", devices - 1));
  }
}

// What running jobs hold of one device at the start.
struct HeldDevice {
  int milli = 0;
  std::size_t last_job = 0;  // the last one that holds a part of it
};

// No two running jobs hold the same part of a device. Where a job's devices are left to the GPU
// rule, only the engine can tell.
void check_devices(const std::vector<InitialJob>& jobs, Checker& checker) {
  std::map<std::tuple<std::string, int, int>, HeldDevice> held;  // rack group, node, device
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& job = jobs[i];
    if (!job.running) continue;
    const std::set<int> devices(job.devices.begin(), job.devices.end());
    for (const int device : devices) {
      auto& there = held[{job.rack, job.node, device}];
      checker.require(there.milli + job.demand.gpu_milli <= kMilliPerGpu,
                      fmt::format("/workload/initial/{}/devices", i),
                      fmt::format("device {} of node {} of \"{}\" is held by /workload/initial/{} "
                                  "already; correct the devices, or leave them out",
                                  device, job.node, job.rack, there.last_job));
      there.milli += job.demand.gpu_milli;
      there.last_job = i;
    }
  }
}

void check_workload(const Scenario& scenario, Checker& checker) {
  const auto& workload = scenario.workload;
  checker.require(workload.trace || !workload.generators.empty() || !workload.initial.empty(),
                  "/workload", "empty workload: it needs a \"trace\", \"generate\" or \"initial\"");
  const auto gpus = fleet_gpus(scenario);
  check_speeds(scenario.fleet, gpus, checker);
  const auto groups = group_names(scenario.fleet);
  for (std::size_t i = 0; i < workload.generators.size(); ++i) {
    const auto& classes = workload.generators[i].classes;
    for (std::size_t j = 0; j < classes.size(); ++j) {
      check_models(classes[j].demand, fmt::format("/workload/generate/{}/classes/{}/demand", i, j),
                   gpus, checker);
    }
  }
  for (std::size_t i = 0; i < workload.initial.size(); ++i) {
    const auto pointer = fmt::format("/workload/initial/{}", i);
    check_models(workload.initial[i].demand, pointer + "/demand", gpus, checker);
    check_place(scenario, workload.initial[i], pointer, groups, checker);
  }
  check_devices(workload.initial, checker);
}

// A series that could not be kept in memory is refused where its length is known.
void check_samples(const Scenario& scenario, Checker& checker) {
  if (scenario.horizon_ns == kNever) return;
  const auto samples = scenario.horizon_ns / scenario.metrics.interval_ns;
  checker.require(samples <= kMostSamples, "/metrics/interval",
                  fmt::format("gives {} samples before the horizon; at most {} are allowed, so "
                              "choose a longer interval",
                              samples, kMostSamples));
}

// An empty grid would be the scheduler alone: a slip, like the empty lists that the reader refuses.
void check_grid(const PolicyGrid& grid, Checker& checker) {
  const std::string pointer = "/policies/grid";
  bool any = false;
  for (const auto* const key : {"/rules", "/queue", "/depth", "/gpu_choice"}) {
    any = any || checker.present(pointer + key);
  }
  checker.require(
      any, pointer,
      R"(is empty; give "rules", "queue", "depth" or "gpu_choice", or leave the grid out)");
  checker.require(!checker.present(pointer + "/rules") || !grid.rules.empty(), pointer + "/rules",
                  R"(names no rule; give one such as "fgd": [0, 1], or leave "rules" out)");
}

void check_policies(const Scenario& scenario, Checker& checker) {
  if (!scenario.policies) return;
  if (scenario.policies->grid) check_grid(*scenario.policies->grid, checker);
  for (const auto& problem : policy_problems(*scenario.policies)) {
    checker.fail(problem.pointer, problem.message);
  }
}

// Whether `pointer` is `ancestor` or lies below it.
bool within(std::string_view pointer, std::string_view ancestor) {
  if (pointer.substr(0, ancestor.size()) != ancestor) return false;
  return pointer.size() == ancestor.size() || pointer[ancestor.size()] == '/';
}

}  // namespace

void Checker::fail(std::string_view pointer, const std::string& message) {
  if (problems_.size() > kMostProblems) return;
  const auto located = locate(tree_, pointer);
  for (std::size_t i = 0; i < read_problems_; ++i) {
    const auto& known = problems_[i].pointer;
    // A key that is missing was reported at its object.
    if (located.whole ? within(known, located.pointer) : known == located.pointer) return;
  }
  add_problem(problems_, problem_at(located.value->place, located.pointer, message));
}

bool Checker::present(std::string_view pointer) const {
  return locate(tree_, pointer).whole;
}

void check_scenario(const Scenario& scenario, Checker& checker) {
  check_groups(scenario, checker);
  check_node_list(scenario, checker);
  check_changes(scenario.fleet, checker);
  check_workload(scenario, checker);
  check_samples(scenario, checker);
  check_policies(scenario, checker);
}

}  // namespace coldaisle
