#include "sim/engine/simulation.h"

#include <algorithm>

#include "sim/core/error.h"
#include "sim/engine/disciplines/disciplines.h"
#include "sim/policy/queue_order.h"
#include "sim/workload/capacity.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

std::vector<bool> find_schedulable(const FleetPlan& plan, const JobList& jobs) {
  std::vector<bool> fit;
  fit.reserve(jobs.demands.size());
  for (const auto& demand : jobs.demands) fit.push_back(fits_empty_fleet(demand, plan));
  return fit;
}

WaitingQueue make_queue(const JobList& jobs, QueueDiscipline queue) {
  if (is_ordered(queue)) return WaitingQueue(queue_ranks(jobs, queue));
  if (discipline(queue).precedence != nullptr) return WaitingQueue::by_precedence(jobs.size());
  return WaitingQueue(jobs.size());
}

// The work that a job has to do in the stay that begins.
TimeNs work_to_do(const Simulation& sim, JobIndex job) {
  return sim.preemption ? sim.preemption->left_ns[at(job)] : sim.list.duration_ns[at(job)];
}

// Time that is left to run at this pace after `elapsed_ns` of it.
TimeNs time_left(const Simulation& sim, JobIndex job, const Pace& pace, TimeNs elapsed_ns) {
  const TimeNs whole = work_to_do(sim, job);
  if (whole == kNever) return kNever;
  return time_for(std::max<TimeNs>(1, whole - work_in(elapsed_ns, pace)), pace);
}

// The planned stay of a job at a pace.
TimeNs planned_stay(const Simulation& sim, JobIndex job, const Pace& pace) {
  const TimeNs walltime = sim.list.walltime_ns[at(job)];
  if (walltime != kNever) return walltime;
  return scale_up_ns(sim.list.duration_ns[at(job)], pace.slowdown_ppm, pace.speed_ppm);
}

TimeNs later(TimeNs now, TimeNs duration_ns) {
  return duration_ns >= kNever - now ? kNever : now + duration_ns;
}

// The time that a job's walltime leaves to a stay with `elapsed_ns` behind it: at least 1 ns, which
// is all that a job has left whose save went beyond its walltime.
TimeNs time_allowed(const Simulation& sim, JobIndex job, TimeNs elapsed_ns) {
  const TimeNs walltime = sim.list.walltime_ns[at(job)];
  if (walltime == kNever) return kNever;
  if (!sim.preemption) return walltime - elapsed_ns;
  const auto& state = *sim.preemption;
  const TimeNs used = state.attained_ns[at(job)] - state.unlimited_ns[at(job)];
  return std::max<TimeNs>(1, walltime - elapsed_ns - used);
}

void push_end(Simulation& sim, JobIndex job, TimeNs until_end, EventKind kind) {
  if (until_end >= kNever - sim.now) throw endless_job_error(file_in_messages(sim.scenario), job);
  sim.end_event[at(job)] = sim.events.push(sim.now + until_end, EventClass::release, kind,
                                           static_cast<std::uint32_t>(job));
}

// The job ends when its work is done, or is killed at its walltime if that comes first. `setup_ns`
// passes before its work goes on.
void schedule_end(Simulation& sim, JobIndex job, const Pace& pace, TimeNs elapsed_ns,
                  TimeNs setup_ns) {
  sim.end_event[at(job)] = {};
  const TimeNs left = later(setup_ns, time_left(sim, job, pace, elapsed_ns));
  const TimeNs allowed = time_allowed(sim, job, elapsed_ns);
  const bool in_time = left <= allowed;
  if (in_time && work_to_do(sim, job) == kNever) return;
  push_end(sim, job, in_time ? left : allowed,
           in_time ? EventKind::job_end : EventKind::job_timeout);
}

// Time without progress at the beginning of a count, where it delays the end.
TimeNs setup_of(const Simulation& sim, JobIndex job) {
  if (!sim.preemption) return 0;
  const bool at_start = sim.scenario.scheduler.preemption->charged == RestartCharge::start;
  return at_start ? sim.preemption->setup_ns[at(job)] : 0;
}

}  // namespace

