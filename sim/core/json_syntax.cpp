#include "sim/core/json_syntax.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "sim/core/json_scan.h"

namespace coldaisle {

namespace {

bool has(const std::string& reason, std::string_view part) {
  return reason.find(part) != std::string::npos;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (auto& byte : result)
    byte = static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
  return result;
}

// What to write in place of a word that is no JSON; empty when the word says nothing special.
std::string word_remedy(std::string_view word, const SyntaxStop& stop) {
  const auto plain = lower(word);
  constexpr std::array<std::string_view, 9> kNotFinite = {
      "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "-nan", "+nan"};
  if (std::find(kNotFinite.begin(), kNotFinite.end(), plain) != kNotFinite.end()) {
    return fmt::format("{} is not a number in JSON; write a finite number, or leave the key out",
                       word);
  }
  if (plain == "true" || plain == "false") return fmt::format("{}: write {}", word, plain);
  if (plain == "none" || plain == "nil" || plain == "undefined") {
    return fmt::format("{} is not a JSON value; leave the key out", word);
  }
  const char first = word.empty() ? '\0' : word.front();
  const bool glued = stop.position <= stop.parsed;
  if (!glued && !has(stop.reason, "invalid")) return {};
  if (first == '+' || first == '-' || first == '.' || (first >= '0' && first <= '9')) {
    return fmt::format("'{}' is not a JSON number; write it like 0.5, -3 or 1e6", word);
  }
  return {};
}

std::string expected(const SyntaxStop& stop) {
  if (has(stop.reason, "object key")) return "a key in double quotes";
  if (has(stop.reason, "object separator")) return "':' behind the key";
  if (has(stop.reason, "expected end of input")) return "nothing more: the value is complete";
  if (has(stop.reason, "parsing object")) return "',' or '}'";
  if (has(stop.reason, "parsing array")) return "',' or ']'";
  return "a value";
}

SyntaxError explain_string(std::string_view text, std::size_t start, const SyntaxStop& stop) {
  if (has(stop.reason, "missing closing quote")) {
    return {start, "this string is not closed; end it with a double quote"};
  }
  const auto culprit = std::min(stop.position > 0 ? stop.position - 1 : 0, text.size());
  if (has(stop.reason, "control character")) {
    return {std::max(start, culprit),
            "a line break or control character inside a string; close the string before it, or "
            "write it as \\n, \\t or \\u00XX"};
  }
  return {std::max(start, culprit),
          "this backslash sequence is not valid in a string; use \\\" \\\\ \\/ \\b \\f \\n \\r \\t "
          "or \\uXXXX (surrogates in pairs)"};
}

// The token that contains the last byte the parser read, and the one before it.
struct Culprit {
  std::size_t start = 0;
  std::size_t previous = 0;
};

Culprit find_culprit(std::string_view text, const SyntaxStop& stop) {
  // "01" is one word to us and two numbers to the parser, which takes the first for good.
  if (stop.position <= stop.parsed) return {stop.last, text.size()};
  Culprit culprit{skip_blanks(text, stop.parsed), text.size()};
  // A parser that misses a digit or a closing quote has read one byte too many, or the end.
  const bool beyond = has(stop.reason, "invalid number") || has(stop.reason, "closing quote");
  const auto position = beyond ? stop.position - 1 : stop.position;
  while (culprit.start < text.size() && text[culprit.start] != '/') {  // '/': an unclosed comment
    const auto end = token_end(text, culprit.start);
    if (end >= position) break;
    culprit.previous = culprit.start;
    culprit.start = skip_blanks(text, end);
  }
  return culprit;
}

}  // namespace

SyntaxError explain_syntax(std::string_view text, const SyntaxStop& stop) {
  const auto [start, previous] = find_culprit(text, stop);
  if (start >= text.size()) {
    if (stop.closer == 0) return {0, "the text is empty; it should hold one JSON object: { ... }"};
    return {text.size(), fmt::format("the text ends too early; the {} is not closed: add the "
                                     "missing '{}'",
                                     stop.opened, stop.closer)};
  }
  const auto word = text.substr(start, std::min<std::size_t>(token_end(text, start) - start, 40));
  if (has(stop.reason, "number overflow")) {
    return {start, fmt::format("{} is too large for a number (at most about 1.8e308)", word)};
  }
  if (text[start] == '"' && has(stop.reason, "invalid string")) {
    return explain_string(text, start, stop);
  }
  if (text.substr(start, 2) == "/*") return {start, "this comment is not closed; end it with */"};
  if (word == "/" || word == "#") return {start, "comments start with // or /*"};
  if (word == "'" || word == "`") return {start, "strings and keys take double quotes"};
  const bool closes = word == "}" || word == "]";
  if (closes && previous < text.size() && text[previous] == ',') {
    return {previous, fmt::format("a comma with nothing between it and '{}'; remove it", word)};
  }
  if (auto remedy = word_remedy(word, stop); !remedy.empty()) return {start, std::move(remedy)};
  return {start, fmt::format("unexpected {}{}{}; expected {}", word.front() == '"' ? "" : "'", word,
                             word.front() == '"' ? "" : "'", expected(stop))};
}

}  // namespace coldaisle
