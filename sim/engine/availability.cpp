#include "sim/engine/availability.h"

#include <algorithm>

#include "sim/core/error.h"
#include "sim/engine/trial.h"

namespace coldaisle {
namespace {

// What both states have free.
void limit(NodeState& node, const NodeState& other) {
  node.cpu_left_milli = std::min(node.cpu_left_milli, other.cpu_left_milli);
  node.memory_left_mib = std::min(node.memory_left_mib, other.memory_left_mib);
  node.tasks = std::max(node.tasks, other.tasks);
  node.closed |= other.closed;
  node.gpu_left_total = 0;
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    node.gpu_left_milli[gpu] = std::min(node.gpu_left_milli[gpu], other.gpu_left_milli[gpu]);
    node.gpu_left_total += node.gpu_left_milli[gpu];
  }
}

}  // namespace

Availability::Availability(const Simulation& sim) : asks_(sim.asks) {
  const auto nodes = sim.world.nodes();
  steps_.push_back({sim.now, {nodes.begin(), nodes.end()}});
  for (const auto& [end_ns, job] : sim.backfill->ends.by_time()) {
    if (end_ns == kNever) break;
    if (end_ns > steps_.back().begin_ns) steps_.push_back({end_ns, steps_.back().nodes});
    for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
      coldaisle::give_back(steps_.back().nodes[static_cast<std::size_t>(member.node)],
                           sim.demand_of(member), member.gpu_mask);
    });
  }
}

std::vector<NodeState> Availability::least(std::size_t step, TimeNs end_ns) const {
  auto nodes = steps_[step].nodes;
  for (++step; step < steps_.size() && steps_[step].begin_ns < end_ns; ++step) {
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      limit(nodes[node], steps_[step].nodes[node]);
    }
  }
  return nodes;
}

// The step that begins at this time, made where there was none.
std::size_t Availability::step_at(TimeNs time_ns) {
  expects(time_ns >= steps_.front().begin_ns, "nothing is planned for a time that has passed");
  const auto after = std::find_if(steps_.begin(), steps_.end(),
                                  [&](const Step& step) { return step.begin_ns >= time_ns; });
  const auto index = static_cast<std::size_t>(after - steps_.begin());
  if (after != steps_.end() && after->begin_ns == time_ns) return index;
  auto nodes = std::prev(after)->nodes;
  steps_.insert(after, {time_ns, std::move(nodes)});
  return index;
}

void Availability::take(const PlannedStay& stay) {
  if (stay.end_ns != kNever) step_at(stay.end_ns);
  for (auto step = step_at(stay.begin_ns);
       step < steps_.size() && steps_[step].begin_ns < stay.end_ns; ++step) {
    take_members(asks_, stay.members, steps_[step].nodes);
  }
}

void Availability::give_back(const PlannedStay& stay) {
  for (auto step = step_at(stay.begin_ns);
       step < steps_.size() && steps_[step].begin_ns < stay.end_ns; ++step) {
    give_back_members(asks_, stay.members, steps_[step].nodes);
  }
}

}  // namespace coldaisle
