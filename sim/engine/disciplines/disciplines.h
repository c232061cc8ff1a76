#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// One scheduling pass over the jobs that wait, a function for each queue discipline, each in a file
// of its own. To add one: its value and name in sim/scenario, the file here, a row in the table.
void pass_none(Simulation& sim);
void pass_fifo(Simulation& sim);
void pass_skip(Simulation& sim);  // sjf too: it orders the queue
void pass_priority(Simulation& sim);
void pass_easy(Simulation& sim);
void pass_conservative(Simulation& sim);
void pass_by_precedence(Simulation& sim);  // disciplines that stop running jobs

// What those compare jobs by, waiting or running ones; while a job waits it does not change.
Precedence priority_precedence(const Simulation& sim, JobIndex job);
Precedence srtf_precedence(const Simulation& sim, JobIndex job);
Precedence srsf_precedence(const Simulation& sim, JobIndex job);
Precedence las_precedence(const Simulation& sim, JobIndex job);
Precedence round_robin_precedence(const Simulation& sim, JobIndex job);

// When a job whose turn begins now falls behind others if it runs on.
TimeNs las_turn_end(const Simulation& sim, JobIndex job);
TimeNs round_robin_turn_end(const Simulation& sim, JobIndex job);

struct Discipline {
  QueueDiscipline queue;
  void (*pass)(Simulation& sim);
  bool plans = false;  // by when running jobs are to end
  Precedence (*precedence)(const Simulation& sim, JobIndex job) = nullptr;
  TimeNs (*turn_end)(const Simulation& sim, JobIndex job) = nullptr;
};

const Discipline& discipline(QueueDiscipline queue);

}  // namespace coldaisle
