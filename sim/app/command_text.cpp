#include "sim/app/command_text.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>

#include <fmt/format.h>

#include "sim/core/error.h"

namespace coldaisle {

std::string quoted_command_line(const std::vector<std::string>& words) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char letter : word) text += letter == '\'' ? "'\\''" : std::string(1, letter);
    text += '\'';
  }
  return text;
}

void write_text_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file.fail()) {
    throw IoError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
  }
}

int check_stdout(int code, std::ostream& out) {
  out.flush();
  if (out.good()) return code;
  out.clear();
  errno = 0;
  out << '\n' << std::flush;
  if (errno == EPIPE) return code;
  throw IoError(fmt::format("standard output cannot be written: {}",
                            errno == 0 ? "a write failed" : std::strerror(errno)));
}

}  // namespace coldaisle
