#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/engine/event_queue.h"
#include "sim/engine/pace.h"
#include "sim/metrics/metric.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

struct Simulation;

// By what a discipline compares jobs: smaller goes first, and may stop larger.
using Precedence = WideInt;

// The work, stays and turns of jobs, in a run whose discipline stops running ones. 100 bytes a job.
//
// A stay begins with `setup_ns` in which the job makes no progress; from then on it works at its
// pace. What it has done counts when the stay ends, as the scenario says; until then `left_ns` is
// what was left when it began. Where jobs pay at each pass, each pass begins a new count.
struct PreemptionState {
  explicit PreemptionState(const JobList& jobs);

  std::vector<TimeNs> left_ns;   // work left at full speed; kNever: without end
  std::vector<TimeNs> since_ns;  // when the count began
  std::vector<TimeNs> setup_ns;
  std::vector<Pace> pace;
  std::vector<TimeNs> attained_ns;   // time on nodes of earlier stays, those before t = 0 too
  std::vector<TimeNs> unlimited_ns;  // of that, what the walltime does not count: it started over
  std::vector<TimeNs> lost_ns;       // time on nodes whose work was lost
  std::vector<TimeNs> overhead_ns;   // time on nodes spent on restarts and saves
  std::vector<TimeNs> turn_ns;       // when its turn began
  std::vector<EventHandle> turn_event;
  std::map<JobIndex, TimeNs> saving;   // jobs that save their work, and when they were stopped
  std::vector<JobIndex> turns_over;    // turns that ended at this instant
  std::vector<JobIndex> running;       // in no order
  std::vector<std::int32_t> position;  // by job, among `running`

  void join(JobIndex job);
  void leave(JobIndex job);
};

// Work that a job has left at the present, at full speed; kNever: without end.
TimeNs work_left(const Simulation& sim, JobIndex job);

// Time that it has been on nodes, before t = 0 too.
TimeNs attained_ns(const Simulation& sim, JobIndex job);

// How long a job takes to restart.
TimeNs restart_ns(const Simulation& sim, JobIndex job);

// What the discipline compares the job by now.
Precedence precedence_of(const Simulation& sim, JobIndex job);

// A stay of `job` begins, with `elapsed_ns` behind it.
void begin_count(Simulation& sim, JobIndex job, const Pace& pace, TimeNs elapsed_ns);

// The stay of `job` ends by itself, or by its walltime.
void count_at_end(Simulation& sim, JobIndex job);

// Its node left: what it did in this stay is lost.
void count_loss(Simulation& sim, JobIndex job);

// Where jobs pay at each pass: what each running job has done since the last one counts.
void count_at_pass(Simulation& sim);

// Takes a running job off its nodes for others, at once or when it has saved its work; it goes back
// to the queue. Asks for no pass.
void stop_job(Simulation& sim, JobIndex job);

// A job that was stopped has saved its work: it leaves its nodes.
void finish_saving(Simulation& sim, JobIndex job);

// As stop_job(), at once, for a job whose nodes are given back in the world already.
void stop_lifted_job(Simulation& sim, JobIndex job);

// Whether stopped jobs hold their nodes on to save.
bool saves_first(const Simulation& sim);

// A turn of the running job begins; its end is an event, where the discipline has turns.
void begin_turn(Simulation& sim, JobIndex job);

// After a pass: jobs whose turn ended and that still run begin another.
void renew_turns(Simulation& sim);

}  // namespace coldaisle
