#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/problem_list.h"

namespace coldaisle {

// Reads a CSV file (RFC 4180: commas, optional double quotes, LF or CRLF) row by row, columns by
// the names of its header row. A leading UTF-8 BOM and a missing last newline are fine, empty lines
// are skipped. Rows that are broken are recorded as problems and skipped, so that one pass finds
// them all; throw_if_broken() reports them.
//
//   CsvReader csv = CsvReader::open("nodes.csv");
//   const int gpu = csv.require(std::array<std::string_view, 1>{"gpu"})[0];
//   csv.throw_if_broken();
//   while (csv.next()) sum += csv.integer(gpu, 0, 16).value_or(0);
//   csv.throw_if_broken();
class CsvReader {
 public:
  // Largest row accepted. Files of arrival orders have rows of 60 KB.
  static constexpr std::size_t kMostRowBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMostFields = 65'536;

  // Reads `path`, plain or gzip. Throws IoError where it cannot be read, ScenarioError for a file
  // that is no CSV text (empty, NUL bytes, no UTF-8) or has no usable header.
  static CsvReader open(const std::string& path);

  // The same from text in memory; `file` is its name in messages.
  CsvReader(std::string text, std::string file);

  // Fields view into text_, so a copy or a move would leave them behind.
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  const std::string& file() const { return file_; }

  const std::vector<std::string>& header() const { return header_; }

  // Column index of a header name, or -1.
  int find(std::string_view name) const;

  // Column indices of all `names`, -1 for absent ones. Absent ones are one problem that names them
  // all, the nearest header names, and `remedy` where it is not empty.
  std::vector<int> require(std::span<const std::string_view> names, std::string_view remedy = {});

  // Moves to the next sound row. False at the end.
  bool next();

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

 private:
  void refuse_unreadable_bytes();
  void add_byte_problem(std::size_t offset, std::string message);
  void read_header();
  bool read_row();
  bool check_row();
  void read_plain_field();
  bool read_quoted_field();
  bool at_row_end() const;
  void end_row();
  bool skip_empty_lines();
  void add_problem_at(std::size_t offset, std::string_view column, std::string message);

  std::string file_;
  std::string text_;
  std::vector<std::string> header_;
  std::vector<std::string_view> fields_;
  std::vector<std::size_t> field_offsets_;
  std::size_t position_ = 0;
  std::size_t row_offset_ = 0;
  int line_ = 1;
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
