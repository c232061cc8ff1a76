#include <ostream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/app/exit_code.h"
#include "sim/app/prepare.h"
#include "sim/app/scenario_report.h"
#include "sim/app/verbs.h"

namespace coldaisle {

namespace {

// What is told of a valid scenario.
struct Verdict {
  std::string summary;
  std::string warning;
};

// Reads all that a run would read, tie-break ranks too.
Verdict verdict_of(const ScenarioOptions& options) {
  auto loaded = load(options.input, load_options(options.common));
  const auto run =
      prepare_run({.path = options.input, .loaded = std::move(loaded)}, options.common.threads);
  return {scenario_summary(run.plan, run.jobs.list),
          unschedulable_warning(run.plan, run.jobs.list)};
}

}  // namespace

int validate_verb(const ScenarioOptions& options, std::ostream& out, std::ostream& err) {
  const bool quiet = options.common.quiet;
  if (!options.common.json) {
    const auto verdict = verdict_of(options);
    out << fmt::format("{}: valid\n{}", options.input, quiet ? "" : verdict.summary);
    if (!quiet) err << verdict.warning;
    return exit_code::kOk;
  }
  try {
    const auto verdict = verdict_of(options);
    if (!quiet) err << verdict.warning;
  } catch (const ScenarioError& error) {
    out << problems_json(error.problems());
    return exit_code::kInvalidInput;
  }
  out << problems_json({});
  return exit_code::kOk;
}

}  // namespace coldaisle
