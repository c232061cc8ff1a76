#include "sim/engine/pace.h"

#include <algorithm>

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

}  // namespace

Pace pace_of(const FleetPlan& plan, const std::vector<Member>& members) {
  Pace pace;
  auto level = members.size() > 1 ? Level::rack : Level::node;
  bool any_gpu = false;
  for (const auto& member : members) {
    const auto& node = plan.nodes[at(member.node)];
    if (node.rack != plan.nodes[at(members.front().node)].rack) level = Level::fabric;
    if (member.gpu_mask == 0) continue;
    const auto speed = plan.gpu_models[at(node.gpu_model)].speed_ppm;
    pace.speed_ppm = any_gpu ? std::min(pace.speed_ppm, speed) : speed;
    any_gpu = true;
  }
  pace.slowdown_ppm = plan.slowdown_ppm[static_cast<std::size_t>(level)];
  return pace;
}

PaceRange find_pace_range(const FleetPlan& plan) {
  PaceRange range;
  for (const auto& model : plan.gpu_models) {
    range.fastest.speed_ppm = std::max(range.fastest.speed_ppm, model.speed_ppm);
    range.slowest.speed_ppm = std::min(range.slowest.speed_ppm, model.speed_ppm);
  }
  for (const auto slowdown_ppm : plan.slowdown_ppm) {
    range.fastest.slowdown_ppm = std::min(range.fastest.slowdown_ppm, slowdown_ppm);
    range.slowest.slowdown_ppm = std::max(range.slowest.slowdown_ppm, slowdown_ppm);
  }
  return range;
}

}  // namespace coldaisle
