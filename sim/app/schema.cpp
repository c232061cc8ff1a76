#include <ostream>

#include "sim/app/exit_code.h"
#include "sim/app/verbs.h"

namespace coldaisle {

int schema_verb(const CommonOptions& /*options*/, std::ostream& out, std::ostream& /*err*/) {
  out << scenario_schema(make_vocabulary());
  return exit_code::kOk;
}

}  // namespace coldaisle
