#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/fleet_plan.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// GPU demand of the jobs that allow the same models, against the fleet's GPUs of those models.
struct GpuDemand {
  std::string models;            // "all jobs", "any model", "A", "A|B"
  std::int64_t jobs = 0;         // with at least one GPU
  std::int64_t asked_milli = 0;  // sum over jobs of GPUs x share
  std::int64_t peak_milli = 0;   // most held at once, if every job started on submission
  std::int64_t fleet_milli = 0;  // GPUs x 1000 of those models; 0 without a fleet
};

// How a workload's demand compares with a fleet.
struct DemandReport {
  std::vector<GpuDemand> gpus;      // all jobs, any model, each model of the fleet, other sets
  std::int64_t jobs_too_large = 0;  // that no node could hold, were it empty
};

// Whether nodes hold the GPUs that the demand accepts: by model and memory (any for a job without).
bool may_hold(const NodePlan& node, const JobDemand& demand, const FleetPlan& fleet);

// Most GPUs of a node that may hold the demand; 0: none does.
int largest_node(const JobDemand& demand, const FleetPlan& fleet);

// Whether a job that does not say `nodes` has more GPUs than any such node, and so takes several.
bool is_gang_by_size(const JobDemand& demand, const FleetPlan& fleet);

// What one node of `gpus` GPUs holds of a gang by size: CPU and memory in proportion, rounded up.
JobDemand share_of(const JobDemand& demand, int gpus);

// Whether the whole fleet, were it empty, could hold a job (a gang as the scheduler places it).
bool fits_empty_fleet(const JobDemand& demand, const FleetPlan& fleet);

// `fleet` may be null: then only demand is filled in.
DemandReport compare_demand(const JobList& jobs, const FleetPlan* fleet);

}  // namespace coldaisle
