#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "sim/metrics/metrics.h"
#include "sim/policy/policy.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

Vocabulary make_vocabulary() {
  Vocabulary vocabulary{rule_names(), {}, metric_names()};
  for (const auto& importer : importers()) vocabulary.trace_formats.emplace_back(importer.name);
  return vocabulary;
}

LoadOptions load_options(const CommonOptions& options) {
  LoadOptions load;
  load.vocabulary = make_vocabulary();
  load.data_directory = options.data_directory;
  load.catalog_directory = options.catalog_directory;
  load.seed = options.seed;
  for (const auto& text : options.set) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || text.front() != '/') {
      throw UsageError("--set " + text +
                       ": write it as /json/pointer=value, for example --set /scheduler/depth=50");
    }
    load.overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return load;
}

}  // namespace coldaisle
