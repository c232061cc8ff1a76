#pragma once

#include <cstdint>
#include <vector>

#include "sim/batch/problem.h"
#include "sim/policy/asks.h"
#include "sim/policy/policy.h"
#include "sim/policy/typical_tasks.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// Owns the arrays of a ReplayProblem on the host. Not movable: the problem points into it.
class ProblemData {
 public:
  // The job list must outlive it.
  ProblemData(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
              const std::vector<std::int32_t>& tie_rank);
  ProblemData(const ProblemData&) = delete;
  ProblemData& operator=(const ProblemData&) = delete;

  const ReplayProblem& view() const { return view_; }

  // Most members of stays that a replay can begin, and most of one job.
  std::int64_t most_members() const { return most_members_; }

  std::int32_t largest_gang() const { return largest_gang_; }

 private:
  void add_nodes(const FleetPlan& plan, const std::vector<std::int32_t>& tie_rank);
  void add_models(const FleetPlan& plan);
  void add_jobs(const JobList& jobs, const FleetPlan& plan);

  Asks asks_;
  TypicalTaskSet typical_;
  std::vector<NodeFacts> facts_;
  std::vector<NodeState> states_;
  std::vector<std::int32_t> number_;
  std::vector<std::int64_t> price_, speed_;
  std::vector<std::uint8_t> price_class_, ever_fits_;
  std::vector<GpuPower> power_;
  std::vector<std::int32_t> ranks_[kQueueDisciplines], jobs_of_rank_[kQueueDisciplines];
  std::int64_t most_members_ = 0;
  std::int32_t largest_gang_ = 1;
  ReplayProblem view_;
};

// A policy as the replay takes it.
PolicyRow to_row(const Policy& policy);

}  // namespace coldaisle
