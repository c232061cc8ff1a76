#include <algorithm>
#include <utility>

#include "sim/engine/availability.h"
#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/place_job.h"
#include "sim/engine/trial.h"

// Conservative backfilling: every job that waits has a time and nodes reserved, the earliest at
// which it fits beside running jobs and all other reservations, if all end as planned. In each pass
// the jobs are gone through in order: each keeps its reservation or finds an earlier one, never a
// later, and starts where its time is now. Source: Mu'alem and Feitelson, IEEE TPDS 12(6), 2001.
namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

// Whether the nodes have what is held in sim.picked.
bool have_picked(const Simulation& sim, const std::vector<NodeState>& nodes) {
  return std::all_of(sim.picked.begin(), sim.picked.end(), [&](const Member& member) {
    const auto& node = nodes[at(member.node)];
    const auto& demand = sim.demand_of(member);
    bool free = fits(node, demand);
    for (int gpu = 0; gpu < node.gpus; ++gpu) {
      const bool held = ((member.gpu_mask >> gpu) & 1U) != 0;
      free = free && (!held || node.gpu_left_milli[gpu] >= demand.gpu_milli);
    }
    return free;
  });
}

// Starts the job on the nodes that the policy chooses, or where others are to have those soon, on
// `members`.
void start_now(Simulation& sim, JobIndex job, const std::vector<NodeState>& least,
               const std::vector<Member>& members, Availability& free) {
  const bool held = hold_nodes(sim, job);
  if (!held || !have_picked(sim, least)) {
    if (held) let_go(sim);
    sim.picked = members;
    for (auto& member : sim.picked) {
      member.job = job;
      hold_node(sim, member);
    }
  }
  free.take({sim.now, planned_end(sim, job, sim.picked, 0), sim.picked});
  start_job(sim, job, sim.picked, 0);
}

// Starts the job, or reserves its time. Whether it started.
bool plan(Simulation& sim, JobIndex job, Availability& free) {
  auto& stays = sim.backfill->stays;
  if (const auto known = stays.find(job); known != stays.end()) {
    free.give_back(known->second);
    stays.erase(known);
  }
  const auto& ask = sim.ask_of(job);
  const TimeNs length = longest_stay(sim, job);
  for (std::size_t step = 0; step < free.steps(); ++step) {
    if (first_fit(sim.asks, ask, free.nodes(step)).empty()) continue;
    const TimeNs begin = free.begin(step);
    const TimeNs end = length >= kNever - begin ? kNever : begin + length;
    auto least = free.least(step, end);
    auto members = first_fit(sim.asks, ask, least);
    if (members.empty()) continue;
    if (begin == sim.now) {
      start_now(sim, job, least, members, free);
      return true;
    }
    free.take(stays[job] = {begin, end, std::move(members)});
    return false;
  }
  return false;
}

}  // namespace

// At most `depth` jobs have reservations.
void pass_conservative(Simulation& sim) {
  if (sim.waiting.empty()) return;
  Availability free(sim);
  for (const auto& [job, stay] : sim.backfill->stays) free.take(stay);
  auto job = sim.waiting.head();
  for (int left = 0; job != WaitingQueue::kNone && left < sim.scenario.scheduler.depth;) {
    const auto next = sim.waiting.next(job);
    if (!plan(sim, job, free)) ++left;
    job = next;
  }
}

}  // namespace coldaisle
