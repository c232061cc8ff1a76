#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace coldaisle {

// A whole number with its thousands grouped: "1,234".
std::string grouped(std::int64_t number);

// A value for people: from 1e5 on without decimals, else six significant digits; thousands grouped.
// NaN is "unknown".
std::string value_text(double value);

// A column of a table: its heading, and a text for each row. Numbers stand to the right.
struct TextColumn {
  std::string heading;
  std::vector<std::string> cells;
  bool is_number = true;
};

// The columns side by side, a line a row, headings first; nothing at the ends of lines.
std::string text_table(const std::vector<TextColumn>& columns);

}  // namespace coldaisle
