#include "sim/core/json_scan.h"

#include <algorithm>

namespace coldaisle {

namespace {

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

bool is_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '+' || byte == '-' || byte == '.' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

// Past the comment at `offset`, or `offset` when none starts there or it does not end.
std::size_t skip_comment(std::string_view text, std::size_t offset) {
  const auto opening = text.substr(offset, 2);
  if (opening == "//") return std::min(text.find('\n', offset), text.size());
  if (opening != "/*") return offset;
  const auto close = text.find("*/", offset + 2);
  return close == std::string_view::npos ? offset : close + 2;
}

// Bytes of the well-formed UTF-8 sequence at the front of `text` (not empty); 0 if there is none.
// Unicode 15, table 3-7.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto within = [&](std::size_t i, unsigned low, unsigned high) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return within(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return within(1, low, high) && within(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return within(1, low, high) && within(2, 0x80, 0xBF) && within(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::size_t skip_blanks(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    if (is_blank(text[offset])) {
      ++offset;
      continue;
    }
    const auto next = skip_comment(text, offset);
    if (next == offset) break;
    offset = next;
  }
  return offset;
}

std::size_t token_end(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return text.size();
  if (text[offset] == '"') {
    for (auto i = offset + 1; i < text.size(); ++i) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        return i + 1;
    }
    return text.size();
  }
  if (!is_word(text[offset])) return offset + 1;
  while (offset < text.size() && is_word(text[offset])) ++offset;
  return offset;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const auto length = sequence_length(text.substr(offset));
    if (length == 0) return offset;
    offset += length;
  }
  return std::nullopt;
}

}  // namespace coldaisle
