#include "sim/app/text_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace coldaisle {
namespace {

std::string group_digits(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace

std::string grouped(std::int64_t number) {
  const auto digits = fmt::format("{}", number);
  return number < 0 ? "-" + group_digits(digits.substr(1)) : group_digits(digits);
}

std::string value_text(double value) {
  if (std::isnan(value)) return "unknown";
  const double magnitude = std::fabs(value);
  const bool is_large = magnitude >= 1e5 && magnitude < 1e15;
  const auto digits =
      is_large ? fmt::format("{:.0f}", magnitude) : fmt::format("{:.6g}", magnitude);
  if (digits.find_first_of("ein") != std::string::npos) return (value < 0 ? "-" : "") + digits;
  const auto point = std::min(digits.find('.'), digits.size());
  return (value < 0 ? "-" : "") + group_digits(digits.substr(0, point)) + digits.substr(point);
}

std::string text_table(const std::vector<TextColumn>& columns) {
  std::string text;
  const auto rows = columns.empty() ? 0 : columns.front().cells.size();
  std::vector<std::size_t> widths;
  for (const auto& column : columns) {
    auto width = column.heading.size();
    for (const auto& cell : column.cells) width = std::max(width, cell.size());
    widths.push_back(width);
  }
  for (std::size_t line = 0; line <= rows; ++line) {
    std::string words;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto& word = line == 0 ? columns[i].heading : columns[i].cells[line - 1];
      words += columns[i].is_number ? fmt::format("{:>{}}", word, widths[i])
                                    : fmt::format("{:<{}}", word, widths[i]);
      words += "  ";
    }
    words.erase(words.find_last_not_of(' ') + 1);
    text += words + '\n';
  }
  return text;
}

}  // namespace coldaisle
