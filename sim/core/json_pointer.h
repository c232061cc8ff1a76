#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/json_document.h"

namespace coldaisle {

// JSON pointers (RFC 6901).

// One key as a segment, escaped: "/a~1b".
std::string pointer_segment(std::string_view key);

// The unescaped keys of a pointer; nothing when it is malformed.
std::optional<std::vector<std::string>> split_pointer(std::string_view pointer);

// The child that a segment names, or nullptr. Array indices are plain decimals.
const JsonValue* find_child(const JsonValue& parent, std::string_view key);

// How far a pointer leads into a tree.
struct Located {
  const JsonValue* value = nullptr;  // the deepest value reached
  std::string pointer;               // to it, as its user wrote it (without implied levels)
  bool whole = false;                // the pointer led all the way
};

// Follows a pointer into a tree that a reader has completed with implied levels.
Located locate(const JsonValue& root, std::string_view pointer);

}  // namespace coldaisle
