#include "sim/core/json_pointer.h"

#include <charconv>

namespace coldaisle {

namespace {

// "~0" is '~', "~1" is '/'; any other '~' is malformed.
bool unescape(std::string_view segment, std::string& key) {
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '~') {
      key += segment[i];
      continue;
    }
    if (++i == segment.size() || (segment[i] != '0' && segment[i] != '1')) return false;
    key += segment[i] == '0' ? '~' : '/';
  }
  return true;
}

}  // namespace

std::string pointer_segment(std::string_view key) {
  std::string segment = "/";
  for (const char byte : key) {
    if (byte == '~') {
      segment += "~0";
    } else if (byte == '/') {
      segment += "~1";
    } else {
      segment += byte;
    }
  }
  return segment;
}

std::optional<std::vector<std::string>> split_pointer(std::string_view pointer) {
  std::vector<std::string> keys;
  if (pointer.empty()) return keys;
  if (pointer.front() != '/') return std::nullopt;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const auto segment = pointer.substr(0, pointer.find('/'));
    if (!unescape(segment, keys.emplace_back())) return std::nullopt;
    pointer.remove_prefix(segment.size());
  }
  return keys;
}

const JsonValue* find_child(const JsonValue& parent, std::string_view key) {
  if (parent.type == JsonType::object) return parent.find(key);
  if (parent.type != JsonType::array) return nullptr;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  const bool plain = error == std::errc() && end == key.data() + key.size() &&
                     (key.size() == 1 || key.front() != '0');
  return plain && index < parent.items.size() ? &parent.items[index] : nullptr;
}

Located locate(const JsonValue& root, std::string_view pointer) {
  Located located{&root, {}, true};
  const auto keys = split_pointer(pointer);
  if (!keys) return {&root, {}, false};
  for (const auto& key : *keys) {
    const auto* const child = find_child(*located.value, key);
    if (child == nullptr) return {located.value, located.pointer, false};
    if (!located.value->implied) located.pointer += pointer_segment(key);
    located.value = child;
  }
  return located;
}

}  // namespace coldaisle
