#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/csv.h"

namespace coldaisle {

// The arrival order of a trace's rows for one seed: 0-based row indices, repeated where the
// workload is inflated. `csv` has the columns workload, seed, pod_row_indices_space_separated, one
// row per (workload, seed). Throws ScenarioError where the row is absent (naming the seeds there
// are) or names a row the trace lacks.
std::vector<std::int32_t> read_arrival_order(CsvReader& csv, const std::string& workload,
                                             std::uint64_t seed, std::int64_t trace_rows);

}  // namespace coldaisle
