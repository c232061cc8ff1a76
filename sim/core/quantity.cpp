#include "sim/core/quantity.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/core/units.h"

namespace coldaisle {

namespace {

constexpr std::int64_t kNsPerDay = 24 * kNsPerHour;
constexpr std::int64_t kKibi = 1024;
constexpr std::int64_t kMebi = kKibi * kKibi;

// Decimal and binary prefixes as the SI and IEC 80000-13 define them.
constexpr std::array kDurations = {
    Unit{"ns", 1, 1},           Unit{"us", 1'000, 1},         Unit{"ms", 1'000'000, 1},
    Unit{"s", kNsPerSecond, 1}, Unit{"min", kNsPerMinute, 1}, Unit{"h", kNsPerHour, 1},
    Unit{"d", kNsPerDay, 1},    Unit{"w", 7 * kNsPerDay, 1},
};
constexpr std::array kMemories = {
    Unit{"KiB", 1, kKibi}, Unit{"MB", 1'000'000, kMebi},
    Unit{"MiB", 1, 1},     Unit{"GB", 1'000'000'000, kMebi},
    Unit{"GiB", kKibi, 1}, Unit{"TB", 1'000'000'000'000, kMebi},
    Unit{"TiB", kMebi, 1},
};
constexpr std::array kPowers = {
    Unit{"mW", 1, 1},
    Unit{"W", 1'000, 1},
    Unit{"kW", 1'000'000, 1},
    Unit{"MW", 1'000'000'000, 1},
};
constexpr std::array kRates = {
    // gap in ns at rate 1
    Unit{"/s", kNsPerSecond, 1}, Unit{"/min", kNsPerMinute, 1}, Unit{"/h", kNsPerHour, 1},
    Unit{"/d", kNsPerDay, 1},    Unit{"/w", 7 * kNsPerDay, 1},
};
constexpr std::array kBandwidths = {
    Unit{"b/s", 1, 1},
    Unit{"B/s", 8, 1},
    Unit{"kb/s", 1'000, 1},
    Unit{"Mb/s", 1'000'000, 1},
    Unit{"MB/s", 8'000'000, 1},
    Unit{"Gb/s", 1'000'000'000, 1},
    Unit{"GB/s", 8'000'000'000, 1},
    Unit{"Tb/s", 1'000'000'000'000, 1},
    Unit{"TB/s", 8'000'000'000'000, 1},
};
constexpr std::array kPrices = {Unit{"USD/h", 1'000'000, 1}};

// By Dimension.
constexpr std::array kDimensions = {
    DimensionInfo{"duration", "nanoseconds", "10 min", Rounding::exact, kDurations},
    DimensionInfo{"memory size", "MiB", "64 GiB", Rounding::up, kMemories},
    DimensionInfo{"power", "milliwatts", "700 W", Rounding::exact, kPowers},
    DimensionInfo{"rate", "events per time", "12 /h", Rounding::exact, kRates},
    DimensionInfo{"bandwidth", "bits per second", "200 Gb/s", Rounding::exact, kBandwidths},
    DimensionInfo{"price", "micro-USD per hour", "2.10 USD/h", Rounding::exact, kPrices},
};

// What a text says before any conversion.
struct Parts {
  Decimal number;
  const Unit* unit = nullptr;
  std::string error;
};

std::string remedy(Dimension dimension) {
  return fmt::format("write it like \"{}\" (units: {})", dimension_info(dimension).example,
                     unit_list(dimension));
}

const Unit* find_unit(Dimension dimension, std::string_view symbol) {
  for (const auto& unit : dimension_info(dimension).units) {
    if (symbol == unit.symbol) return &unit;
  }
  return nullptr;
}

Parts split(Dimension dimension, std::string_view text) {
  const auto* const name = dimension_info(dimension).name;
  const auto shown = text.substr(0, 40);
  // A number's own letters are e and E, always between digits.
  auto end = text.find_first_not_of("0123456789.+-");
  if (end != std::string_view::npos && (text[end] == 'e' || text[end] == 'E') && end > 0) {
    end = text.find_first_not_of("0123456789.+-", end + 1);
  }
  const auto number = parse_decimal(text.substr(0, end));
  if (!number) {
    return {{}, nullptr, fmt::format("\"{}\" is not a {}; {}", shown, name, remedy(dimension))};
  }
  auto symbol = end == std::string_view::npos ? std::string_view() : text.substr(end);
  while (!symbol.empty() && symbol.front() == ' ') symbol.remove_prefix(1);
  if (symbol.empty()) {
    return {{}, nullptr, fmt::format("\"{}\" has no unit; {}", shown, remedy(dimension))};
  }
  const auto* const unit = find_unit(dimension, symbol);
  if (unit == nullptr) {
    return {{},
            nullptr,
            fmt::format("\"{}\": \"{}\" is not a unit of a {}; {}", shown, symbol.substr(0, 20),
                        name, remedy(dimension))};
  }
  return {*number, unit, {}};
}

constexpr std::int64_t kMostRateDigits = 1'000'000'000'000'000;  // 1e15: exact in a double

// 10^exponent by multiplication: exact up to 22, and the same bits on every machine.
double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

// numerator / (digits x 10^exponent).
double gap_of(const Decimal& rate, std::int64_t numerator) {
  double top = static_cast<double>(numerator);
  double bottom = static_cast<double>(rate.digits);
  (rate.exponent < 0 ? top : bottom) *= power_of_ten(std::abs(rate.exponent));
  return top / bottom;
}

// The rate with `decimals` decimals that gives the very gap back, if there is one.
std::optional<std::string> rate_text(double gap_ns, const Unit& unit, int decimals) {
  const double nearest =
      std::round(static_cast<double>(unit.numerator) * power_of_ten(decimals) / gap_ns);
  for (const double step : {0.0, -1.0, 1.0}) {  // the quotient above is itself rounded
    const double digits = nearest + step;
    if (!(digits >= 1 && digits < static_cast<double>(kMostRateDigits))) continue;
    auto text = fmt::format("{} {}", format_decimal(static_cast<std::int64_t>(digits), decimals),
                            unit.symbol);
    if (parse_rate(text).value == gap_ns) return text;
  }
  return std::nullopt;
}

}  // namespace

const DimensionInfo& dimension_info(Dimension dimension) {
  return kDimensions.at(static_cast<std::size_t>(dimension));
}

std::string unit_list(Dimension dimension) {
  std::string list;
  for (const auto& unit : dimension_info(dimension).units) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", unit.symbol);
  }
  return list;
}

QuantityResult<std::int64_t> parse_quantity(Dimension dimension, std::string_view text) {
  const auto parts = split(dimension, text);
  if (parts.unit == nullptr) return {0, parts.error};
  const auto& info = dimension_info(dimension);
  const auto scaled =
      scale(parts.number, parts.unit->numerator, parts.unit->denominator, info.rounding);
  if (scaled.fault == ScaleFault::inexact) {
    return {
        0, fmt::format("\"{}\" is not a whole number of {}; give fewer decimals", text, info.base)};
  }
  if (scaled.fault == ScaleFault::overflow) {
    return {0, fmt::format("\"{}\" is too large for a {}; write a smaller value", text, info.name)};
  }
  return {scaled.value, {}};
}

QuantityResult<double> parse_rate(std::string_view text) {
  const auto parts = split(Dimension::rate, text);
  if (parts.unit == nullptr) return {0, parts.error};
  if (parts.number.digits <= 0) {
    return {0, fmt::format("\"{}\" must be above zero; {}", text, remedy(Dimension::rate))};
  }
  if (parts.number.digits >= kMostRateDigits) {
    return {0, fmt::format("\"{}\" has more than 15 significant digits; give fewer", text)};
  }
  const double gap_ns = gap_of(parts.number, parts.unit->numerator);
  constexpr double kLongest = 9e18;  // still a std::int64_t
  if (!(gap_ns <= kLongest)) {
    return {0, fmt::format("\"{}\" is less than one event in 285 years; give a higher rate", text)};
  }
  constexpr double kShortest = 1e-3;  // a million events in each simulated microsecond
  if (gap_ns < kShortest) {
    return {0, fmt::format("\"{}\" is too high; at most 1e12 events per second", text)};
  }
  return {gap_ns, {}};
}

std::string format_quantity(Dimension dimension, std::int64_t value) {
  const auto units = dimension_info(dimension).units;
  for (std::size_t i = units.size(); i-- > 0;) {
    const auto& unit = units[i];
    if (unit.denominator != 1 || value % unit.numerator != 0) continue;
    if (value == 0 && unit.numerator != 1) continue;
    return fmt::format("{} {}", value / unit.numerator, unit.symbol);
  }
  // A dimension with no unit for its base count: decimals of its first unit, a power of ten.
  int decimals = 0;
  for (auto n = units.front().numerator; n > 1; n /= 10) ++decimals;
  return fmt::format("{} {}", format_decimal(value, decimals), units.front().symbol);
}

std::string format_rate(double gap_ns) {
  std::string best;
  constexpr int kMostDecimals = 28;  // down to one event in 285 years, 15 digits
  for (int decimals = 0; decimals <= kMostDecimals && best.empty(); ++decimals) {
    for (const auto& unit : kRates) {
      const auto text = rate_text(gap_ns, unit, decimals);
      if (text && (best.empty() || text->size() < best.size())) best = *text;
    }
  }
  expects(!best.empty(), "a mean gap that no rate describes");
  return best;
}

std::string quantity_pattern(Dimension dimension) {
  std::string symbols;
  for (const auto& unit : dimension_info(dimension).units) {
    symbols += fmt::format("{}{}", symbols.empty() ? "" : "|", unit.symbol);
  }
  return fmt::format("^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *({})$", symbols);
}

}  // namespace coldaisle
