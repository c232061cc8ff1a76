#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/app/exit_code.h"
#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "sim/results/read_hdf5.h"

namespace coldaisle {
namespace {

void check_options(const CompareOptions& options) {
  if (!options.exact) {
    throw UsageError("compare: only the exact comparison exists so far; add --exact");
  }
  for (const auto& prefix : options.except) {
    if (prefix.empty() || prefix.front() != '/') {
      throw UsageError(
          fmt::format("compare: --except \"{}\" is no path in a results file; give one "
                      "such as /series",
                      prefix));
    }
  }
}

}  // namespace

int compare_verb(const CompareOptions& options, std::ostream& out, std::ostream& /*err*/) {
  check_options(options);
  const auto difference = first_difference(options.base, options.other, options.except);
  if (options.common.json) {
    nlohmann::ordered_json report = {{"same", difference.empty()}};
    if (!difference.empty()) report["first_difference"] = difference;
    using nlohmann::ordered_json;
    out << report.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  } else if (difference.empty()) {
    out << "same payload\n";
  } else {
    out << "first difference: " << difference << '\n';
  }
  return difference.empty() ? exit_code::kOk : exit_code::kThreshold;
}

}  // namespace coldaisle
