#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/engine/backfill.h"
#include "sim/engine/event_queue.h"
#include "sim/engine/gang_members.h"
#include "sim/engine/job_table.h"
#include "sim/engine/node_jobs.h"
#include "sim/engine/preemption.h"
#include "sim/engine/waiting_queue.h"
#include "sim/engine/world.h"
#include "sim/metrics/metric.h"
#include "sim/policy/asks.h"
#include "sim/policy/node_chooser.h"
#include "sim/policy/typical_tasks.h"
#include "sim/scenario/scenario.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// A job's stay on a node, each node of a gang one; end_ns is kUnset while it lasts.
struct Stay {
  Member member;
  TimeNs start_ns = 0, end_ns = 0;
};

// How far the scan of the waiting queue came, so that a pass without new capacity looks only at
// jobs that it has not tried yet.
struct ScanMark {
  std::int32_t last_job = WaitingQueue::kNone;  // the last job tried and left waiting
  int tried = 0;
  std::uint64_t gains = 0;  // NodeChooser::gains() when the scan began
};

// The whole state of a run, which event handlers change. What it refers to must outlive it.
struct Simulation {
  Simulation(const Scenario& scenario_in, const FleetPlan& plan, const JobList& jobs_in,
             std::vector<std::int32_t> tie_rank_in);

  const Scenario& scenario;
  const JobList& list;
  Asks asks;                    // asks.asks is parallel to list.demands
  std::vector<bool> ever_fits;  // per ask: the fleet, were it empty, could hold it
  std::vector<std::int32_t> tie_rank;
  TypicalTaskSet typical;
  World world;
  JobTable jobs;
  GangMembers gangs;
  std::vector<Stay> cut_stays;  // ended early; those jobs went back to the queue
  WaitingQueue waiting;
  NodeJobs node_jobs;
  std::vector<NodeFacts> facts;  // by node
  NodeChooser chooser;
  std::vector<std::uint64_t> blocked_at;  // per ask: chooser.gains() when it last did not fit
  EventQueue events;
  std::vector<EventHandle> end_event;  // per job, valid while it runs
  std::vector<Metric*> metrics;
  std::vector<TimeNs> sample_times;  // sampling instants so far

  TimeNs now = 0;
  std::int32_t next_arrival = 0;  // the first job that has not arrived
  bool pass_pending = false;
  bool sample_pending = false;
  ScanMark scan;
  std::optional<BackfillState> backfill;      // where the queue discipline plans
  std::optional<PreemptionState> preemption;  // where it stops running jobs
  std::vector<Member> picked;  // scratch of place_job: the members chosen so far, and their nodes
  std::vector<std::int32_t> picked_nodes;
  std::array<std::int64_t, kJobStates> jobs_in_state = {};
  std::int64_t events_handled = 0;
  std::int64_t passes = 0;

  const Ask& ask_of(JobIndex job) const {
    return asks.asks[static_cast<std::size_t>(list.demand_type[static_cast<std::size_t>(job)])];
  }

  const Demand& demand_of(const Member& member) const {
    return asks.demands[static_cast<std::size_t>(member.demand)];
  }

  // True when nothing but samples is left to happen.
  bool only_samples_left() const { return events.size() == (sample_pending ? 1U : 0U); }

  bool has_horizon() const { return scenario.horizon_ns != kNever; }
};

// Time a job has spent queued up to `now`; of a job still queued a lower bound.
TimeNs waited_ns(const Simulation& sim, JobIndex job, TimeNs now);

// Time a job has held nodes since t = 0, up to `now`.
TimeNs held_ns(const Simulation& sim, JobIndex job, TimeNs now);

// Moves a job to another state and keeps the counts.
void set_state(Simulation& sim, JobIndex job, JobState state);

// Asks for one scheduling pass at this instant, after all that still happens in it.
void request_pass(Simulation& sim);

// The same where nodes were freed: only if a job waits for them, or passes do more than place jobs.
void request_pass_for_gain(Simulation& sim);

// Puts a job into the queue; it waits from `since_ns` on. enqueue() asks for a pass too.
void join_queue(Simulation& sim, JobIndex job, TimeNs since_ns);
void enqueue(Simulation& sim, JobIndex job, TimeNs since_ns);

// Starts a job that holds its nodes in `sim.world` already; it has run `elapsed_ns` before.
void start_job(Simulation& sim, JobIndex job, const std::vector<Member>& members,
               TimeNs elapsed_ns);

// When a job that takes these nodes now, with `elapsed_ns` behind it, is planned to leave them: at
// its walltime where it has one, else when it will.
TimeNs planned_end(const Simulation& sim, JobIndex job, const std::vector<Member>& members,
                   TimeNs elapsed_ns);

// The earliest such time on any nodes.
TimeNs least_planned_end(const Simulation& sim, JobIndex job);

// The longest that a job is planned to stay on any nodes: its walltime, else its duration at the
// slowest pace that the fleet has.
TimeNs longest_stay(const Simulation& sim, JobIndex job);

// Schedules the end of a running job anew, by the work that it has left; `at_ns` in place of when
// it would end, unless that is kNever.
void reschedule_end(Simulation& sim, JobIndex job, TimeNs at_ns = kNever);

// When a running job will end, or be killed at its walltime; kNever: it runs without end.
TimeNs predicted_end(const Simulation& sim, JobIndex job);

// Takes a job off its nodes; what becomes of it is the caller's business.
void vacate(Simulation& sim, JobIndex job);

// The two halves of that: the nodes are free again, and the job no longer holds them.
void release_shares(Simulation& sim, JobIndex job);
void end_stay(Simulation& sim, JobIndex job);

// Takes a job off its nodes before its end; with `is_lifted` they are free already. The stay is
// remembered among the cut ones.
void cut_stay(Simulation& sim, JobIndex job, bool is_lifted);

// The latest stay of a job, node by node: visit(member, slot in NodeJobs). It has begun one.
template <class Visit>
void for_each_member(const Simulation& sim, JobIndex job, Visit visit) {
  const auto span = sim.gangs.of(job);
  const auto i = static_cast<std::size_t>(job);
  if (span.begin == span.end) {
    visit(Member{job, sim.jobs.node[i], sim.list.demand_type[i], sim.jobs.gpu_mask[i]}, job);
  }
  for (auto member = span.begin; member < span.end; ++member) {
    visit(sim.gangs.all()[static_cast<std::size_t>(member)],
          static_cast<std::int32_t>(sim.jobs.size()) + member);
  }
}

// What a member costs, micro-USD per hour x GPU-milli.
std::int64_t cost_rate(const Simulation& sim, const Member& member);

// What a job has cost up to `now`, its cut stays left out: micro-USD per hour x GPU-milli x ns.
WideInt stay_cost(const Simulation& sim, JobIndex job, TimeNs now);

// What a stay that was cut has cost since t = 0.
WideInt cut_stay_cost(const Simulation& sim, const Stay& stay);

}  // namespace coldaisle
