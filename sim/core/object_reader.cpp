#include "sim/core/object_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/json_pointer.h"
#include "sim/core/nearest_name.h"

namespace coldaisle {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Puts `value` one level down, below an implied object or list in its place.
void wrap(JsonValue& value, JsonType type, const char* key) {
  JsonValue outer;
  outer.type = type;
  outer.implied = true;
  outer.place = value.place;
  if (type == JsonType::array) {
    outer.items.push_back(std::move(value));
  } else {
    outer.members.push_back({key, outer.place, std::move(value)});
  }
  value = std::move(outer);
}

// "fgd" in the place of a map: {"fgd": 1}.
void wrap_name(JsonValue& value) {
  JsonValue one;
  one.type = JsonType::integer;
  one.integer = 1;
  one.number = 1;
  one.text = "1";
  one.place = value.place;
  const auto name = std::move(value.text);
  value = std::move(one);
  wrap(value, JsonType::object, name.c_str());
}

bool is_users_key(std::string_view key) {
  return key.substr(0, 2) == "x-";
}

}  // namespace

void add_problem(std::vector<Problem>& problems, Problem problem) {
  if (problems.size() > kMostProblems) return;
  if (problems.size() == kMostProblems) problem.message = "and more problems; fix these first";
  problems.push_back(std::move(problem));
}

bool ReadFields::open_root() {
  if (root_.type != JsonType::object) {
    complain(root_.place, {}, fmt::format("must be an object, not {}", value_phrase(root_)));
    return false;
  }
  frames_.push_back({&root_, {}, {}, {}});
  return true;
}

bool ReadFields::present(const char* key) const {
  return frames_.back().value->find(key) != nullptr;
}

bool ReadFields::failed(const char* key) const {
  return contains(frames_.back().failed, key);
}

void ReadFields::fail(const char* key, const std::string& message) {
  auto& frame = frames_.back();
  if (contains(frame.failed, key)) return;
  if (const auto* const value = frame.value->find(key)) {
    complain_at(key, *value, message);
  } else {
    frame.failed.emplace_back(key);
    complain(frame.value->place, frame.pointer, message);
  }
}

void ReadFields::scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) {
  const auto* const found = take(field);
  if (found == nullptr) return;
  // A refused value must not reach the checks that follow: they count on its range.
  Scalar read;
  auto error = read_scalar(rule, *found, read);
  if (error.empty()) {
    value = std::move(read);
    set = true;
  } else {
    complain_at(field.key, *found, std::move(error));
  }
}

void ReadFields::scalar_list(const Field& field, const ScalarRule& rule, const IntegerRange& size,
                             std::vector<Scalar>& values) {
  const auto* const found = take(field);
  if (found == nullptr || !check_list(field, *found, size)) return;
  values.clear();
  std::size_t index = 0;
  for (const auto& item : found->items) {
    Scalar value;
    auto error = read_scalar(rule, item, value);
    if (error.empty()) {
      values.push_back(std::move(value));
    } else {
      complain(item.place, fmt::format("{}/{}", child_pointer(field.key), index), std::move(error));
      frames_.back().failed.emplace_back(field.key);
    }
    ++index;
  }
}

void ReadFields::scalar_map(const Field& field, const ScalarRule& rule,
                            const std::vector<std::string>* keys, MapForm form,
                            std::vector<std::pair<std::string, Scalar>>& values) {
  auto* const found = take(field);
  if (found == nullptr) return;
  if (form == MapForm::name_or_map && found->type == JsonType::string) wrap_name(*found);
  if (found->type != JsonType::object) {
    const auto* const wanted = form == MapForm::name_or_map ? "a name or an object" : "an object";
    complain_at(field.key, *found, fmt::format("must be {}, not {}", wanted, value_phrase(*found)));
    return;
  }
  values.clear();
  for (const auto& member : found->members) {
    if (full()) break;
    if (is_users_key(member.key)) continue;
    const auto pointer =
        child_pointer(field.key) + (found->implied ? "" : pointer_segment(member.key));
    if (keys != nullptr && !contains(*keys, member.key)) {
      frames_.back().failed.emplace_back(field.key);
      complain(member.place, pointer,
               fmt::format("{} is not allowed here{}", quote_text(member.key),
                           name_remedy(member.key, *keys)));
      continue;
    }
    Scalar value;
    auto error = read_scalar(rule, member.value, value);
    if (error.empty()) {
      values.emplace_back(member.key, std::move(value));
    } else {
      frames_.back().failed.emplace_back(field.key);
      complain(member.value.place, pointer, std::move(error));
    }
  }
}

