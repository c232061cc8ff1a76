#include "sim/core/csv.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "sim/core/json_scan.h"
#include "sim/core/text_file.h"

namespace coldaisle {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

CsvReader CsvReader::open(const std::string& path) {
  return CsvReader(read_text_file(path), path);
}

CsvReader::CsvReader(std::string text, std::string file)
    : FieldReader(std::move(file)), text_(std::move(text)) {
  refuse_unreadable_bytes();
  if (std::string_view(text_).substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    position_ = kByteOrderMark.size();
  }
  read_header();
}

void CsvReader::refuse_unreadable_bytes() {
  const std::string_view start = std::string_view(text_).substr(0, 2);
  if (start == "\xFF\xFE" || start == "\xFE\xFF") {
    add_file_problem("the file is UTF-16 text; save it as UTF-8");
  } else if (const auto nul = text_.find('\0'); nul != std::string::npos) {
    add_byte_problem(nul, "there is a NUL byte here; this is not a text file, or it is damaged");
  } else if (const auto bad = find_invalid_utf8(text_)) {
    add_byte_problem(*bad, fmt::format("the byte 0x{:02X} is not valid UTF-8; save the file as "
                                       "UTF-8",
                                       static_cast<unsigned char>(text_[*bad])));
  }
  problems_.throw_if_any();
}

// Records a problem with one byte of a file that is not read any further.
void CsvReader::add_byte_problem(std::size_t offset, std::string message) {
  const auto until = text_.begin() + static_cast<std::ptrdiff_t>(offset);
  row_line_ = line_ + static_cast<int>(std::count(text_.begin(), until, '\n'));
  const auto newline = std::string_view(text_).substr(0, offset).rfind('\n');
  row_offset_ = newline == std::string_view::npos ? 0 : newline + 1;
  add_problem_at(offset, {}, std::move(message));
}

void CsvReader::read_header() {
  if (!skip_empty_lines()) {
    add_file_problem("the file is empty; its first row must name the columns");
    problems_.throw_if_any();
  }
  if (!read_row()) problems_.throw_if_any();
  adopt_header();
}

bool CsvReader::next() {
  while (skip_empty_lines()) {
    if (!read_row() || !check_width(position_ >= text_.size())) continue;
    ++row_count_;
    return true;
  }
  return false;
}

// Reads one row into fields_. False where it is broken; the next call then starts after it.
bool CsvReader::read_row() {
  fields_.clear();
  field_offsets_.clear();
  row_offset_ = position_;
  row_line_ = line_;
  bool too_large = false;
  while (true) {
    field_offsets_.push_back(position_);
    if (position_ < text_.size() && text_[position_] == '"') {
      if (!read_quoted_field()) return false;
    } else {
      read_plain_field();
    }
    if (position_ >= text_.size() || text_[position_] != ',') break;
    if (position_ - row_offset_ > kMostRowBytes || fields_.size() >= kMostFields) {
      too_large = true;
      position_ = std::min(text_.find('\n', position_), text_.size());
      break;
    }
    ++position_;
  }
  too_large = too_large || position_ - row_offset_ > kMostRowBytes;
  end_row();
  if (!too_large) return true;
  add_problem_at(row_offset_, {},
                 fmt::format("this row is too large: at most {} bytes and {} fields are read. Is "
                             "this a CSV file?",
                             kMostRowBytes, kMostFields));
  return false;
}

bool CsvReader::at_row_end() const {
  if (position_ >= text_.size() || text_[position_] == '\n') return true;
  if (text_[position_] != '\r') return false;
  return position_ + 1 == text_.size() || text_[position_ + 1] == '\n';
}

void CsvReader::read_plain_field() {
  const std::size_t start = position_;
  while (position_ < text_.size() && text_[position_] != ',' && text_[position_] != '\n') {
    ++position_;
  }
  // A CR before the LF, or as the file's last byte, ends the row.
  if (position_ > start && text_[position_ - 1] == '\r' &&
      (position_ == text_.size() || text_[position_] == '\n')) {
    --position_;
  }
  fields_.emplace_back(text_.data() + start, position_ - start);
}

// Doubled quotes become single ones in place: the field shrinks inside its own bytes.
bool CsvReader::read_quoted_field() {
  const std::size_t start = position_ + 1;
  std::size_t read = start;
  std::size_t write = start;
  while (true) {
    const std::size_t quote = text_.find('"', read);
    if (quote == std::string::npos) {
      add_problem_at(start - 1, {}, "the quote opened here is never closed");
      position_ = text_.size();
      return false;
    }
    if (write != read) std::memmove(text_.data() + write, text_.data() + read, quote - read);
    line_ += static_cast<int>(
        std::count(text_.data() + write, text_.data() + write + (quote - read), '\n'));
    write += quote - read;
    read = quote + 1;
    if (read >= text_.size() || text_[read] != '"') break;
    text_[write++] = '"';
    ++read;
  }
  fields_.emplace_back(text_.data() + start, write - start);
  position_ = read;
  if (at_row_end() || text_[position_] == ',') return true;
  add_problem_at(position_, {},
                 "only a comma may follow a closing quote; double quotes inside one");
  const std::size_t newline = text_.find('\n', position_);
  position_ = newline == std::string::npos ? text_.size() : newline;
  end_row();
  return false;
}

void CsvReader::end_row() {
  if (position_ < text_.size() && text_[position_] == '\r') ++position_;
  if (position_ >= text_.size()) return;
  ++position_;
  ++line_;
}

bool CsvReader::skip_empty_lines() {
  while (position_ < text_.size() && at_row_end()) end_row();
  return position_ < text_.size();
}

}  // namespace coldaisle
