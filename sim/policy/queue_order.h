#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// Whether waiting jobs are tried in an order of their own (`sjf`, `priority`), not that of joining.
inline bool is_ordered(QueueDiscipline queue) {
  return queue == QueueDiscipline::sjf || queue == QueueDiscipline::priority;
}

// The place of each job among all jobs in the order of a discipline: `sjf`: shortest whole duration
// first; `priority`: highest first; ties, and the other disciplines, by row of the list, which is
// the order of submission. A permutation of 0...jobs - 1.
std::vector<std::int32_t> queue_ranks(const JobList& jobs, QueueDiscipline queue);

}  // namespace coldaisle
