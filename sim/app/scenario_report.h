#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/error.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/scenario/load.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// The texts of the verbs validate and explain.

// "1 node", "2 nodes".
std::string counted(std::int64_t count, std::string_view noun);

// A JSON array with an object per problem: file, line, column, pointer, message.
std::string problems_json(const std::vector<Problem>& problems);

// A line per value: pointer, value, origin, in columns.
std::string origins_text(const std::vector<ValueOrigin>& origins);

// A JSON array with an object per value: pointer, value, origin.
std::string origins_json(const std::vector<ValueOrigin>& origins);

// What a valid scenario holds, in a few lines: racks, nodes, GPUs by model, jobs.
std::string scenario_summary(const FleetPlan& fleet, const JobList& jobs);

}  // namespace coldaisle
