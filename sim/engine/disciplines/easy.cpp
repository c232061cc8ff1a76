#include <iterator>

#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/place_job.h"
#include "sim/engine/trial.h"

// EASY backfilling: jobs start in order until one, the head, does not fit. It gets a reservation:
// the first instant at which it would fit if running jobs ended as planned. Jobs behind it start
// before it where they are planned to end by then, or where it would still fit then beside them.
// Source: Lifka, "The ANL/IBM SP Scheduling System", JSSPP 1995; Mu'alem and Feitelson, IEEE TPDS
// 12(6), 2001.
namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

bool is_head_placed(const Simulation& sim, std::vector<NodeState>& nodes) {
  const auto& ask = sim.ask_of(sim.backfill->head.job);
  return !first_fit(sim.asks, ask, nodes).empty();
}

void reserve(Simulation& sim, JobIndex head) {
  auto& reservation = sim.backfill->head;
  reservation.job = head;
  reservation.at_ns = kNever;
  ++reservation.number;
  const auto nodes = sim.world.nodes();
  reservation.nodes.assign(nodes.begin(), nodes.end());
  const auto& ask = sim.ask_of(head);
  const auto& ends = sim.backfill->ends.by_time();
  bool helps = false;
  for (auto end = ends.begin(); end != ends.end() && end->first != kNever; ++end) {
    helps = give_back_job(sim, end->second, ask, reservation.nodes) || helps;
    const auto next = std::next(end);
    const bool more = next != ends.end() && next->first == end->first;
    if (more || !helps) continue;
    helps = false;
    if (!is_head_placed(sim, reservation.nodes)) continue;
    reservation.at_ns = end->first;
    return;
  }
}

// Whether the head still fits at its time beside the job on the nodes that it holds now. Where it
// does, it is so noted.
bool fits_beside(Simulation& sim) {
  auto& nodes = sim.backfill->head.nodes;
  take_members(sim.asks, sim.picked, nodes);
  if (is_head_placed(sim, nodes)) return true;
  give_back_members(sim.asks, sim.picked, nodes);
  return false;
}

// The same on other nodes than those that the head would take at its time.
bool hold_elsewhere(Simulation& sim, JobIndex job) {
  auto& reservation = sim.backfill->head;
  const auto kept = first_fit(sim.asks, sim.ask_of(reservation.job), reservation.nodes);
  for (const auto& member : kept) {
    sim.world.set_closed(member.node, kReserved, true);
    sim.chooser.node_changed(member.node, NodeChooser::Change::lost);
  }
  const bool held = hold_nodes(sim, job);
  for (const auto& member : kept) {
    sim.world.set_closed(member.node, kReserved, false);
    sim.chooser.node_changed(member.node, NodeChooser::Change::reopened);
  }
  if (!held) return false;
  if (fits_beside(sim)) return true;
  let_go(sim);
  return false;
}

// Holds nodes for a job planned to outlast the head's time, so that the head is not delayed.
bool hold_for_long(Simulation& sim, JobIndex job) {
  if (fits_beside(sim)) return true;
  let_go(sim);
  return hold_elsewhere(sim, job);
}

bool backfill(Simulation& sim, JobIndex job) {
  if (is_blocked(sim, job)) return false;
  auto& state = *sim.backfill;
  auto& delay = state.delays[at(sim.list.demand_type[at(job)])];
  const BackfillState::Delay now = {state.head.number, sim.chooser.gains()};
  if (delay == now && least_planned_end(sim, job) > state.head.at_ns) return false;
  if (state.head.at_ns == kNever) return place_job(sim, job);
  if (!hold_nodes(sim, job)) {
    sim.blocked_at[at(sim.list.demand_type[at(job)])] = sim.chooser.gains();
    return false;
  }
  const bool is_long = planned_end(sim, job, sim.picked, 0) > state.head.at_ns;
  if (is_long && !hold_for_long(sim, job)) {
    delay = now;
    return false;
  }
  start_job(sim, job, sim.picked, 0);
  return true;
}

}  // namespace

// Behind the head at most `depth` - 1 jobs are looked at that do not start. Without a gain and with
// the same reservation a job that was tried need not be tried again.
void pass_easy(Simulation& sim) {
  pass_fifo(sim);
  if (sim.waiting.empty()) return;
  const auto head = sim.waiting.head();
  auto& scan = sim.scan;
  if (sim.backfill->head.job != head) {
    reserve(sim, head);
    scan = {};
  }
  if (scan.last_job == WaitingQueue::kNone || scan.gains != sim.chooser.gains()) {
    scan = {head, 1, sim.chooser.gains()};
  }
  auto job = sim.waiting.next(scan.last_job);
  while (job != WaitingQueue::kNone && scan.tried < sim.scenario.scheduler.depth) {
    const auto next = sim.waiting.next(job);
    if (!backfill(sim, job)) {
      scan.last_job = job;
      ++scan.tried;
    }
    job = next;
  }
}

}  // namespace coldaisle
