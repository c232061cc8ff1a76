#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/engine/event_queue.h"
#include "sim/engine/job_table.h"
#include "sim/engine/node_jobs.h"
#include "sim/engine/waiting_queue.h"
#include "sim/engine/world.h"
#include "sim/metrics/metric.h"
#include "sim/policy/node_chooser.h"
#include "sim/policy/typical_tasks.h"
#include "sim/scenario/scenario.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// A job's stay on a node; end_ns is kUnset while it lasts.
struct Stay {
  std::int32_t job = 0;
  std::int32_t node = 0;
  std::uint16_t gpu_mask = 0;
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
  std::vector<Demand> demands;  // parallel to list.demands
  std::vector<bool> ever_fits;  // per demand: some empty node could hold it
  std::vector<std::int32_t> tie_rank;
  TypicalTaskSet typical;
  World world;
  JobTable jobs;
  std::vector<Stay> cut_stays;  // ended early; those jobs went back to the queue
  WaitingQueue waiting;
  NodeJobs node_jobs;
  NodeChooser chooser;
  EventQueue events;
  std::vector<EventHandle> end_event;  // per job, valid while it runs
  std::vector<Metric*> metrics;
  std::vector<TimeNs> sample_times;  // sampling instants so far

  TimeNs now = 0;
  std::int32_t next_arrival = 0;  // the first job that has not arrived
  bool pass_pending = false;
  bool sample_pending = false;
  ScanMark scan;
  std::array<std::int64_t, kJobStates> jobs_in_state = {};
  std::int64_t events_handled = 0;
  std::int64_t passes = 0;

  const Demand& demand_of(JobIndex job) const {
    return demands[static_cast<std::size_t>(list.demand_type[static_cast<std::size_t>(job)])];
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

// Puts a job at the back of the queue; it waits from `since_ns` on.
void enqueue(Simulation& sim, JobIndex job, TimeNs since_ns);

// Starts a job on `node`, on the GPUs of `gpu_mask`; it has run `elapsed_ns` before.
void start_job(Simulation& sim, JobIndex job, std::int32_t node, std::uint32_t gpu_mask,
               TimeNs elapsed_ns);

// Takes a running job off its node; what becomes of it is the caller's business.
void vacate(Simulation& sim, JobIndex job);

}  // namespace coldaisle
