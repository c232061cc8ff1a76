#include "sim/core/table_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/core/json_scan.h"

namespace coldaisle {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

}  // namespace

TableReader TableReader::open(const std::string& path, const TableForm& form) {
  return TableReader(TextFile(path), path, form);
}

TableReader::TableReader(std::string text, std::string file, const TableForm& form)
    : FieldReader(std::move(file)), form_(form), buffer_(std::move(text)), at_end_(true) {
  start();
}

TableReader::TableReader(TextFile source, std::string file, const TableForm& form)
    : FieldReader(std::move(file)), form_(form), source_(std::move(source)) {
  start();
}

void TableReader::start() {
  if (!form_.columns.empty()) {
    header_.assign(form_.columns.begin(), form_.columns.end());
    return;
  }
  if (!next_line()) {
    add_file_problem("the file is empty; its first row must name the columns");
    throw_if_broken();
  }
  split();
  adopt_header();
}

bool TableReader::next() {
  while (next_line()) {
    split();
    if (!check_width(at_end_ && position_ >= buffer_.size(),
                     form_.columns.empty() ? "the header has" : "a row of this format has")) {
      continue;
    }
    ++row_count_;
    return true;
  }
  return false;
}

// Moves text_line_ to the next line that is neither empty nor a comment.
bool TableReader::next_line() {
  while (true) {
    const std::size_t newline = buffer_.find('\n', position_);
    const bool is_long = buffer_.size() - position_ > kMostLineBytes;
    if (newline == std::string::npos && !is_long && refill()) continue;
    if (position_ >= buffer_.size()) return false;
    const std::size_t end = std::min(newline, buffer_.size());
    text_line_ = std::string_view(buffer_).substr(position_, end - position_);
    position_ = std::min(end + 1, buffer_.size());
    row_line_ = ++line_;
    refuse_unreadable_line();
    if (line_ == 1 && text_line_.starts_with(kByteOrderMark)) text_line_.remove_prefix(3);
    if (text_line_.ends_with('\r')) text_line_.remove_suffix(1);
    if (text_line_.find_first_not_of(kBlanks) == std::string_view::npos) continue;
    if (form_.comment == '\0' || text_line_.front() != form_.comment) return true;
  }
}

// Reads another block behind what is left of the buffer. False where there is none.
bool TableReader::refill() {
  if (at_end_) return false;
  buffer_.erase(0, position_);
  position_ = 0;
  const std::size_t used = buffer_.size();
  buffer_.resize(used + kBlockBytes);
  const std::size_t got = source_->read(buffer_.data() + used, kBlockBytes);
  buffer_.resize(used + got);
  at_end_ = got < kBlockBytes;
  return got > 0;
}

void TableReader::refuse_unreadable_line() {
  if (text_line_.size() > kMostLineBytes) {
    add_problem_at(
        0, {},
        fmt::format("this line is longer than {} bytes; is this a text file?", kMostLineBytes));
  } else if (const auto nul = text_line_.find('\0'); nul != std::string_view::npos) {
    add_problem_at(nul, {}, "there is a NUL byte here; this is not a text file, or it is damaged");
  } else if (const auto bad = find_invalid_utf8(text_line_)) {
    add_problem_at(*bad, {},
                   fmt::format("the byte 0x{:02X} is not valid UTF-8; save the file as UTF-8",
                               static_cast<unsigned char>(text_line_[*bad])));
  } else {
    return;
  }
  throw_if_broken();
}

// The fields of text_line_; a place counts from the line's first byte.
void TableReader::split() {
  fields_.clear();
  field_offsets_.clear();
  row_offset_ = 0;
  const bool blanks = form_.separator == ' ';
  const std::string_view ends = blanks ? kBlanks : std::string_view(&form_.separator, 1);
  std::size_t at = blanks ? text_line_.find_first_not_of(kBlanks) : 0;
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text_line_.find_first_of(ends, at), text_line_.size());
    fields_.push_back(text_line_.substr(at, end - at));
    field_offsets_.push_back(at);
    if (end == text_line_.size()) break;
    at = blanks ? text_line_.find_first_not_of(kBlanks, end) : end + 1;
  }
}

}  // namespace coldaisle
