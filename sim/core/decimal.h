#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coldaisle {

// An exact decimal number: digits x 10^exponent.
struct Decimal {
  std::int64_t digits = 0;
  int exponent = 0;
};

// Reads "12", "-0.25", "1.5e3". The digits, without the zeros that
// end a fraction, must fit std::int64_t. Nothing when the text is no such number.
std::optional<Decimal> parse_decimal(std::string_view text);

enum class Rounding : std::uint8_t { exact, up };

// Why a scaled decimal is no std::int64_t.
enum class ScaleFault : std::uint8_t { none, inexact, overflow };

struct Scaled {
  std::int64_t value = 0;
  ScaleFault fault = ScaleFault::none;
};

// value x numerator / denominator (both positive) in integers, without intermediate rounding.
Scaled scale(const Decimal& value, std::int64_t numerator, std::int64_t denominator,
             Rounding rounding);

// `value` / 10^decimals as the shortest decimal text.
std::string format_decimal(std::int64_t value, int decimals);

}  // namespace coldaisle
