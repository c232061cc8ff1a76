#include "sim/engine/preemption.h"

#include <algorithm>

#include "sim/engine/disciplines/disciplines.h"
#include "sim/engine/simulation.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

// The time of a stay, in parts.
struct StayTime {
  TimeNs overhead = 0, work = 0;
};

StayTime split_time(const PreemptionState& state, std::size_t job, TimeNs until) {
  const TimeNs time = until - state.since_ns[job];
  const TimeNs overhead = std::min(time, state.setup_ns[job]);
  return {overhead, time - overhead};
}

// Work done in `time` counts; at the pace of a slow node parts of a nanosecond may be owed.
void take_work(PreemptionState& state, std::size_t job, TimeNs time) {
  if (state.left_ns[job] == kNever) return;
  state.left_ns[job] -= std::min(state.left_ns[job], work_in(time, state.pace[job]));
}

// What was done since the count began counts, all of it.
void count_all(Simulation& sim, JobIndex job) {
  auto& state = *sim.preemption;
  const auto [overhead, work] = split_time(state, at(job), sim.now);
  state.overhead_ns[at(job)] += overhead;
  take_work(state, at(job), work);
}

// The present stay ends at `until`, stopped: counts what is kept of it.
void count_stopped(Simulation& sim, JobIndex job, TimeNs until) {
  auto& state = *sim.preemption;
  const auto& how = *sim.scenario.scheduler.preemption;
  const auto [overhead, work] = split_time(state, at(job), until);
  TimeNs kept = work;
  if (how.kept == WorkKept::last_checkpoint) kept -= work % how.checkpoint_ns;
  if (how.kept == WorkKept::none) kept = 0;
  state.overhead_ns[at(job)] += overhead;
  state.lost_ns[at(job)] += work - kept;
  take_work(state, at(job), kept);
}

// The stay, whose work was counted, ends; the job waits again.
void give_way(Simulation& sim, JobIndex job, bool is_lifted) {
  auto& state = *sim.preemption;
  cut_stay(sim, job, is_lifted);
  if (sim.scenario.scheduler.preemption->kept == WorkKept::none) {
    state.unlimited_ns[at(job)] = state.attained_ns[at(job)];
  }
  ++sim.jobs.preemptions[at(job)];
  join_queue(sim, job, sim.now);
}

}  // namespace

PreemptionState::PreemptionState(const JobList& jobs)
    : left_ns(jobs.duration_ns),
      since_ns(jobs.size(), 0),
      setup_ns(jobs.size(), 0),
      pace(jobs.size()),
      attained_ns(jobs.size(), 0),
      unlimited_ns(jobs.size(), 0),
      lost_ns(jobs.size(), 0),
      overhead_ns(jobs.size(), 0),
      turn_ns(jobs.size(), 0),
      turn_event(jobs.size()),
      position(jobs.size(), -1) {}

void PreemptionState::join(JobIndex job) {
  position[at(job)] = static_cast<std::int32_t>(running.size());
  running.push_back(job);
}

void PreemptionState::leave(JobIndex job) {
  const auto hole = position[at(job)];
  if (hole < 0) return;
  running[at(hole)] = running.back();
  position[at(running.back())] = hole;
  running.pop_back();
  position[at(job)] = -1;
}

TimeNs work_left(const Simulation& sim, JobIndex job) {
  const auto& state = *sim.preemption;
  const TimeNs left = state.left_ns[at(job)];
  if (left == kNever || sim.jobs.state[at(job)] != JobState::running) return left;
  const TimeNs work = split_time(state, at(job), sim.now).work;
  return left - std::min(left, work_in(work, state.pace[at(job)]));
}

TimeNs attained_ns(const Simulation& sim, JobIndex job) {
  const TimeNs before = sim.preemption->attained_ns[at(job)];
  return holds_nodes(sim.jobs.state[at(job)]) ? before + sim.now - sim.jobs.start_ns[at(job)]
                                              : before;
}

TimeNs restart_ns(const Simulation& sim, JobIndex job) {
  const TimeNs own = sim.list.restart_ns[at(job)];
  return own >= 0 ? own : sim.scenario.scheduler.preemption->restart_ns;
}