bool ReadFields::begin_object(const Field& field, bool /*set*/, const char* shorthand) {
  auto* const found = take(field);
  if (found == nullptr) return false;
  const bool whole = found->type == JsonType::object;
  const bool list = found->type == JsonType::array;
  if (!whole && shorthand != nullptr && !list) wrap(*found, JsonType::object, shorthand);
  if (found->type != JsonType::object) {
    complain_at(field.key, *found, fmt::format("must be an object, not {}", value_phrase(*found)));
    return false;
  }
  frames_.push_back({found, child_pointer(field.key), {}, {}});
  return true;
}

void ReadFields::end_object() {
  auto& frame = frames_.back();
  for (const auto& member : frame.value->members) {
    if (full()) break;
    if (contains(frame.known, member.key) || is_users_key(member.key)) continue;
    complain(member.place, frame.pointer + pointer_segment(member.key),
             fmt::format("is not a known key{}", name_remedy(member.key, frame.known)));
  }
  frames_.pop_back();
}

std::optional<std::size_t> ReadFields::begin_list(const Field& field, const IntegerRange& size,
                                                  std::size_t /*count*/, ListForm form) {
  auto* const found = take(field);
  if (found == nullptr) return std::nullopt;
  if (form == ListForm::one_or_list && found->type == JsonType::object) {
    wrap(*found, JsonType::array, nullptr);
  }
  if (!check_list(field, *found, size)) return std::nullopt;
  frames_.push_back({found, child_pointer(field.key), {}, {}});
  return found->items.size();
}

bool ReadFields::begin_item(std::size_t index) {
  auto& item = frames_.back().value->items[index];
  auto pointer = child_pointer(fmt::format("{}", index));
  if (item.type != JsonType::object) {
    complain(item.place, std::move(pointer),
             fmt::format("must be an object, not {}", value_phrase(item)));
    return false;
  }
  frames_.push_back({&item, std::move(pointer), {}, {}});
  return true;
}

void ReadFields::end_list() {
  frames_.pop_back();
}

// The value of a declared key, or nullptr; a required key that is missing is a problem.
JsonValue* ReadFields::take(const Field& field) {
  auto& frame = frames_.back();
  frame.known.emplace_back(field.key);
  auto* const found = frame.value->find(field.key);
  if (found == nullptr && field.presence == Presence::required) {
    frame.failed.emplace_back(field.key);
    complain(frame.value->place, frame.pointer,
             fmt::format("the key \"{}\" is missing: {}", field.key, field.meaning));
  }
  return found;
}

bool ReadFields::check_list(const Field& field, const JsonValue& value, const IntegerRange& size) {
  if (value.type != JsonType::array) {
    complain_at(field.key, value, fmt::format("must be a list, not {}", value_phrase(value)));
    return false;
  }
  const auto count = static_cast<std::int64_t>(value.items.size());
  if (count < size.least) {
    complain_at(field.key, value,
                fmt::format("has {} entries; it needs at least {}", count, size.least));
  } else if (count > size.most) {
    complain_at(field.key, value,
                fmt::format("has {} entries; at most {} are allowed", count, size.most));
  }
  return count >= size.least && count <= size.most;
}

std::string ReadFields::child_pointer(std::string_view key) const {
  const auto& frame = frames_.back();
  return frame.value->implied ? frame.pointer : frame.pointer + pointer_segment(key);
}

void ReadFields::complain(const JsonPlace& place, std::string pointer, std::string message) {
  add_problem(problems_, problem_at(place, std::move(pointer), std::move(message)));
}

void ReadFields::complain_at(const char* key, const JsonValue& value, std::string message) {
  frames_.back().failed.emplace_back(key);
  complain(value.place, child_pointer(key), std::move(message));
}

}  // namespace coldaisle
