#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/csv.h"

namespace coldaisle {

// Which row of a file of long rows is wanted, and what its entries are.
struct SeededRowRequest {
  std::string_view column;  // of the space-separated entries
  std::string workload;
  std::uint64_t seed = 0;
  std::int64_t limit = 0;  // entries are 0...limit - 1
  std::string_view what;   // of an entry, for messages: "a row index of the trace"
};

// The entries of the one row for (workload, seed) of a CSV with the columns workload, seed and
// request.column: arrival orders of a trace, tie-break ranks of nodes. Throws ScenarioError where
// the row is absent (naming those there are) or an entry is out of range.
std::vector<std::int32_t> read_seeded_row(CsvReader& csv, const SeededRowRequest& request);

}  // namespace coldaisle
