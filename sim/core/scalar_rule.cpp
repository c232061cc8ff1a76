#include "sim/core/scalar_rule.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/nearest_name.h"

namespace coldaisle {

namespace {

using Json = nlohmann::ordered_json;

// An integer of a rule as the user writes it.
std::string written(const ScalarRule& rule, std::int64_t value) {
  if (rule.type == ScalarType::decimal) return format_decimal(value, rule.decimals);
  if (rule.type == ScalarType::quantity) return format_quantity(rule.dimension, value);
  return fmt::format("{}", value);
}

// The shortest text that reads back as the same double.
std::string written(double value) {
  return Json(value).dump();
}

bool bounded_below(const IntegerRange& range) {
  return range.least != IntegerRange{}.least;
}

bool bounded_above(const IntegerRange& range) {
  return range.most != IntegerRange{}.most;
}

std::string range_phrase(const ScalarRule& rule) {
  const auto& range = rule.integers;
  if (range.least == range.most) return written(rule, range.least);
  if (bounded_below(range) && bounded_above(range)) {
    return fmt::format("from {} to {}", written(rule, range.least), written(rule, range.most));
  }
  if (bounded_below(range)) {
    // A quantity of at least one base unit is, to its user, one above zero.
    if (rule.type == ScalarType::quantity && range.least == 1) return "above zero";
    return fmt::format("at least {}", written(rule, range.least));
  }
  if (bounded_above(range)) return fmt::format("at most {}", written(rule, range.most));
  return {};
}

std::string range_phrase(const NumberRange& range) {
  const bool below = range.least != NumberRange{}.least;
  const bool above = range.most != NumberRange{}.most;
  const bool open = range.lower_end == LowerEnd::excluded;
  std::string phrase;
  if (below && above && !open) {
    return fmt::format("from {} to {}", written(range.least), written(range.most));
  }
  if (below) phrase = fmt::format("{} {}", open ? "above" : "at least", written(range.least));
  if (above) phrase += fmt::format("{}at most {}", below ? ", " : "", written(range.most));
  return phrase;
}

std::string wrong_type(const JsonValue& value, std::string_view wanted) {
  return fmt::format("must be {}, not {}", wanted, value_phrase(value));
}

bool is_number(const JsonValue& value) {
  return value.type == JsonType::integer || value.type == JsonType::number;
}

std::string check_range(const ScalarRule& rule, std::int64_t found, const JsonValue& value) {
  if (found >= rule.integers.least && found <= rule.integers.most) return {};
  return fmt::format("must be {}, not {}", range_phrase(rule), value_phrase(value));
}

// integer and decimal: a JSON number with few enough decimals.
std::string read_exact(const ScalarRule& rule, const JsonValue& value, Scalar& scalar) {
  const auto wanted = rule.decimals == 0
                          ? std::string("a whole number")
                          : fmt::format("a number with at most {} decimals", rule.decimals);
  if (!is_number(value)) return wrong_type(value, wanted);
  if (value.type == JsonType::integer && rule.decimals == 0) {
    scalar = value.integer;
    return check_range(rule, value.integer, value);
  }
  const auto decimal = parse_decimal(value.text);
  if (!decimal) return fmt::format("has too many digits: {}; give {}", value_phrase(value), wanted);
  const auto scaled =
      scale({decimal->digits, decimal->exponent + rule.decimals}, 1, 1, Rounding::exact);
  if (scaled.fault == ScaleFault::inexact) return wrong_type(value, wanted);
  if (scaled.fault == ScaleFault::overflow) {
    const auto range = range_phrase(rule);
    return fmt::format("is too large: {}{}{}", value_phrase(value),
                       range.empty() ? "" : "; it must be ", range);
  }
  scalar = scaled.value;
  return check_range(rule, scaled.value, value);
}

std::string read_number(const ScalarRule& rule, const JsonValue& value, Scalar& scalar) {
  if (!is_number(value)) return wrong_type(value, "a number");
  const auto& range = rule.numbers;
  const bool low = range.lower_end == LowerEnd::excluded ? value.number <= range.least
                                                         : value.number < range.least;
  if (low || value.number > range.most) {
    return fmt::format("must be {}, not {}", range_phrase(range), value_phrase(value));
  }
  scalar = value.number;
  return {};
}

std::string read_string(const ScalarRule& rule, const JsonValue& value, Scalar& scalar) {
  if (value.type != JsonType::string) return wrong_type(value, "a string");
  if (rule.names &&
      std::find(rule.names->begin(), rule.names->end(), value.text) == rule.names->end()) {
    return fmt::format("{} is not allowed here{}", quote_text(value.text),
                       name_remedy(value.text, *rule.names));
  }
  if (value.text.empty()) return "must not be an empty string; leave the key out instead";
  if (value.text.find('\0') != std::string::npos) return "must not contain a NUL character";
  scalar = value.text;
  return {};
}

std::string read_dimensioned(const ScalarRule& rule, const JsonValue& value, Scalar& scalar) {
  const auto dimension = rule.type == ScalarType::rate ? Dimension::rate : rule.dimension;
  const auto& info = dimension_info(dimension);
  if (is_number(value)) {
    return fmt::format("{} has no unit; a {} is a string such as \"{}\" (units: {})",
                       value_phrase(value), info.name, info.example, unit_list(dimension));
  }
  if (value.type != JsonType::string) {
    return wrong_type(value, fmt::format("a string such as \"{}\" (units: {})", info.example,
                                         unit_list(dimension)));
  }
  if (value.text.size() > 100)
    return fmt::format("{} is not a {}", quote_text(value.text), info.name);
  if (rule.type == ScalarType::rate) {
    auto parsed = parse_rate(value.text);
    scalar = parsed.value;
    return std::move(parsed.error);
  }
  auto parsed = parse_quantity(dimension, value.text);
  if (!parsed.error.empty()) return std::move(parsed.error);
  scalar = parsed.value;
  return check_range(rule, parsed.value, value);
}

void add_bounds(const ScalarRule& rule, Json& schema) {
  const auto bound = [&](std::int64_t value) -> Json {
    if (rule.type == ScalarType::integer) return value;
    return Json::parse(written(rule, value));
  };
  if (bounded_below(rule.integers)) schema["minimum"] = bound(rule.integers.least);
  if (bounded_above(rule.integers)) schema["maximum"] = bound(rule.integers.most);
}

void add_bounds(const NumberRange& range, Json& schema) {
  if (range.least != NumberRange{}.least) {
    schema[range.lower_end == LowerEnd::excluded ? "exclusiveMinimum" : "minimum"] = range.least;
  }
  if (range.most != NumberRange{}.most) schema["maximum"] = range.most;
}

}  // namespace

std::string read_scalar(const ScalarRule& rule, const JsonValue& value, Scalar& scalar) {
  switch (rule.type) {
    case ScalarType::boolean:
      if (value.type != JsonType::boolean) return wrong_type(value, "true or false");
      scalar = value.boolean;
      return {};
    case ScalarType::integer:
    case ScalarType::decimal:
      return read_exact(rule, value, scalar);
    case ScalarType::number:
      return read_number(rule, value, scalar);
    case ScalarType::string:
      return read_string(rule, value, scalar);
    case ScalarType::quantity:
    case ScalarType::rate:
      return read_dimensioned(rule, value, scalar);
  }
  return "cannot be read";
}

std::string scalar_json(const ScalarRule& rule, const Scalar& scalar) {
  switch (rule.type) {
    case ScalarType::boolean:
      return std::get<bool>(scalar) ? "true" : "false";
    case ScalarType::integer:
    case ScalarType::decimal:
      return written(rule, std::get<std::int64_t>(scalar));
    case ScalarType::number:
      return written(std::get<double>(scalar));
    case ScalarType::string:
      return Json(std::get<std::string>(scalar)).dump();
    case ScalarType::quantity:
      return Json(format_quantity(rule.dimension, std::get<std::int64_t>(scalar))).dump();
    case ScalarType::rate:
      return Json(format_rate(std::get<double>(scalar))).dump();
  }
  return "null";
}

std::string rule_phrase(const ScalarRule& rule) {
  std::string phrase;
  std::string range;
  switch (rule.type) {
    case ScalarType::boolean:
      return "true or false";
    case ScalarType::integer:
      phrase = "integer";
      break;
    case ScalarType::decimal:
      phrase = fmt::format("number, {} decimals", rule.decimals);
      break;
    case ScalarType::number:
      phrase = "number";
      range = range_phrase(rule.numbers);
      break;
    case ScalarType::string:
      if (!rule.names) return "string";
      for (const auto& name : *rule.names) {
        phrase += fmt::format("{}`{}`", phrase.empty() ? "" : ", ", name);
      }
      return phrase.empty() ? "name" : phrase;
    case ScalarType::quantity:
      phrase = dimension_info(rule.dimension).name;
      break;
    case ScalarType::rate:
      return "rate";
  }
  if (range.empty()) range = range_phrase(rule);
  return range.empty() ? phrase : fmt::format("{}, {}", phrase, range);
}

std::string rule_schema(const ScalarRule& rule) {
  Json schema;
  switch (rule.type) {
    case ScalarType::boolean:
      schema["type"] = "boolean";
      break;
    case ScalarType::integer:
    case ScalarType::decimal:
      schema["type"] = rule.type == ScalarType::integer ? "integer" : "number";
      add_bounds(rule, schema);
      break;
    case ScalarType::number:
      schema["type"] = "number";
      add_bounds(rule.numbers, schema);
      break;
    case ScalarType::string:
      schema["type"] = "string";
      if (rule.names && !rule.names->empty()) schema["enum"] = *rule.names;
      if (!rule.names) schema["minLength"] = 1;
      break;
    case ScalarType::quantity:
    case ScalarType::rate: {
      const auto dimension = rule.type == ScalarType::rate ? Dimension::rate : rule.dimension;
      schema["type"] = "string";
      schema["pattern"] = quantity_pattern(dimension);
      schema["examples"] = Json::array({dimension_info(dimension).example});
      break;
    }
  }
  return schema.dump();
}

}  // namespace coldaisle