Precedence precedence_of(const Simulation& sim, JobIndex job) {
  return discipline(sim.scenario.scheduler.queue).precedence(sim, job);
}

void begin_count(Simulation& sim, JobIndex job, const Pace& pace, TimeNs elapsed_ns) {
  auto& state = *sim.preemption;
  const bool pays = sim.scenario.scheduler.preemption->charged == RestartCharge::pass ||
                    sim.jobs.preemptions[at(job)] > 0;
  state.since_ns[at(job)] = sim.now - elapsed_ns;
  state.setup_ns[at(job)] = pays ? restart_ns(sim, job) : 0;
  state.pace[at(job)] = pace;
  state.join(job);
  begin_turn(sim, job);
}

void count_at_end(Simulation& sim, JobIndex job) {
  auto& state = *sim.preemption;
  // Who pays at each pass does not at the end.
  if (sim.scenario.scheduler.preemption->charged == RestartCharge::pass) {
    state.setup_ns[at(job)] = 0;
  }
  count_all(sim, job);
}

void count_loss(Simulation& sim, JobIndex job) {
  auto& state = *sim.preemption;
  // A save that was not completed is overhead, and no use.
  const auto stopped = state.saving.find(job);
  const TimeNs until = stopped == state.saving.end() ? sim.now : stopped->second;
  const auto [overhead, work] = split_time(state, at(job), until);
  state.overhead_ns[at(job)] += overhead + (sim.now - until);
  state.lost_ns[at(job)] += work;
  state.saving.erase(job);
  if (state.left_ns[at(job)] == sim.list.duration_ns[at(job)]) {
    state.unlimited_ns[at(job)] = attained_ns(sim, job);
  }
}

void count_at_pass(Simulation& sim) {
  if (sim.scenario.scheduler.preemption->charged != RestartCharge::pass) return;
  for (const auto job : sim.preemption->running) {
    count_all(sim, job);
    sim.preemption->since_ns[at(job)] = sim.now;
  }
}

void stop_job(Simulation& sim, JobIndex job) {
  if (!saves_first(sim)) {
    count_stopped(sim, job, sim.now);
    give_way(sim, job, false);
    return;
  }
  auto& state = *sim.preemption;
  sim.events.cancel(sim.end_event[at(job)]);
  sim.events.cancel(state.turn_event[at(job)]);
  set_state(sim, job, JobState::saving);
  state.leave(job);
  state.saving.emplace(job, sim.now);
  sim.end_event[at(job)] =
      sim.events.push(sim.now + sim.scenario.scheduler.preemption->save_ns, EventClass::release,
                      EventKind::job_saved, static_cast<std::uint32_t>(job));
}

void stop_lifted_job(Simulation& sim, JobIndex job) {
  count_stopped(sim, job, sim.now);
  give_way(sim, job, true);
}

void finish_saving(Simulation& sim, JobIndex job) {
  auto& state = *sim.preemption;
  const auto stopped = state.saving.find(job);
  count_stopped(sim, job, stopped->second);
  state.overhead_ns[at(job)] += sim.now - stopped->second;
  state.saving.erase(stopped);
  give_way(sim, job, false);
}

bool saves_first(const Simulation& sim) {
  return sim.scenario.scheduler.preemption->save_ns > 0;
}

void begin_turn(Simulation& sim, JobIndex job) {
  auto& state = *sim.preemption;
  state.turn_ns[at(job)] = sim.now;
  const auto turn_end = discipline(sim.scenario.scheduler.queue).turn_end;
  const TimeNs end = turn_end == nullptr ? kNever : turn_end(sim, job);
  state.turn_event[at(job)] = {};
  if (end == kNever) return;
  state.turn_event[at(job)] =
      sim.events.push(end, EventClass::timer, EventKind::turn_end, static_cast<std::uint32_t>(job));
}

void renew_turns(Simulation& sim) {
  auto& state = *sim.preemption;
  for (const auto job : state.turns_over) {
    if (sim.jobs.state[at(job)] == JobState::running && state.turn_ns[at(job)] < sim.now) {
      begin_turn(sim, job);
    }
  }
  state.turns_over.clear();
}

}  // namespace coldaisle
