#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace coldaisle {

// Finds tokens in JSON text by position; the grammar itself is checked elsewhere. All functions are
// safe on any bytes and take and give offsets.

// Past blanks and comments. An unclosed comment stops at its start.
std::size_t skip_blanks(std::string_view text, std::size_t offset);

// Past the token at `offset`: a string, a word or number, or one other byte.
std::size_t token_end(std::string_view text, std::size_t offset);

// The first byte that is not well-formed UTF-8, if any.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

}  // namespace coldaisle