Simulation::Simulation(const Scenario& scenario_in, const FleetPlan& plan, const JobList& jobs_in,
                       std::vector<std::int32_t> tie_rank_in)
    : scenario(scenario_in),
      list(jobs_in),
      asks(make_asks(jobs_in, plan)),
      ever_fits(find_schedulable(plan, jobs_in)),
      tie_rank(std::move(tie_rank_in)),
      typical(jobs_in, asks.demands),
      world(plan),
      jobs(jobs_in.size()),
      gangs(asks.any_gang ? jobs_in.size() : 0),
      waiting(make_queue(jobs_in, scenario_in.scheduler.queue)),
      node_jobs(plan.nodes.size(), jobs_in.size()),
      facts(make_node_facts(plan)),
      chooser(make_policy(scenario_in.scheduler),
              {.typical = typical.view(), .seed = scenario_in.seed, .facts = facts.data()},
              world.nodes(), asks.demands, tie_rank),
      blocked_at(asks.asks.size(), 0),
      end_event(jobs_in.size()) {
  if (discipline(scenario_in.scheduler.queue).plans)
    backfill.emplace(jobs_in.size(), asks.asks.size(), find_pace_range(plan));
  if (scenario_in.scheduler.preemption) preemption.emplace(jobs_in);
  jobs_in_state[static_cast<std::size_t>(JobState::pending)] =
      static_cast<std::int64_t>(jobs_in.size());
}

TimeNs waited_ns(const Simulation& sim, JobIndex job, TimeNs now) {
  const bool queued = sim.jobs.state[at(job)] == JobState::queued;
  return sim.jobs.waited_ns[at(job)] + (queued ? now - sim.jobs.queued_since_ns[at(job)] : 0);
}

TimeNs held_ns(const Simulation& sim, JobIndex job, TimeNs now) {
  const bool stays = holds_nodes(sim.jobs.state[at(job)]);
  const TimeNs stay = stays ? now - std::max<TimeNs>(0, sim.jobs.start_ns[at(job)]) : 0;
  return sim.jobs.held_ns[at(job)] + stay;
}

void set_state(Simulation& sim, JobIndex job, JobState state) {
  auto& current = sim.jobs.state[at(job)];
  --sim.jobs_in_state[static_cast<std::size_t>(current)];
  ++sim.jobs_in_state[static_cast<std::size_t>(state)];
  current = state;
}

void request_pass(Simulation& sim) {
  if (sim.pass_pending) return;
  sim.pass_pending = true;
  sim.events.push(sim.now, EventClass::pass, EventKind::pass, 0);
}

void request_pass_for_gain(Simulation& sim) {
  const auto& how = sim.scenario.scheduler.preemption;
  const bool always =
      how && (how->charged == RestartCharge::pass || how->method == PreemptionMethod::repack);
  if (always || !sim.waiting.empty()) request_pass(sim);
}

void join_queue(Simulation& sim, JobIndex job, TimeNs since_ns) {
  set_state(sim, job, JobState::queued);
  sim.jobs.queued_since_ns[at(job)] = since_ns;
  if (sim.waiting.is_by_precedence()) {
    sim.waiting.add(job, precedence_of(sim, job));
  } else {
    sim.waiting.add(job);
  }
  const auto last = sim.scan.last_job;
  if (last != WaitingQueue::kNone && sim.waiting.joins_before(job, last)) sim.scan = {};
}

void enqueue(Simulation& sim, JobIndex job, TimeNs since_ns) {
  join_queue(sim, job, since_ns);
  request_pass(sim);
}

void start_job(Simulation& sim, JobIndex job, const std::vector<Member>& members,
               TimeNs elapsed_ns) {
  auto& jobs = sim.jobs;
  if (jobs.state[at(job)] == JobState::queued) {
    sim.waiting.remove(job);
    jobs.waited_ns[at(job)] += sim.now - jobs.queued_since_ns[at(job)];
    jobs.queued_since_ns[at(job)] = kUnset;
  }
  set_state(sim, job, JobState::running);
  jobs.start_ns[at(job)] = sim.now - elapsed_ns;
  jobs.node[at(job)] = members.front().node;
  jobs.gpu_mask[at(job)] = members.front().gpu_mask;
  if (members.size() > 1) sim.gangs.set(job, members);
  if (sim.backfill) sim.backfill->ends.add(job, planned_end(sim, job, members, elapsed_ns));
  for_each_member(sim, job, [&](const Member& member, std::int32_t slot) {
    sim.node_jobs.add(member.node, slot);
  });
  const Pace pace = pace_of(sim.world.plan(), members);
  if (sim.preemption) begin_count(sim, job, pace, elapsed_ns);
  schedule_end(sim, job, pace, elapsed_ns, setup_of(sim, job));
  for (auto* metric : sim.metrics) {
    for (const auto& member : members) metric->on_place(sim.now, job, member.node);
  }
}

