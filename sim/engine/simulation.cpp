#include "sim/engine/simulation.h"

#include <algorithm>

#include "sim/core/error.h"
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

// What sets the pace of a job: its slowest GPU, and how far apart its nodes are.
struct Pace {
  std::int64_t speed_ppm = kPpm;
  std::int64_t slowdown_ppm = kPpm;
};

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
  for_each_member(sim, job, [&](const Member& member, std::int32_t slot) {
    sim.node_jobs.add(member.node, slot);
  });
  const TimeNs left = time_left(sim, job, members, elapsed_ns);
  if (sim.list.duration_ns[at(job)] != kNever) {
    if (left >= kNever - sim.now) throw endless_job_error(file_in_messages(sim.scenario), job);
    sim.end_event[at(job)] = sim.events.push(sim.now + left, EventClass::release,
                                             EventKind::job_end, static_cast<std::uint32_t>(job));
  }
  for (auto* metric : sim.metrics) {
    for (const auto& member : members) metric->on_place(sim.now, job, member.node);
  }
}

void vacate(Simulation& sim, JobIndex job) {
  auto& jobs = sim.jobs;
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
  if (state != JobState::running && state != JobState::done) return 0;
  const TimeNs end = state == JobState::done ? sim.jobs.end_ns[at(job)] : now;
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
