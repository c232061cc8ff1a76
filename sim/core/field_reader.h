#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/core/problem_list.h"

namespace coldaisle {

// The current row of a text table: fields by the names of their columns, read as exact numbers.
// What is wrong with them is recorded with its place; throw_if_broken() reports it. The readers of
// tables (CsvReader, TableReader) derive from this and move from row to row.
class FieldReader {
 public:
  // Fields view into the reader's text, so a copy or a move would leave them behind.
  FieldReader(const FieldReader&) = delete;
  FieldReader& operator=(const FieldReader&) = delete;

  const std::string& file() const { return file_; }

  const std::vector<std::string>& header() const { return header_; }

  // Column index of a header name, or -1.
  int find(std::string_view name) const;

  // Column indices of all `names`, -1 for absent ones. Absent ones are one problem that names them
  // all, the nearest header names, and `remedy` where it is not empty.
  std::vector<int> require(std::span<const std::string_view> names, std::string_view remedy = {});

  // Sound rows read so far, the current one included.
  std::int64_t row_count() const { return row_count_; }

  // The current row.
  std::string_view field(int column) const { return fields_[static_cast<std::size_t>(column)]; }

  bool empty(int column) const { return field(column).empty(); }

  int line() const { return row_line_; }

  int column_position(int column) const;  // counts from 1, in bytes

  // The field as a whole number in [least, most]; otherwise records a problem and gives nothing.
  std::optional<std::int64_t> integer(int column, std::int64_t least, std::int64_t most);

  // The field as a decimal number times 10^digits, exactly ("1.5", 9 digits: 1500000000), in
  // [least, most] after scaling; otherwise records a problem and gives nothing.
  std::optional<std::int64_t> decimal(int column, int digits, std::int64_t least,
                                      std::int64_t most);

  // Records a problem with the current row's field, or (file-wide) without a place.
  void add_problem(int column, std::string message);
  void add_file_problem(std::string message);

  const ProblemList& problems() const { return problems_; }

  void throw_if_broken() const { problems_.throw_if_any(); }

 protected:
  explicit FieldReader(std::string file) : file_(std::move(file)) {}

  ~FieldReader() = default;

  // Takes the current row as the header. Throws ScenarioError where two columns share a name.
  void adopt_header();

  // Whether the row has as many fields as there are columns; records a problem where it has not.
  // `rule` is what the message calls the columns.
  bool check_width(bool is_last_row, std::string_view rule = "the header has");

  void add_problem_at(std::size_t offset, std::string_view column, std::string message);

  std::string file_;
  std::vector<std::string> header_;
  std::vector<std::string_view> fields_;
  std::vector<std::size_t> field_offsets_;  // of the fields, counted as row_offset_ is
  std::size_t row_offset_ = 0;
  int row_line_ = 1;
  std::int64_t row_count_ = 0;
  ProblemList problems_;
};

// `text` as a whole number: an optional minus, then digits, nothing else. Nothing where it is not
// one; `too_large` (may be null) is set where it is one that 64 bits cannot hold.
std::optional<std::int64_t> parse_whole_number(std::string_view text, bool* too_large = nullptr);

// `text` (an optional minus, digits, optionally a point and digits) times 10^digits, exactly.
// Nothing where it is not a number, has more decimals than that (zeros aside), or overflows.
std::optional<std::int64_t> parse_scaled_decimal(std::string_view text, int digits,
                                                 bool* too_large = nullptr);

// Text of the user's as shown in a message: quoted, cut to 40 bytes, unprintable bytes escaped.
std::string quote_field(std::string_view text);

}  // namespace coldaisle
