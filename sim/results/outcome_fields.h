#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/batch/outcome.h"

namespace coldaisle {

// One whole number of a PolicyOutcome, as /outcomes holds it. A 128-bit number takes two columns:
// NAME_high x 2^64 + NAME_low, where NAME_low holds the lower 64 bits (as an unsigned number).
struct OutcomeField {
  const char* name;
  const char* unit;
  const char* meaning;
  bool wide;
  WideInt (*get)(const PolicyOutcome& outcome);
  void (*set)(PolicyOutcome& outcome, WideInt value);
};

// All members of PolicyOutcome, so that columns restore it bit by bit.
std::span<const OutcomeField> outcome_fields();

// The columns of a wide field.
inline std::string high_column(const OutcomeField& field) {
  return std::string(field.name) + "_high";
}

inline std::string low_column(const OutcomeField& field) {
  return std::string(field.name) + "_low";
}

inline std::int64_t high_half(WideInt value) {
  return static_cast<std::int64_t>(value >> 64);
}

inline std::int64_t low_half(WideInt value) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value));
}

inline WideInt join_halves(std::int64_t high, std::int64_t low) {
  return WideInt{high} * (WideInt{1} << 64) + WideInt{static_cast<std::uint64_t>(low)};
}

}  // namespace coldaisle
