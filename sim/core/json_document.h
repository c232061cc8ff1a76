#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/error.h"

namespace coldaisle {

// A text that JSON came from: what messages call it, and where its lines start. No lines: it has no
// places worth naming (a value from the command line).
struct JsonSource {
  std::string name;
  std::vector<std::size_t> line_starts;
};

// A byte of a source.
struct JsonPlace {
  std::shared_ptr<const JsonSource> source;
  std::size_t offset = 0;
};

// `integer` is a number that fits std::int64_t and was written without fraction or exponent.
enum class JsonType : std::uint8_t { null, boolean, integer, number, string, array, object };

struct JsonMember;

// One JSON value that knows where it was written. Which members mean something depends on `type`.
struct JsonValue {
  JsonType type = JsonType::null;
  bool boolean = false;
  bool implied = false;  // array or object not written by the user: stands for its only child
  std::int64_t integer = 0;
  double number = 0;  // of integer and number
  std::string text;   // string: its value; integer and number: the literal
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;
  JsonPlace place;

  // The member's value, or nullptr. Linear.
  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);
};

// One key of an object with its value.
struct JsonMember {
  std::string key;
  JsonPlace place;  // of the key
  JsonValue value;
};

// Limits on input, so that no file can exhaust memory or the stack.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonElements = 1'000'000;  // of one array or object
inline constexpr std::size_t kMaxJsonValues = 4'000'000;    // of one text

// Parses JSON with // and /* */ comments; a UTF-8 byte order mark and CRLF are fine. Problems
// (syntax, duplicate keys, limits, encoding) are appended; nothing is returned when the text has no
// usable tree. Duplicate keys keep their first value. `name` is what messages call the text.
std::optional<JsonValue> parse_json(std::string_view text, const std::string& name,
                                    std::vector<Problem>& problems);

// The file's bytes, at most kMaxJsonBytes + 1 of them (parse_json refuses more). Throws IoError.
std::string read_json_text(const std::string& path);

// A problem at a place. Columns count bytes from 1.
Problem problem_at(const JsonPlace& place, std::string pointer, std::string message);

// "FILE:LINE:COLUMN", or the source's name alone.
std::string place_text(const JsonPlace& place);

// "a string", "an object", ... for messages.
std::string_view type_phrase(JsonType type);

// A short rendering of a value for messages: scalars as written, containers by their kind.
std::string value_phrase(const JsonValue& value);

// `text` as a JSON string literal, shortened when long.
std::string quote_text(std::string_view text);

}  // namespace coldaisle
