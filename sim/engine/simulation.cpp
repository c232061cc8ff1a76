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
  return WaitingQueue(jobs.size());
}

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

// Time that is left to run on these nodes after `elapsed_ns` on them.
TimeNs time_left(const Simulation& sim, JobIndex job, const std::vector<Member>& members,
                 TimeNs elapsed_ns) {
  const auto& plan = sim.world.plan();
  const auto pace = pace_of(plan, members);
  const TimeNs whole = sim.list.duration_ns[at(job)];
  if (whole == kNever) return kNever;
  const TimeNs made = scale_down_ns(elapsed_ns, pace.speed_ppm, pace.slowdown_ppm);
  return scale_up_ns(std::max<TimeNs>(1, whole - made), pace.slowdown_ppm, pace.speed_ppm);
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

// The planned stay of a job at a pace.
TimeNs planned_stay(const Simulation& sim, JobIndex job, const Pace& pace) {
  const TimeNs walltime = sim.list.walltime_ns[at(job)];
  if (walltime != kNever) return walltime;
  return scale_up_ns(sim.list.duration_ns[at(job)], pace.slowdown_ppm, pace.speed_ppm);
}

TimeNs later(TimeNs now, TimeNs duration_ns) {
  return duration_ns >= kNever - now ? kNever : now + duration_ns;
}

// The job ends when its work is done, or is killed at its walltime if that comes first.
void schedule_end(Simulation& sim, JobIndex job, const std::vector<Member>& members,
                  TimeNs elapsed_ns) {
  const TimeNs left = time_left(sim, job, members, elapsed_ns);
  const TimeNs walltime = sim.list.walltime_ns[at(job)];
  const TimeNs allowed = walltime == kNever ? kNever : walltime - elapsed_ns;
  const bool in_time = left <= allowed;
  const TimeNs until_end = in_time ? left : allowed;
  if (in_time && sim.list.duration_ns[at(job)] == kNever) return;
  if (until_end >= kNever - sim.now) throw endless_job_error(file_in_messages(sim.scenario), job);
  sim.end_event[at(job)] = sim.events.push(sim.now + until_end, EventClass::release,
                                           in_time ? EventKind::job_end : EventKind::job_timeout,
                                           static_cast<std::uint32_t>(job));
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
  jobs_in_state[static_cast<std::size_t>(JobState::pending)] =
      static_cast<std::int64_t>(jobs_in.size());
}

TimeNs waited_ns(const Simulation& sim, JobIndex job, TimeNs now) {
  const bool queued = sim.jobs.state[at(job)] == JobState::queued;
  return sim.jobs.waited_ns[at(job)] + (queued ? now - sim.jobs.queued_since_ns[at(job)] : 0);
}

TimeNs held_ns(const Simulation& sim, JobIndex job, TimeNs now) {
  const bool running = sim.jobs.state[at(job)] == JobState::running;
  const TimeNs stay = running ? now - std::max<TimeNs>(0, sim.jobs.start_ns[at(job)]) : 0;
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

void enqueue(Simulation& sim, JobIndex job, TimeNs since_ns) {
  set_state(sim, job, JobState::queued);
  sim.jobs.queued_since_ns[at(job)] = since_ns;
  sim.waiting.add(job);
  const auto last = sim.scan.last_job;
  if (last != WaitingQueue::kNone && sim.waiting.joins_before(job, last)) sim.scan = {};
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
  schedule_end(sim, job, members, elapsed_ns);
  for (auto* metric : sim.metrics) {
    for (const auto& member : members) metric->on_place(sim.now, job, member.node);
  }
}

TimeNs planned_end(const Simulation& sim, JobIndex job, const std::vector<Member>& members,
                   TimeNs elapsed_ns) {
  const TimeNs walltime = sim.list.walltime_ns[at(job)];
  if (walltime != kNever) return later(sim.now, walltime - elapsed_ns);
  return later(sim.now, time_left(sim, job, members, elapsed_ns));
}

TimeNs least_planned_end(const Simulation& sim, JobIndex job) {
  return later(sim.now, planned_stay(sim, job, sim.backfill->pace.fastest));
}

TimeNs longest_stay(const Simulation& sim, JobIndex job) {
  return planned_stay(sim, job, sim.backfill->pace.slowest);
}

void vacate(Simulation& sim, JobIndex job) {
  auto& jobs = sim.jobs;
  // Ended before its time: what was planned on it can be bettered.
  if (sim.backfill && sim.backfill->ends.remove(job) > sim.now) sim.backfill->head.job = -1;
  jobs.held_ns[at(job)] += sim.now - std::max<TimeNs>(0, jobs.start_ns[at(job)]);
  for_each_member(sim, job, [&](const Member& member, std::int32_t slot) {
    sim.world.release(sim.now, member.node, sim.demand_of(member), member.gpu_mask,
                      sim.list.utilisation_milli[at(job)]);
    sim.node_jobs.remove(member.node, slot);
    sim.chooser.node_changed(member.node, NodeChooser::Change::gained);
  });
  for (auto* metric : sim.metrics) {
    for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
      metric->on_release(sim.now, job, member.node);
    });
  }
}

std::int64_t cost_rate(const Simulation& sim, const Member& member) {
  const auto& demand = sim.demand_of(member);
  return sim.world.plan().nodes[at(member.node)].price * demand.gpus * demand.gpu_milli;
}

WideInt stay_cost(const Simulation& sim, JobIndex job, TimeNs now) {
  const auto state = sim.jobs.state[at(job)];
  if (state != JobState::running && !has_ended(state)) return 0;
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
