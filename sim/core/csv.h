#pragma once

#include <cstddef>
#include <string>

#include "sim/core/field_reader.h"

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
class CsvReader : public FieldReader {
 public:
  // Largest row accepted. Files of arrival orders have rows of 60 KB.
  static constexpr std::size_t kMostRowBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMostFields = 65'536;

  // Reads `path`, plain or gzip. Throws IoError where it cannot be read, ScenarioError for a file
  // that is no CSV text (empty, NUL bytes, no UTF-8) or has no usable header.
  static CsvReader open(const std::string& path);

  // The same from text in memory; `file` is its name in messages.
  CsvReader(std::string text, std::string file);

  // Moves to the next sound row. False at the end.
  bool next();

 private:
  void refuse_unreadable_bytes();
  void add_byte_problem(std::size_t offset, std::string message);
  void read_header();
  bool read_row();
  void read_plain_field();
  bool read_quoted_field();
  bool at_row_end() const;
  void end_row();
  bool skip_empty_lines();

  std::string text_;
  std::size_t position_ = 0;
  int line_ = 1;
};

}  // namespace coldaisle
