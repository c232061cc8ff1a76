#include "sim/engine/place_job.h"

namespace coldaisle {
namespace {

std::uint16_t utilisation_of(const Simulation& sim, JobIndex job) {
  return sim.list.utilisation_milli[static_cast<std::size_t>(job)];
}

// The best node for one more member, if any, becomes part of the gang.
bool pick_member(Simulation& sim, JobIndex job, std::int32_t demand) {
  const auto key = static_cast<std::uint64_t>(job);
  const auto node = sim.chooser.choose(key, demand, sim.picked_nodes);
  if (node < 0) return false;
  const auto mask = static_cast<std::uint16_t>(sim.chooser.pick_gpus_on(node, key, demand));
  hold_node(sim, {job, node, demand, mask});
  sim.picked.push_back({job, node, demand, mask});
  sim.picked_nodes.push_back(node);
  return true;
}

void release_picked(Simulation& sim) {
  for (const auto& member : sim.picked) {
    sim.world.release(sim.now, member.node, sim.demand_of(member), member.gpu_mask,
                      utilisation_of(sim, member.job));
  }
}

// Lets other jobs onto the gang's nodes again.
void open_nodes(Simulation& sim) {
  for (const auto& member : sim.picked) {
    sim.world.set_closed(member.node, kInGang, false);
    sim.chooser.node_changed(member.node, NodeChooser::Change::reopened);
  }
}

bool hold_gang(Simulation& sim, JobIndex job, const Ask& ask) {
  const bool held = pick_nodes(ask, sim.asks.parts.data(), [&](std::int32_t demand) {
    if (!pick_member(sim, job, demand)) return false;
    sim.world.set_closed(sim.picked_nodes.back(), kInGang, true);
    return true;
  });
  if (!held) release_picked(sim);
  open_nodes(sim);
  return held;
}

}  // namespace

void hold_node(Simulation& sim, const Member& member) {
  sim.world.place(sim.now, member.node, sim.demand_of(member), member.gpu_mask,
                  utilisation_of(sim, member.job));
  sim.chooser.node_changed(member.node, NodeChooser::Change::lost);
}

bool hold_nodes(Simulation& sim, JobIndex job) {
  const auto& ask = sim.ask_of(job);
  sim.picked.clear();
  sim.picked_nodes.clear();
  return is_gang(ask) ? hold_gang(sim, job, ask) : pick_member(sim, job, ask.demand);
}

void let_go(Simulation& sim) {
  release_picked(sim);
  for (const auto& member : sim.picked) {
    sim.chooser.node_changed(member.node, NodeChooser::Change::reopened);
  }
}

bool is_blocked(const Simulation& sim, JobIndex job) {
  const auto type = static_cast<std::size_t>(sim.list.demand_type[static_cast<std::size_t>(job)]);
  return sim.blocked_at[type] == sim.chooser.gains();
}

bool hold_unless_blocked(Simulation& sim, JobIndex job) {
  if (is_blocked(sim, job)) return false;
  if (hold_nodes(sim, job)) return true;
  const auto type = static_cast<std::size_t>(sim.list.demand_type[static_cast<std::size_t>(job)]);
  sim.blocked_at[type] = sim.chooser.gains();
  return false;
}

bool place_job(Simulation& sim, JobIndex job) {
  if (!hold_unless_blocked(sim, job)) return false;
  start_job(sim, job, sim.picked, 0);
  return true;
}

}  // namespace coldaisle
