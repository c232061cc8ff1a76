#include "sim/scenario/instant.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "sim/core/json_document.h"

namespace coldaisle {

namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// Whether the text has the form of the pattern, where '0' is any digit and others stand for
// themselves.
bool has_form(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) return false;
  return std::equal(text.begin(), text.end(), pattern.begin(), [](char byte, char wanted) {
    return wanted == '0' ? is_digit(byte)
                         : std::toupper(static_cast<unsigned char>(byte)) == wanted;
  });
}

int number_at(std::string_view text, std::size_t offset, std::size_t count) {
  int number = 0;
  for (const char byte : text.substr(offset, count)) number = number * 10 + (byte - '0');
  return number;
}

// "Z" or "+hh:mm".
bool is_offset(std::string_view text) {
  if (text == "Z" || text == "z") return true;
  if (!has_form(text, "+00:00") && !has_form(text, "-00:00")) return false;
  return number_at(text, 1, 2) < 24 && number_at(text, 4, 2) < 60;
}

}  // namespace

std::string check_instant(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  auto wrong = fmt::format("{} is not an RFC 3339 instant; write it like \"2024-01-01T00:00:00Z\"",
                           quote_text(text));
  if (!has_form(text.substr(0, kForm.size()), kForm)) return wrong;
  auto rest = text.substr(kForm.size());
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const auto end = static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_digit) -
                                              rest.begin());
    if (end == 0 || end > 9) return wrong;
    rest.remove_prefix(end);
  }
  if (!is_offset(rest)) return wrong;
  using namespace std::chrono;
  const auto date = year(number_at(text, 0, 4)) / number_at(text, 5, 2) / number_at(text, 8, 2);
  if (!date.ok()) return fmt::format("{} is not a day of the calendar", quote_text(text));
  if (number_at(text, 11, 2) > 23 || number_at(text, 14, 2) > 59 || number_at(text, 17, 2) > 59) {
    return fmt::format("{} is not a time of day; at most 23:59:59", quote_text(text));
  }
  return {};
}

std::string check_zone(std::string_view name) {
  auto wrong =
      fmt::format("{} is not an IANA time zone; write one such as \"UTC\" or \"Europe/Berlin\"",
                  quote_text(name));
  const auto allowed = [](char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_' || byte == '+' ||
           byte == '-' || byte == '/';
  };
  const bool plain = std::all_of(name.begin(), name.end(), allowed);
  if (!plain || name.empty() || name.size() > 64 || name.front() == '/') return wrong;
  const std::filesystem::path folder = "/usr/share/zoneinfo";
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) return {};
  return std::filesystem::is_regular_file(folder / name, ignored) ? std::string() : wrong;
}

}  // namespace coldaisle
