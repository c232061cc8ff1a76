#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"

namespace coldaisle {

// Most GPU models in one fleet: allowed models fit in a 64-bit mask.
inline constexpr std::size_t kMostGpuModels = 64;

// One GPU model as this fleet has it. Power is in mW per schedulable device; a package's watts are
// split over its devices, remainders to the first, so that sums are exact.
struct FleetGpuModel {
  std::string name;             // catalogue id, or the node list's own name
  std::int64_t memory_mib = 0;  // per device; 0: unknown
  int devices_per_package = 1;
  bool power_known = false;
  std::int64_t package_idle_mw = 0, package_tdp_mw = 0;
  std::int64_t speed_ppm = kPpm;  // relative to the GPU that durations are stated for
};

// Part of a package's power (mW) that its device `device` (0...devices - 1) accounts for: an equal
// share, with the remainder's milliwatts on the first devices. The shares sum to `package_mw`.
constexpr std::int64_t device_share_mw(std::int64_t package_mw, int devices, int device) {
  return package_mw / devices + (device < package_mw % devices ? 1 : 0);
}

// One node to build. Nodes of rack groups are named GROUP/RACK/NODE, those of a list as there.
struct NodePlan {
  std::string name;
  std::int32_t rack = 0;        // index over the whole fleet
  std::int32_t group = 0;       // index into FleetPlan::groups
  std::int32_t gpu_model = -1;  // index into FleetPlan::gpu_models
  std::int32_t gpus = 0;        // schedulable devices
  std::int64_t cpu_milli = 0;
  std::int64_t memory_mib = 0;
  std::int64_t base_mw = 0;  // node without GPUs
  bool base_known = false;
  std::int64_t price = 0;  // of an hour of each GPU, micro-USD
  bool price_known = false;
  PriceClass price_class = PriceClass::on_demand;
  bool present = true;
};

// Nodes [first, first + count) of one rack group, or of the node list (name "node_list").
struct NodeGroup {
  std::string name;
  std::int32_t first = 0, count = 0;
};

// The fleet, node by node, in index order.
struct FleetPlan {
  std::vector<FleetGpuModel> gpu_models;
  std::vector<NodeGroup> groups;
  std::vector<std::string> rack_names;
  std::vector<NodePlan> nodes;
  std::array<std::int64_t, kLevels> slowdown_ppm = {kPpm, kPpm, kPpm};  // by widest level spanned

  // The group of this name, or null.
  const NodeGroup* find_group(std::string_view name) const {
    for (const auto& group : groups) {
      if (group.name == name) return &group;
    }
    return nullptr;
  }
};

// Expands rack groups and reads the node list. A catalogue node without cpu_cores or memory_gib is
// taken as unlimited there (INT32_MAX). A list's model that is mapped to a catalogue GPU, or has
// the name of one, takes its name and facts; another keeps its own name, its power unknown. Throws
// ScenarioError for a broken node list, nodes of more than 16 GPUs, an unknown catalogue id, a
// fleet without nodes or GPUs, or more than 64 GPU models; IoError for an unreadable list.
FleetPlan plan_fleet(const Scenario& scenario);

}  // namespace coldaisle