TimeNs planned_end(const Simulation& sim, JobIndex job, const std::vector<Member>& members,
                   TimeNs elapsed_ns) {
  const TimeNs walltime = sim.list.walltime_ns[at(job)];
  if (walltime != kNever) return later(sim.now, walltime - elapsed_ns);
  return later(sim.now, time_left(sim, job, pace_of(sim.world.plan(), members), elapsed_ns));
}

TimeNs least_planned_end(const Simulation& sim, JobIndex job) {
  return later(sim.now, planned_stay(sim, job, sim.backfill->pace.fastest));
}

TimeNs longest_stay(const Simulation& sim, JobIndex job) {
  return planned_stay(sim, job, sim.backfill->pace.slowest);
}

TimeNs predicted_end(const Simulation& sim, JobIndex job) {
  const auto& state = *sim.preemption;
  const TimeNs elapsed = sim.now - state.since_ns[at(job)];
  const TimeNs setup = setup_of(sim, job);
  const TimeNs worked = std::max<TimeNs>(0, elapsed - setup);
  const TimeNs left =
      later(std::max<TimeNs>(0, setup - elapsed), time_left(sim, job, state.pace[at(job)], worked));
  const TimeNs stay = sim.now - sim.jobs.start_ns[at(job)];
  return later(sim.now, std::min(left, time_allowed(sim, job, stay)));
}

void reschedule_end(Simulation& sim, JobIndex job, TimeNs at_ns) {
  sim.events.cancel(sim.end_event[at(job)]);
  sim.end_event[at(job)] = {};
  const TimeNs end = predicted_end(sim, job);
  if (end == kNever) return;
  const TimeNs stay = sim.now - sim.jobs.start_ns[at(job)];
  const bool killed = end == later(sim.now, time_allowed(sim, job, stay));
  push_end(sim, job, (at_ns == kNever ? end : at_ns) - sim.now,
           killed ? EventKind::job_timeout : EventKind::job_end);
}

void release_shares(Simulation& sim, JobIndex job) {
  for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
    sim.world.release(sim.now, member.node, sim.demand_of(member), member.gpu_mask,
                      sim.list.utilisation_milli[at(job)]);
    sim.chooser.node_changed(member.node, NodeChooser::Change::gained);
  });
}

void end_stay(Simulation& sim, JobIndex job) {
  auto& jobs = sim.jobs;
  // Ended before its time: what was planned on it can be bettered.
  if (sim.backfill && sim.backfill->ends.remove(job) > sim.now) sim.backfill->head.job = -1;
  jobs.held_ns[at(job)] += sim.now - std::max<TimeNs>(0, jobs.start_ns[at(job)]);
  if (sim.preemption) {
    sim.preemption->attained_ns[at(job)] += sim.now - jobs.start_ns[at(job)];
    sim.preemption->leave(job);
    sim.events.cancel(sim.preemption->turn_event[at(job)]);
  }
  for_each_member(sim, job, [&](const Member& member, std::int32_t slot) {
    sim.node_jobs.remove(member.node, slot);
  });
  for (auto* metric : sim.metrics) {
    for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
      metric->on_release(sim.now, job, member.node);
    });
  }
}

void vacate(Simulation& sim, JobIndex job) {
  release_shares(sim, job);
  end_stay(sim, job);
}

void cut_stay(Simulation& sim, JobIndex job, bool is_lifted) {
  sim.events.cancel(sim.end_event[at(job)]);
  for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
    sim.cut_stays.push_back({member, sim.jobs.start_ns[at(job)], sim.now});
  });
  if (!is_lifted) release_shares(sim, job);
  end_stay(sim, job);
}

std::int64_t cost_rate(const Simulation& sim, const Member& member) {
  const auto& demand = sim.demand_of(member);
  return sim.world.plan().nodes[at(member.node)].price * demand.gpus * demand.gpu_milli;
}

WideInt stay_cost(const Simulation& sim, JobIndex job, TimeNs now) {
  const auto state = sim.jobs.state[at(job)];
  if (!holds_nodes(state) && !has_ended(state)) return 0;
  const TimeNs end = has_ended(state) ? sim.jobs.end_ns[at(job)] : now;
  const TimeNs held = end - std::max<TimeNs>(0, sim.jobs.start_ns[at(job)]);
  WideInt cost = 0;
  for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
    cost += WideInt{cost_rate(sim, member)} * held;
  });
  return cost;
}

WideInt cut_stay_cost(const Simulation& sim, const Stay& stay) {
  return WideInt{cost_rate(sim, stay.member)} * (stay.end_ns - std::max<TimeNs>(0, stay.start_ns));
}

}  // namespace coldaisle
