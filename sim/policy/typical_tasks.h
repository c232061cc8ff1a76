#pragma once

#include <vector>

#include "sim/policy/fragmentation.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// Owns the typical tasks that FGD and the fragmentation metrics expect next.
class TypicalTaskSet {
 public:
  TypicalTaskSet() = default;

  // From the original demand counts of a job list, 95 % of the mass (PLACEMENT, section 3, "Typical
  // tasks M"). `demands` begin with the list's demands as the rules see them (make_asks); a gang
  // counts with what it asks of one node.
  TypicalTaskSet(const JobList& jobs, const std::vector<Demand>& demands);

  TypicalTasks view() const;

  const std::vector<TypicalTask>& tasks() const { return tasks_; }

 private:
  std::vector<TypicalTask> tasks_;
  std::vector<std::int32_t> millis_;
};

}  // namespace coldaisle
