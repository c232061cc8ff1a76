#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/batch/evaluate.h"
#include "sim/batch/problem.h"
#include "sim/batch/replay.h"

namespace coldaisle {

// Every job of a replay that has just ended in `memory`.
std::vector<JobOutcome> job_outcomes(const ReplayProblem& problem, const ReplayMemory& memory);

// Throws ScenarioError, which names `file`, where a job would end beyond what time can count.
void refuse_endless_jobs(std::span<const PolicyOutcome> outcomes, const std::string& file);

}  // namespace coldaisle
