#include <algorithm>
#include <set>

#include "sim/core/error.h"
#include "sim/engine/handlers/handlers.h"

namespace coldaisle {
namespace {

bool applies(FleetAction action, NodeService service) {
  switch (action) {
    case FleetAction::add:
      return service != NodeService::in_service;
    case FleetAction::drain:
      return service == NodeService::in_service;
    case FleetAction::remove:
      return service != NodeService::absent;
  }
  return false;
}

std::vector<std::int32_t> select_nodes(const Simulation& sim, const FleetChange& change) {
  const auto* const group = sim.world.plan().find_group(change.rack);
  if (group == nullptr) fail_expectation("a fleet change names no rack group: " + change.rack);
  std::vector<std::int32_t> nodes;
  for (auto node = group->first; node < group->first + group->count; ++node) {
    if (!applies(change.action, sim.world.service(node))) continue;
    nodes.push_back(node);
    if (change.nodes > 0 && nodes.size() == static_cast<std::size_t>(change.nodes)) break;
  }
  return nodes;
}

JobIndex job_in_slot(const Simulation& sim, std::int32_t slot) {
  const auto jobs = static_cast<std::int32_t>(sim.jobs.size());
  return slot < jobs ? slot : sim.gangs.all()[static_cast<std::size_t>(slot - jobs)].job;
}

// Running jobs on `nodes` start over: they go back to the queue in job order.
void requeue_jobs(Simulation& sim, const std::vector<std::int32_t>& nodes) {
  std::vector<std::int32_t> slots;
  for (const auto node : nodes) sim.node_jobs.append_to(node, slots);
  std::set<JobIndex> jobs;
  for (const auto slot : slots) jobs.insert(job_in_slot(sim, slot));
  for (const auto job : jobs) {
    const auto i = static_cast<std::size_t>(job);
    if (sim.preemption) count_loss(sim, job);
    cut_stay(sim, job, false);
    ++sim.jobs.restarts[i];
    enqueue(sim, job, sim.now);
  }
}

NodeService service_after(FleetAction action) {
  switch (action) {
    case FleetAction::add:
      return NodeService::in_service;
    case FleetAction::drain:
      return NodeService::drained;
    case FleetAction::remove:
      break;
  }
  return NodeService::absent;
}

}  // namespace

void schedule_fleet_changes(Simulation& sim) {
  const auto& changes = sim.scenario.fleet.changes;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const bool gain = changes[i].action == FleetAction::add;
    sim.events.push(changes[i].at_ns, gain ? EventClass::gain : EventClass::loss,
                    EventKind::node_change, static_cast<std::uint32_t>(i));
  }
}

void handle_fleet_change(Simulation& sim, std::size_t change) {
  const auto& what = sim.scenario.fleet.changes[change];
  const auto nodes = select_nodes(sim, what);
  if (what.action == FleetAction::remove) requeue_jobs(sim, nodes);
  const auto effect =
      what.action == FleetAction::add ? NodeChooser::Change::gained : NodeChooser::Change::lost;
  for (const auto node : nodes) {
    sim.world.set_service(sim.now, node, service_after(what.action));
    sim.chooser.node_changed(node, effect);
    for (auto* metric : sim.metrics) metric->on_node_change(sim.now, node);
  }
  if (sim.backfill) sim.backfill->forget();
  request_pass_for_gain(sim);
}

}  // namespace coldaisle
