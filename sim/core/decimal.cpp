#include "sim/core/decimal.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/core/units.h"

namespace coldaisle {

namespace {

constexpr int kMostDigits = 19;      // as many as std::int64_t has
constexpr int kMostExponent = 1000;  // beyond any dimension's range either way
constexpr WideInt kWideLimit = static_cast<WideInt>(1) << 120;

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// The exponent behind 'e', or nothing. Huge exponents are clamped: they overflow or vanish anyway.
std::optional<int> parse_exponent(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.front() == '-' ? -kMostExponent : kMostExponent;
  }
  if (error != std::errc()) return std::nullopt;
  return std::clamp(exponent, -kMostExponent, kMostExponent);
}

// Reads the digits of "12.50" into `value`, dropping zeros that end a fraction.
bool parse_digits(std::string_view text, Decimal& value) {
  const auto point = text.find('.');
  const auto whole = text.substr(0, point);
  auto fraction = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  if (whole.empty() || (point != std::string_view::npos && fraction.empty())) return false;
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  int significant = 0;
  WideInt digits = 0;
  const auto take = [&](char byte) {
    if (!is_digit(byte)) return false;
    if (significant > 0 || byte != '0') ++significant;
    if (significant <= kMostDigits) digits = digits * 10 + (byte - '0');
    return true;
  };
  if (!std::all_of(whole.begin(), whole.end(), take)) return false;
  if (!std::all_of(fraction.begin(), fraction.end(), take)) return false;
  value.exponent = -static_cast<int>(std::min<std::size_t>(fraction.size(), kMostExponent));
  if (significant > kMostDigits || digits > INT64_MAX) return false;
  value.digits = static_cast<std::int64_t>(digits);
  return true;
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  const auto letter = text.find_first_of("eE");
  Decimal value;
  if (!parse_digits(text.substr(0, letter), value)) return std::nullopt;
  if (letter != std::string_view::npos) {
    const auto exponent = parse_exponent(text.substr(letter + 1));
    if (!exponent) return std::nullopt;
    value.exponent += *exponent;
  }
  if (negative) value.digits = -value.digits;
  return value;
}

Scaled scale(const Decimal& value, std::int64_t numerator, std::int64_t denominator,
             Rounding rounding) {
  WideInt top = static_cast<WideInt>(value.digits) * numerator;
  WideInt bottom = denominator;
  if (top == 0) return {};
  int exponent = value.exponent;
  for (; exponent > 0; --exponent) {
    if (top > kWideLimit || top < -kWideLimit) return {0, ScaleFault::overflow};
    top *= 10;
  }
  for (; exponent < 0; ++exponent) {
    if (top % 10 == 0) {
      top /= 10;
    } else if (bottom > kWideLimit) {  // far below one unit
      return {top > 0 ? 1 : 0, rounding == Rounding::up ? ScaleFault::none : ScaleFault::inexact};
    } else {
      bottom *= 10;
    }
  }
  if (top % bottom != 0 && rounding == Rounding::exact) return {0, ScaleFault::inexact};
  const WideInt quotient = top / bottom + (top % bottom != 0 && top > 0 ? 1 : 0);
  if (quotient > INT64_MAX || quotient < INT64_MIN) return {0, ScaleFault::overflow};
  return {static_cast<std::int64_t>(quotient), ScaleFault::none};
}

std::string format_decimal(std::int64_t value, int decimals) {
  const auto bits = static_cast<std::uint64_t>(value);
  auto digits = fmt::format("{:0{}}", value < 0 ? 0 - bits : bits, decimals + 1);
  if (decimals > 0) {
    digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".");
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
  }
  return value < 0 ? "-" + digits : digits;
}

}  // namespace coldaisle
