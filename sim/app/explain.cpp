#include <ostream>

#include "sim/app/exit_code.h"
#include "sim/app/scenario_report.h"
#include "sim/app/verbs.h"

namespace coldaisle {

int explain_verb(const ScenarioOptions& options, std::ostream& out, std::ostream& /*err*/) {
  const auto loaded = load(options.input, load_options(options.common));
  out << (options.common.json ? origins_json(loaded.origins) : origins_text(loaded.origins));
  return exit_code::kOk;
}

}  // namespace coldaisle
