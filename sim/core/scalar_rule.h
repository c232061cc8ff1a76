#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/core/json_document.h"
#include "sim/core/quantity.h"

namespace coldaisle {

// A whole number's allowed values, both ends included.
struct IntegerRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

enum class LowerEnd : std::uint8_t { included, excluded };

// A real number's allowed values.
struct NumberRange {
  double least = -std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::max();
  LowerEnd lower_end = LowerEnd::included;
};

enum class ScalarType : std::uint8_t { boolean, integer, number, decimal, string, quantity, rate };

// What one scalar of a file may be. A decimal is a number with at most `decimals` decimals, kept as
// a whole count of 10^-decimals; `integers` bounds the values of integer, decimal and quantity.
struct ScalarRule {
  ScalarType type = ScalarType::string;
  IntegerRange integers{};
  NumberRange numbers{};
  int decimals = 0;
  Dimension dimension = Dimension::duration;
  std::optional<std::vector<std::string>> names{};  // the only strings allowed
};

// A value that a rule admits: bool; integer, decimal, quantity: std::int64_t; number, rate: double;
// string: std::string.
using Scalar = std::variant<bool, std::int64_t, double, std::string>;

// Reads `value` into `scalar`. Gives what is wrong, and the remedy; empty when all is well, else
// `scalar` holds nothing to use.
std::string read_scalar(const ScalarRule& rule, const JsonValue& value, Scalar& scalar);

// The value as JSON text that read_scalar turns into the same value.
std::string scalar_json(const ScalarRule& rule, const Scalar& scalar);

// Type and range in words, for documentation: "integer, at least 1".
std::string rule_phrase(const ScalarRule& rule);

// JSON Schema of the rule: the text of an object.
std::string rule_schema(const ScalarRule& rule);

}  // namespace coldaisle
