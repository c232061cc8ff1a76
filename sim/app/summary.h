#pragma once

#include <string>
#include <vector>

#include "sim/metrics/metric.h"

namespace coldaisle {

// The summary as an aligned table for people: value, unit, observations; lower bounds marked.
std::string summary_table(const std::vector<SummaryRow>& rows);

// The same as a JSON array of objects; unknown values are null.
std::string summary_json(const std::vector<SummaryRow>& rows);

}  // namespace coldaisle
