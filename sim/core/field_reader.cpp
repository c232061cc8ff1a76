#include "sim/core/field_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/core/units.h"

namespace coldaisle {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replace}));
    }
  }
  return row.back();
}

// The header name nearest to `name`, where at most a third of its letters differ; else empty. One
// that is wanted itself cannot be meant.
std::string_view nearest(std::string_view name, const std::vector<std::string>& header,
                         std::span<const std::string_view> wanted) {
  constexpr std::size_t kLongestCompared = 64;
  std::string_view best;
  std::size_t least = name.size() / 3 + 1;
  for (const auto& candidate : header) {
    if (candidate.size() > kLongestCompared) continue;
    if (std::find(wanted.begin(), wanted.end(), candidate) != wanted.end()) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

// "1.5 s"-like bounds are for the caller's units; here plain decimal text of value / 10^digits.
std::string unscaled(std::int64_t value, int digits) {
  std::string text = fmt::format("{}", value < 0 ? -static_cast<WideInt>(value) : WideInt{value});
  const auto wanted = static_cast<std::size_t>(digits) + 1;
  if (text.size() < wanted) text.insert(0, wanted - text.size(), '0');
  text.insert(text.size() - static_cast<std::size_t>(digits), ".");
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return value < 0 ? "-" + text : text;
}

std::string range_message(std::string_view text, std::string_view kind, std::int64_t least,
                          std::int64_t most, int digits) {
  return fmt::format("{} is out of range; give a {} from {} to {}", quote_field(text), kind,
                     unscaled(least, digits), unscaled(most, digits));
}

}  // namespace

std::optional<std::int64_t> parse_whole_number(std::string_view text, bool* too_large) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || text.empty()) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range && too_large != nullptr) *too_large = true;
  if (result.ec != std::errc()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_scaled_decimal(std::string_view text, int digits,
                                                 bool* too_large) {
  const bool negative = !text.empty() && text.front() == '-';
  std::string_view rest = text.substr(negative ? 1 : 0);
  const std::size_t point = rest.find('.');
  const std::string_view whole = rest.substr(0, point);
  std::string_view fraction =
      point == std::string_view::npos ? std::string_view() : rest.substr(point + 1);
  if (whole.empty() || (point != std::string_view::npos && fraction.empty())) return std::nullopt;
  if (!std::all_of(whole.begin(), whole.end(), is_digit)) return std::nullopt;
  if (!std::all_of(fraction.begin(), fraction.end(), is_digit)) return std::nullopt;
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  if (fraction.size() > static_cast<std::size_t>(digits)) return std::nullopt;

  WideInt value = 0;
  const auto take = [&value](char c) {
    if (value <= WideInt{INT64_MAX}) value = value * 10 + (c - '0');
  };
  std::for_each(whole.begin(), whole.end(), take);
  std::for_each(fraction.begin(), fraction.end(), take);
  for (auto i = fraction.size(); i < static_cast<std::size_t>(digits); ++i) take('0');
  if (value > WideInt{INT64_MAX}) {
    if (too_large != nullptr) *too_large = true;
    return std::nullopt;
  }
  return static_cast<std::int64_t>(negative ? -value : value);
}

std::string quote_field(std::string_view text) {
  constexpr std::size_t kMostShown = 40;
  std::string shown = "\"";
  for (const char c : text.substr(0, kMostShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  return shown + (text.size() > kMostShown ? "...\"" : "\"");
}

int FieldReader::find(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  return found == header_.end() ? -1 : static_cast<int>(found - header_.begin());
}

std::vector<int> FieldReader::require(std::span<const std::string_view> names,
                                      std::string_view remedy) {
  std::vector<int> columns;
  std::vector<std::string> missing;
  for (const auto name : names) {
    columns.push_back(find(name));
    if (columns.back() >= 0) continue;
    const std::string_view near = nearest(name, header_, names);
    missing.push_back(near.empty()
                          ? fmt::format("\"{}\"", name)
                          : fmt::format("\"{}\" (did you mean {}?)", name, quote_field(near)));
  }
  if (!missing.empty()) {
    problems_.add(
        {.file = file_,
         .line = row_line_,
         .column = 1,
         .pointer = {},
         .message = fmt::format("missing column{} {}{}{}", missing.size() == 1 ? "" : "s",
                                fmt::join(missing, ", "), remedy.empty() ? "" : "; ", remedy)});
  }
  return columns;
}

void FieldReader::adopt_header() {
  header_.assign(fields_.begin(), fields_.end());
  auto sorted = header_;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    const auto last = std::find(header_.rbegin(), header_.rend(), *twice);
    add_problem(static_cast<int>(header_.rend() - last) - 1,
                fmt::format("two columns are named {}; keep one", quote_field(*twice)));
    problems_.throw_if_any();
  }
}

bool FieldReader::check_width(bool is_last_row, std::string_view rule) {
  if (fields_.size() == header_.size()) return true;
  add_problem_at(
      row_offset_, {},
      fmt::format(
          "this row has {} field{}, {} {}{}", fields_.size(), fields_.size() == 1 ? "" : "s", rule,
          header_.size(),
          is_last_row && fields_.size() < header_.size() ? "; is the file cut short?" : ""));
  return false;
}

int FieldReader::column_position(int column) const {
  return static_cast<int>(field_offsets_[static_cast<std::size_t>(column)] - row_offset_) + 1;
}

std::optional<std::int64_t> FieldReader::integer(int column, std::int64_t least,
                                                 std::int64_t most) {
  const std::string_view text = field(column);
  bool too_large = false;
  const auto value = parse_whole_number(text, &too_large);
  if (value && *value >= least && *value <= most) return value;
  if (text.empty()) {
    add_problem(column, "is empty; give a whole number");
  } else if (value || too_large) {
    add_problem(column, range_message(text, "whole number", least, most, 0));
  } else {
    add_problem(column, fmt::format("{} is not a whole number", quote_field(text)));
  }
  return std::nullopt;
}

std::optional<std::int64_t> FieldReader::decimal(int column, int digits, std::int64_t least,
                                                 std::int64_t most) {
  const std::string_view text = field(column);
  bool too_large = false;
  const auto value = parse_scaled_decimal(text, digits, &too_large);
  if (value && *value >= least && *value <= most) return value;
  if (text.empty()) {
    add_problem(column, "is empty; give a number");
  } else if (value || too_large) {
    add_problem(column, range_message(text, "number", least, most, digits));
  } else {
    add_problem(column, fmt::format("{} is not a plain number with at most {} decimals",
                                    quote_field(text), digits));
  }
  return std::nullopt;
}

void FieldReader::add_problem(int column, std::string message) {
  const auto index = static_cast<std::size_t>(column);
  add_problem_at(field_offsets_[index], index < header_.size() ? header_[index] : std::string(),
                 std::move(message));
}

void FieldReader::add_file_problem(std::string message) {
  problems_.add(
      {.file = file_, .line = 0, .column = 0, .pointer = {}, .message = std::move(message)});
}

void FieldReader::add_problem_at(std::size_t offset, std::string_view column, std::string message) {
  problems_.add({.file = file_,
                 .line = row_line_,
                 .column = static_cast<int>(offset - row_offset_) + 1,
                 .pointer = std::string(column),
                 .message = std::move(message)});
}

}  // namespace coldaisle
