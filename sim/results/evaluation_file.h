#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/metrics/judgement.h"
#include "sim/results/policy_table.h"
#include "sim/results/results.h"

namespace coldaisle {

// An evaluation as it stands: outcomes of the first policies of the table, in order.
struct Evaluation {
  PolicyTable policies;
  std::vector<PolicyOutcome> outcomes;
  EvaluationFacts facts;
  Criteria criteria;
  std::uint64_t seed = 0;
  std::string start;  // RFC 3339 instant of t = 0
};

// The kind of an evaluation's results file.
inline constexpr const char* kEvaluationKind = "evaluation";

// The results file of an evaluation. Columns view into the evaluation, which must outlive it.
Results collect_evaluation(const Evaluation& evaluation, Judgement judgement, RunStatus status,
                           const RunIdentity& identity);

// The outcomes that an evaluation's results file holds: those of its first policies up to the first
// that is not done. Throws IoError where they are missing or of another kind; `path` is for it.
std::vector<PolicyOutcome> restore_outcomes(const Results& results, const std::string& path);

// The ids of the policies in an evaluation's results file; errors as above.
std::span<const std::string> policy_ids(const Results& results, const std::string& path);

}  // namespace coldaisle
