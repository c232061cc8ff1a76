#pragma once

#include <string>

#include "sim/results/results.h"

namespace coldaisle {

// Reads a whole results file. A newer schema_version is refused by name; something that is no
// Coldaisle file gives IoError. Strings and numbers are owned by the returned object.
Results read_results(const std::string& path);

// The first difference between the payloads of two files (DESIGN, section 5), or empty when they
// are equal: every dataset outside /provenance, value by value, and the attributes kind,
// schema_version, seed, status. `except` lists path prefixes left out, e.g. "/series".
std::string first_difference(const std::string& path_a, const std::string& path_b,
                             const std::vector<std::string>& except);

}  // namespace coldaisle
