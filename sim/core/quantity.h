#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/core/decimal.h"

namespace coldaisle {

// What a dimensioned string may measure; each is one row of the table in quantity.cpp, and its
// values are whole counts of its base unit.
enum class Dimension : std::uint8_t {
  duration,   // ns
  memory,     // MiB, rounded up
  power,      // mW
  rate,       // events per time; its value is the mean gap in ns (parse_rate)
  bandwidth,  // bit/s
  price,      // micro-USD per hour
};

// One unit: `numerator / denominator` base units.
struct Unit {
  const char* symbol;
  std::int64_t numerator;
  std::int64_t denominator;
};

// A dimension: how messages name it, and its units from small to large.
struct DimensionInfo {
  const char* name;
  const char* base;     // phrase for the base unit: "nanoseconds"
  const char* example;  // a good value
  Rounding rounding;
  std::span<const Unit> units;
};

const DimensionInfo& dimension_info(Dimension dimension);

// "ns, us, ms, s, min, h, d, w".
std::string unit_list(Dimension dimension);

// A value, or what is wrong with the text (and the remedy).
template <class T>
struct QuantityResult {
  T value = 0;
  std::string error;
};

// "10 min" -> 600000000000. Exact: a value that is no whole count of base units is an error, unless
// the dimension rounds up.
QuantityResult<std::int64_t> parse_quantity(Dimension dimension, std::string_view text);

// "12 /h" -> mean gap in ns, 3e11. At most 15 significant digits, so that format_rate can undo it.
QuantityResult<double> parse_rate(std::string_view text);

// The text in the largest unit that divides the value; parse_quantity gives the same value back.
std::string format_quantity(Dimension dimension, std::int64_t value);

// The shortest rate that parse_rate turns into exactly this gap (which came from parse_rate).
std::string format_rate(double gap_ns);

// Regular expression (ECMA 262) of the texts of a dimension, for JSON Schema.
std::string quantity_pattern(Dimension dimension);

}  // namespace coldaisle
