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
  return time_for(sim.list.duration_ns[at(job)], pace);
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

// Time without progress at the beginning of a count, where it delays the end.
TimeNs setup_of(const Simulation& sim, JobIndex job) {
  const bool at_start = sim.scenario.scheduler.preemption->charged == RestartCharge::start;
  return at_start ? sim.preemption->setup_ns[at(job)] : 0;
}

// When a stay ends, and how: its work is done, or before that its walltime is over.
struct StayEnd {
  TimeNs at_ns = kNever;  // kNever: it lasts for ever
  EventKind kind = EventKind::job_end;
};

// Of a stay that has lasted `stay_ns` so far, `worked_ns` of it at work, which goes on in
// `setup_ns`.
StayEnd find_end(const Simulation& sim, JobIndex job, const Pace& pace, TimeNs stay_ns,
                 TimeNs worked_ns, TimeNs setup_ns) {
  const TimeNs left = later(setup_ns, time_left(sim, job, pace, worked_ns));
  const TimeNs allowed = time_allowed(sim, job, stay_ns);
  const bool in_time = left <= allowed;
  if (in_time && work_to_do(sim, job) == kNever) return {};
  const TimeNs until_end = in_time ? left : allowed;
  if (until_end >= kNever - sim.now) throw endless_job_error(file_in_messages(sim.scenario), job);
  return {sim.now + until_end, in_time ? EventKind::job_end : EventKind::job_timeout};
}

// The same of a running job, by what is counted of its stay.
StayEnd find_counted_end(const Simulation& sim, JobIndex job) {
  const auto& state = *sim.preemption;
  const TimeNs counted = sim.now - state.since_ns[at(job)];
  const TimeNs setup = std::max<TimeNs>(0, setup_of(sim, job) - counted);
  const TimeNs worked = std::max<TimeNs>(0, counted - setup_of(sim, job));
  return find_end(sim, job, state.pace[at(job)], sim.now - sim.jobs.start_ns[at(job)], worked,
                  setup);
}

void schedule_end(Simulation& sim, JobIndex job, const StayEnd& end) {
  sim.end_event[at(job)] = {};
  if (end.at_ns == kNever) return;
  sim.end_event[at(job)] =
      sim.events.push(end.at_ns, EventClass::release, end.kind, static_cast<std::uint32_t>(job));
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
  schedule_end(sim, job,
               sim.preemption ? find_counted_end(sim, job)
                              : find_end(sim, job, pace, elapsed_ns, elapsed_ns, 0));
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
  return find_counted_end(sim, job).at_ns;
}

void reschedule_end(Simulation& sim, JobIndex job, TimeNs at_ns) {
  sim.events.cancel(sim.end_event[at(job)]);
  auto end = find_counted_end(sim, job);
  if (at_ns != kNever) end.at_ns = at_ns;
  schedule_end(sim, job, end);
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
