#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// One handler per kind of event, each in a file of its own. The clock already stands at the event.

// Jobs of scenario.workload.initial, before the first event.
void place_initial_jobs(Simulation& sim);

// The next job of the list arrives; the one after it is scheduled.
void schedule_next_arrival(Simulation& sim);
void handle_arrival(Simulation& sim, JobIndex job);

void handle_job_end(Simulation& sim, JobIndex job);

// The job is killed at its walltime.
void handle_job_timeout(Simulation& sim, JobIndex job);

// A stopped job has saved its work.
void handle_job_saved(Simulation& sim, JobIndex job);

// The turn of a running job is over: jobs that wait may go before it now.
void handle_turn_end(Simulation& sim, JobIndex job);

// Entry `change` of scenario.fleet.changes takes effect.
void schedule_fleet_changes(Simulation& sim);
void handle_fleet_change(Simulation& sim, std::size_t change);

// One scheduling pass over the waiting jobs, by the scenario's queue discipline.
void handle_pass(Simulation& sim);

void schedule_sample(Simulation& sim, TimeNs time);
void handle_sample(Simulation& sim);

}  // namespace coldaisle
