#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/core/field_reader.h"
#include "sim/core/text_file.h"

namespace coldaisle {

// How a table without quotes is written.
struct TableForm {
  char separator = '|';  // between fields; ' ': any run of blanks and tabs

  // Lines that begin with it are skipped; NUL: there are none.
  char comment = '\0';

  // Names of the columns; empty: the first row names them.
  std::span<const std::string_view> columns;
};

// Reads a table whose rows are lines and whose fields are never quoted, row by row and without
// keeping the file in memory. Comments, empty lines, CRLF, a UTF-8 BOM and a missing last newline
// are fine. Rows that are broken are recorded as problems and skipped, as CsvReader does.
class TableReader : public FieldReader {
 public:
  static constexpr std::size_t kMostLineBytes = std::size_t{1} << 20;

  // Reads `path`, plain or gzip. Throws IoError where it cannot be read, ScenarioError where it has
  // no usable header.
  static TableReader open(const std::string& path, const TableForm& form);

  // The same from text in memory; `file` is its name in messages.
  TableReader(std::string text, std::string file, const TableForm& form);

  // Moves to the next sound row. False at the end. Throws IoError where the file cannot be read,
  // ScenarioError at a line that is no text: NUL bytes, no UTF-8, longer than kMostLineBytes.
  bool next();

 private:
  TableReader(TextFile source, std::string file, const TableForm& form);

  void start();
  bool next_line();
  bool refill();
  void refuse_unreadable_line();
  void split();

  TableForm form_;
  std::optional<TextFile> source_;  // none: all text is in buffer_
  std::string buffer_;              // what was read and not yet passed
  std::size_t position_ = 0;        // in buffer_, of the next line
  std::string_view text_line_;      // the current line, without its end; in buffer_
  int line_ = 0;
  bool at_end_ = false;  // nothing follows what is in buffer_
};

}  // namespace coldaisle
