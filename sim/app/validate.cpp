#include <ostream>

#include <fmt/format.h>

#include "sim/app/exit_code.h"
#include "sim/app/scenario_report.h"
#include "sim/app/verbs.h"

namespace coldaisle {

namespace {

std::string summary_of(const ScenarioOptions& options) {
  const auto loaded = load(options.input, load_options(options.common));
  const auto fleet = plan_fleet(loaded.scenario);
  const auto jobs = make_jobs(loaded.scenario, fleet, options.common.threads);
  return scenario_summary(fleet, jobs.list);
}

}  // namespace

int validate_verb(const ScenarioOptions& options, std::ostream& out, std::ostream& /*err*/) {
  if (!options.common.json) {
    const auto summary = summary_of(options);
    out << fmt::format("{}: valid\n{}", options.input, options.common.quiet ? "" : summary);
    return exit_code::kOk;
  }
  try {
    summary_of(options);
  } catch (const ScenarioError& error) {
    out << problems_json(error.problems());
    return exit_code::kInvalidInput;
  }
  out << problems_json({});
  return exit_code::kOk;
}

}  // namespace coldaisle
