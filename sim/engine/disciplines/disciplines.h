#pragma once

#include "sim/engine/simulation.h"

namespace coldaisle {

// One scheduling pass over the jobs that wait, a function for each queue discipline, each in a file
// of its own. To add one: its value and name in sim/scenario, the file here, a row in the table.
void pass_none(Simulation& sim);
void pass_fifo(Simulation& sim);
void pass_skip(Simulation& sim);  // sjf and priority too: they order the queue
void pass_easy(Simulation& sim);
void pass_conservative(Simulation& sim);

struct Discipline {
  QueueDiscipline queue;
  void (*pass)(Simulation& sim);
  bool plans;  // by when running jobs are to end
};

const Discipline& discipline(QueueDiscipline queue);

}  // namespace coldaisle
