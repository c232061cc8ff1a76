#include "sim/engine/simulation.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

// Nodes with everything free and in service, whether or not they are in the fleet now.
bool fits_empty_node(const FleetPlan& plan, const World& world, const Demand& demand) {
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    NodeState node = world.nodes()[i];
    node.in_service = 1;
    if (fits(node, demand)) return true;
  }
  return false;
}

std::vector<bool> find_schedulable(const FleetPlan& plan, const World& world,
                                   const std::vector<Demand>& demands) {
  std::vector<bool> fit;
  fit.reserve(demands.size());
  for (const auto& demand : demands) fit.push_back(fits_empty_node(plan, world, demand));
  return fit;
}

[[noreturn]] void fail_beyond_time(const Simulation& sim, JobIndex job) {
  throw ScenarioError(
      {{sim.scenario.file, 0, 0, "/horizon",
        fmt::format("job {} would end more than 292 years after the start, beyond what "
                    "time can count; set a horizon or shorten the jobs",
                    job)}});
}

}  // namespace

Simulation::Simulation(const Scenario& scenario_in, const FleetPlan& plan, const JobList& jobs_in,
                       std::vector<std::int32_t> tie_rank_in)
    : scenario(scenario_in),
      list(jobs_in),
      demands(make_demands(jobs_in, plan)),
      tie_rank(std::move(tie_rank_in)),
      typical(jobs_in, demands),
      world(plan),
      jobs(jobs_in.size()),
      waiting(jobs_in.size()),
      node_jobs(plan.nodes.size(), jobs_in.size()),
      chooser(make_policy(scenario_in.scheduler), {typical.view(), scenario_in.seed, 0},
              world.nodes(), demands, tie_rank),
      end_event(jobs_in.size()) {
  ever_fits = find_schedulable(plan, world, demands);
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
  sim.waiting.push_back(job);
  request_pass(sim);
}

void start_job(Simulation& sim, JobIndex job, std::int32_t node, std::uint32_t gpu_mask,
               TimeNs elapsed_ns) {
  auto& jobs = sim.jobs;
  if (jobs.state[at(job)] == JobState::queued) {
    sim.waiting.remove(job);
    jobs.waited_ns[at(job)] += sim.now - jobs.queued_since_ns[at(job)];
    jobs.queued_since_ns[at(job)] = kUnset;
  }
  set_state(sim, job, JobState::running);
  jobs.start_ns[at(job)] = sim.now - elapsed_ns;
  jobs.node[at(job)] = node;
  jobs.gpu_mask[at(job)] = static_cast<std::uint16_t>(gpu_mask);
  sim.world.place(sim.now, node, sim.demand_of(job), gpu_mask, sim.list.utilisation_milli[at(job)]);
  sim.node_jobs.add(node, job);
  sim.chooser.node_changed(node, NodeChooser::Change::lost);
  const TimeNs left = std::max<TimeNs>(1, sim.list.duration_ns[at(job)] - elapsed_ns);
  if (sim.list.duration_ns[at(job)] != kNever) {
    if (left >= kNever - sim.now) fail_beyond_time(sim, job);
    sim.end_event[at(job)] = sim.events.push(sim.now + left, EventClass::release,
                                             EventKind::job_end, static_cast<std::uint32_t>(job));
  }
  for (auto* metric : sim.metrics) metric->on_place(sim.now, job, node);
}

void vacate(Simulation& sim, JobIndex job) {
  auto& jobs = sim.jobs;
  const auto node = jobs.node[at(job)];
  sim.world.release(sim.now, node, sim.demand_of(job), jobs.gpu_mask[at(job)],
                    sim.list.utilisation_milli[at(job)]);
  jobs.held_ns[at(job)] += sim.now - std::max<TimeNs>(0, jobs.start_ns[at(job)]);
  sim.node_jobs.remove(node, job);
  sim.chooser.node_changed(node, NodeChooser::Change::gained);
  for (auto* metric : sim.metrics) metric->on_release(sim.now, job, node);
}

}  // namespace coldaisle
