#pragma once

#include <cstdint>
#include <iterator>
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

  // The same problem with each array where `copy(array, count)` puts it, on a device for instance.
  template <class Copy>
  ReplayProblem copied_by(Copy&& copy) const;

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
  std::vector<std::int32_t> ranks_[kCoveredDisciplines], jobs_of_rank_[kCoveredDisciplines];
  std::int64_t most_members_ = 0;
  std::int32_t largest_gang_ = 1;
  ReplayProblem view_;
};

template <class Copy>
ReplayProblem ProblemData::copied_by(Copy&& copy) const {
  ReplayProblem p = view_;
  p.node_states = copy(p.node_states, p.nodes);
  p.node_number = copy(p.node_number, p.nodes);
  p.node_price = copy(p.node_price, p.nodes);
  p.node_price_class = copy(p.node_price_class, p.nodes);
  p.model_speed_ppm = copy(p.model_speed_ppm, std::ssize(speed_));
  p.model_power = copy(p.model_power, std::ssize(power_));
  p.submit_ns = copy(p.submit_ns, p.jobs);
  p.duration_ns = copy(p.duration_ns, p.jobs);
  p.ask_of_job = copy(p.ask_of_job, p.jobs);
  p.utilisation_milli = copy(p.utilisation_milli, p.jobs);
  for (int queue = 0; queue < kCoveredDisciplines; ++queue) {
    if (p.rank_of_job[queue] == nullptr) continue;
    p.rank_of_job[queue] = copy(p.rank_of_job[queue], p.jobs);
    p.job_of_rank[queue] = copy(p.job_of_rank[queue], p.jobs);
  }
  p.ask = copy(p.ask, p.asks);
  p.ask_ever_fits = copy(p.ask_ever_fits, p.asks);
  p.parts = copy(p.parts, std::ssize(asks_.parts));
  p.demand = copy(p.demand, p.demands);
  p.context.facts = copy(p.context.facts, p.nodes);
  auto& typical = p.context.typical;
  typical.tasks = copy(typical.tasks, typical.count);
  typical.millis = copy(typical.millis, typical.milli_count);
  return p;
}

// A policy as the replay takes it.
PolicyRow to_row(const Policy& policy);

}  // namespace coldaisle
