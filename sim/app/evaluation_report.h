#pragma once

#include <cstdint>
#include <string>

#include "sim/results/evaluation_file.h"

namespace coldaisle {

// What the report of an evaluation says besides its policies.
struct EvaluationSummary {
  std::string title;    // of the scenario
  std::string backend;  // what computed; empty: nothing was left to do
  std::string output;   // the results file
  std::int64_t jobs = 0;
  std::int64_t gpus = 0;
  std::int64_t resumed = 0;  // policies that an earlier evaluation had done
  double seconds = 0;        // of this one, without loading
  RunStatus status = RunStatus::complete;
  std::int64_t top = 10;  // policies shown
  bool show_pareto = false;
};

// For people: a headline, the best policies, the Pareto set if it is asked for.
std::string evaluation_text(const EvaluationSummary& summary, const Evaluation& evaluation,
                            const Judgement& judgement);

// The same as one JSON object, with all metrics of each policy; unknown values are null.
std::string evaluation_json(const EvaluationSummary& summary, const Evaluation& evaluation,
                            const Judgement& judgement);

// A warning about policies whose outcome is void; empty when there are none.
std::string void_outcomes_warning(const Evaluation& evaluation);

}  // namespace coldaisle
