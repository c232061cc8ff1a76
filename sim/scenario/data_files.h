#pragma once

#include <string>

#include "sim/core/json_document.h"
#include "sim/scenario/checks.h"
#include "sim/scenario/load.h"

namespace coldaisle {

// Where a data file was found, and where it was looked for.
struct DataFileSearch {
  std::string found;       // absolute; empty: nowhere
  std::string looked_for;  // paths, separated by ", "
};

// Looks for a data file in `first_folder` (empty: the current one), then in `data_directory`, else
// in COLDAISLE_DATA, else in ../shared/data beside the sources.
DataFileSearch search_data_file(const std::string& name, const std::string& first_folder,
                                const std::string& data_directory);

// Makes the paths of data files absolute: relative to the file that names them, else to --data,
// else to COLDAISLE_DATA, else to ../shared/data beside the sources. `tree` is what the scenario
// was read from, `path` the scenario file (for names that come from the command line). A file that
// is nowhere is a problem that says where it was looked for.
void find_data_files(Scenario& scenario, const JsonValue& tree, const std::string& path,
                     const LoadOptions& options, Checker& checker);

}  // namespace coldaisle
