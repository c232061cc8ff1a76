#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/batch/outcome.h"
#include "sim/results/results.h"

namespace coldaisle {

// What an earlier evaluation left behind.
struct EarlierEvaluation {
  std::string file;
  RunStatus status = RunStatus::running;
  std::vector<PolicyOutcome> outcomes;  // of the first policies
};

// What is left of an evaluation into `output`: its .part, where a kill left one, else the file
// itself; nothing where there is neither. It must be of the same scenario, seed, inputs, catalogue
// and program as `identity` and of as many policies: a ScenarioError says what is not. Throws
// IoError for a file that is broken or no evaluation.
std::optional<EarlierEvaluation> find_earlier_evaluation(const std::string& output,
                                                         const RunIdentity& identity,
                                                         std::uint64_t seed, std::size_t policies);

}  // namespace coldaisle
