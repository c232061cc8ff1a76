#include "sim/batch/job_outcomes.h"

#include "sim/workload/job_list.h"

namespace coldaisle {

std::vector<JobOutcome> job_outcomes(const ReplayProblem& problem, const ReplayMemory& memory) {
  std::vector<JobOutcome> jobs(static_cast<std::size_t>(problem.jobs));
  for (std::int32_t job = 0; job < problem.jobs; ++job) {
    auto& out = jobs[static_cast<std::size_t>(job)];
    out.start_ns = memory.start_ns[job];
    out.end_ns = memory.end_ns[job];
    std::int64_t rate = 0;
    for (std::int32_t i = 0; i < memory.members_of[job]; ++i) {
      const auto& member = memory.members[memory.first_member[job] + i];
      const auto& demand = problem.demand[member.demand];
      rate += problem.node_price[member.place] * demand.gpus * demand.gpu_milli;
      out.nodes.push_back({problem.node_number[member.place], member.gpu_mask});
    }
    if (out.end_ns != kNoTime) out.cost = WideInt{rate} * (out.end_ns - out.start_ns);
  }
  return jobs;
}

void refuse_endless_jobs(std::span<const PolicyOutcome> outcomes, const std::string& file) {
  for (const auto& outcome : outcomes) {
    if (outcome.endless_job >= 0) throw endless_job_error(file, outcome.endless_job);
  }
}

}  // namespace coldaisle
