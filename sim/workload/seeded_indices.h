#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/csv.h"

namespace coldaisle {

// The column of a published arrival order: 0-based row indices of the pod list.
inline constexpr std::string_view kOrderColumn = "pod_row_indices_space_separated";

// The list of whole numbers in [0, count) that a file has for one (workload, seed): arrival orders,
// tie-break ranks. `csv` has the columns workload and seed and `column`, numbers separated by
// spaces, one row per (workload, seed). Throws ScenarioError where the row is absent (naming the
// seeds there are), or has a number outside [0, count); `counted` says what the numbers count.
std::vector<std::int32_t> read_seeded_indices(CsvReader& csv, std::string_view column,
                                              const std::string& workload, std::uint64_t seed,
                                              std::int64_t count, std::string_view counted);

}  // namespace coldaisle
