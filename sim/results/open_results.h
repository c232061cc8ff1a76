#pragma once

#include <functional>
#include <string>

#include "sim/core/hdf5_file.h"

namespace coldaisle {

// Opens a results file and checks that it is one, of a schema_version that this build reads.
// Anything else gives IoError with the remedy.
Hdf5File open_results(const std::string& path);

// Calls `visit` with the path of each group of a results file ("/jobs", "/enums/job_state"), in
// order of path, outside /provenance and the root; `datasets` are the names of its datasets.
using GroupVisitor = std::function<void(const std::string& group,
                                        const std::vector<std::string>& datasets, bool has_groups)>;
void visit_groups(const Hdf5File& file, const GroupVisitor& visit);

}  // namespace coldaisle
