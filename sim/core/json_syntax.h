#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace coldaisle {

// What a parser was doing when it stopped.
struct SyntaxStop {
  std::size_t last = 0;      // offset of the last good token
  std::size_t parsed = 0;    // offset behind it
  std::size_t position = 0;  // bytes the parser had read
  std::string reason;        // the parser's own message
  std::string opened;        // "'{' opened at 3:5"; empty when nothing is open
  char closer = 0;           // '}' or ']'; 0 when nothing is open
};

// A syntax error in plain words.
struct SyntaxError {
  std::size_t offset = 0;
  std::string message;
};

// Finds the culprit of a syntax error and says what is wrong and what to write instead.
SyntaxError explain_syntax(std::string_view text, const SyntaxStop& stop);

}  // namespace coldaisle
