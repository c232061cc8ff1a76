#include "sim/scenario/merge.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "sim/core/json_pointer.h"

namespace coldaisle {

namespace {

constexpr std::size_t kDeepestExtends = 16;

// The base file's tree, or nothing after reporting why not.
std::optional<JsonValue> read_base(const std::string& path, const JsonValue& named,
                                   std::vector<Problem>& problems) {
  std::string text;
  try {
    std::error_code ignored;  // a pipe or device could keep the reader waiting for ever
    const bool special =
        std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    if (special) throw IoError(fmt::format("{}: cannot be read: it is no regular file", path));
    text = read_json_text(path);
  } catch (const IoError& error) {
    problems.push_back(problem_at(named.place, "/extends",
                                  fmt::format("{}; the path is relative to the file that holds "
                                              "\"extends\"",
                                              error.what())));
    return std::nullopt;
  }
  auto base = parse_json(text, path, problems);
  if (base && base->type != JsonType::object) {
    problems.push_back(
        problem_at(base->place, {}, fmt::format("must be an object, not {}", value_phrase(*base))));
    return std::nullopt;
  }
  return base;
}

std::string chain_text(const std::vector<std::string>& chain, const std::string& last) {
  std::string text;
  for (const auto& path : chain) text += path + " -> ";
  return text + last;
}

std::string identity(const std::string& path) {
  std::error_code failed;
  const auto full = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : full.string();
}

// Takes the key `extends` out of the tree and checks it.
std::optional<JsonValue> take_extends(JsonValue& tree, std::vector<Problem>& problems) {
  const auto at = std::find_if(tree.members.begin(), tree.members.end(),
                               [](const JsonMember& member) { return member.key == "extends"; });
  if (at == tree.members.end()) return std::nullopt;
  auto named = std::move(at->value);
  tree.members.erase(at);
  if (named.type == JsonType::string && !named.text.empty()) return named;
  problems.push_back(
      problem_at(named.place, "/extends",
                 fmt::format("must be the path of a base file, not {}", value_phrase(named))));
  return std::nullopt;
}

// A value that --set gave.
JsonPlace option_place(const char* option) {
  return {std::make_shared<const JsonSource>(JsonSource{option, {}}), 0};
}

void place_all(JsonValue& value, const JsonPlace& place) {
  value.place = place;
  for (auto& item : value.items) place_all(item, place);
  for (auto& member : value.members) {
    member.place = place;
    place_all(member.value, place);
  }
}

JsonValue string_value(std::string text) {
  JsonValue value;
  value.type = JsonType::string;
  value.text = std::move(text);
  return value;
}

// JSON text, else the text itself as a string. What starts like an object, list or string has to
// be JSON.
std::optional<JsonValue> override_value(const Override& change, std::vector<Problem>& problems) {
  std::vector<Problem> broken;
  auto value = parse_json(change.value, "--set", broken);
  if (broken.empty() && value) return value;
  const auto first = change.value.find_first_not_of(" \t\r\n");
  const bool json = first != std::string::npos &&
                    std::string_view("{[\"").find(change.value[first]) != std::string_view::npos;
  if (!json) return string_value(change.value);
  for (auto& problem : broken) {
    problems.push_back({"--set", 0, 0, change.pointer,
                        fmt::format("the value is broken JSON at column {}: {}", problem.column,
                                    problem.message)});
  }
  return std::nullopt;
}

// Where a --set goes: the value to replace, made if need be; or what is wrong.
struct Target {
  JsonValue* value = nullptr;
  std::string error;
};

Target member_target(JsonValue& parent, const std::string& key, const JsonPlace& place) {
  if (auto* const found = parent.find(key)) return {found, {}};
  JsonValue made;
  made.type = JsonType::object;
  made.place = place;
  parent.members.push_back({key, place, std::move(made)});
  return {&parent.members.back().value, {}};
}

Target item_target(JsonValue& parent, const std::string& key, const JsonPlace& place) {
  if (key == "-" && parent.items.size() < kMaxJsonElements) {
    auto& made = parent.items.emplace_back();
    made.type = JsonType::object;
    made.place = place;
    return {&made, {}};
  }
  if (const auto* const found = find_child(parent, key)) {
    return {&parent.items[static_cast<std::size_t>(found - parent.items.data())], {}};
  }
  const auto count = parent.items.size();
  return {nullptr,
          fmt::format("there is no entry {}: the list has {} (use - to append)", key, count)};
}

Target find_target(JsonValue& tree, const std::string& pointer, const JsonPlace& place) {
  const auto keys = split_pointer(pointer);
  if (keys && !keys->empty() && keys->front() == "extends") {
    return {nullptr, "is taken from the file before --set goes over it: set the values themselves"};
  }
  if (!keys || keys->empty()) {
    return {nullptr, "is not a JSON pointer; write it like --set /fleet/racks/0/count=4"};
  }
  if (keys->size() > kMaxJsonDepth) return {nullptr, "is deeper than any scenario"};
  JsonValue* value = &tree;
  std::string reached;
  for (const auto& key : *keys) {
    Target next;
    if (value->type == JsonType::object) {
      next = member_target(*value, key, place);
    } else if (value->type == JsonType::array) {
      next = item_target(*value, key, place);
    } else {
      next.error = fmt::format("leads nowhere: {} is {}, which has no parts; set it as a whole",
                               reached, value_phrase(*value));
    }
    if (next.value == nullptr) return next;
    value = next.value;
    reached += pointer_segment(key);
  }
  return {value, {}};
}

}  // namespace

void merge_patch(JsonValue& target, JsonValue patch) {
  if (patch.type != JsonType::object || target.type != JsonType::object) {
    if (patch.type == JsonType::object) {
      JsonValue empty;
      empty.type = JsonType::object;
      empty.place = patch.place;
      target = std::move(empty);
    } else {
      target = std::move(patch);
      return;
    }
  }
  target.place = patch.place;
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < target.members.size(); ++i) index[target.members[i].key] = i;
  std::vector<bool> removed(target.members.size(), false);
  for (auto& member : patch.members) {
    const auto found = index.find(member.key);
    const bool removes = member.value.type == JsonType::null;
    if (found != index.end()) {
      if (removes) removed[found->second] = true;
      if (!removes) merge_patch(target.members[found->second].value, std::move(member.value));
    } else if (!removes) {
      JsonMember made{std::move(member.key), member.place, {}};
      merge_patch(made.value, std::move(member.value));
      target.members.push_back(std::move(made));
    }
  }
  removed.resize(target.members.size(), false);
  std::size_t at = 0;
  std::erase_if(target.members, [&](const JsonMember&) { return removed[at++]; });
}

void apply_extends(JsonValue& tree, const std::string& path, std::vector<Problem>& problems) {
  // From the given file down to the last base; then applied the other way round.
  std::vector<JsonValue> patches;
  std::vector<std::string> chain = {path};
  std::vector<std::string> seen = {identity(path)};
  while (auto named = take_extends(tree, problems)) {
    const auto folder = std::filesystem::path(chain.back()).parent_path();
    const auto base_path = (folder / named->text).lexically_normal().string();
    const auto base_identity = identity(base_path);
    std::string error;
    if (std::find(seen.begin(), seen.end(), base_identity) != seen.end()) {
      error = fmt::format("goes round in a circle: {}; take one \"extends\" out",
                          chain_text(chain, base_path));
    } else if (chain.size() > kDeepestExtends) {
      error = fmt::format("makes a chain of more than {} files: {}; merge some of them",
                          kDeepestExtends, chain_text(chain, base_path));
    }
    if (!error.empty()) {
      problems.push_back(problem_at(named->place, "/extends", std::move(error)));
      break;
    }
    auto base = read_base(base_path, *named, problems);
    if (!base) break;
    patches.push_back(std::move(tree));
    tree = std::move(*base);
    chain.push_back(base_path);
    seen.push_back(base_identity);
  }
  while (!patches.empty()) {
    merge_patch(tree, std::move(patches.back()));
    patches.pop_back();
  }
}

void apply_overrides(JsonValue& tree, const std::vector<Override>& overrides,
                     std::vector<Problem>& problems) {
  const auto place = option_place("--set");
  for (const auto& change : overrides) {
    auto value = override_value(change, problems);
    if (!value) continue;
    place_all(*value, place);
    auto target = find_target(tree, change.pointer, place);
    if (target.value != nullptr) {
      *target.value = std::move(*value);
    } else {
      problems.push_back({"--set", 0, 0, change.pointer, std::move(target.error)});
    }
  }
}

void apply_seed(JsonValue& tree, std::uint64_t seed) {
  JsonValue value;
  const bool fits = seed <= static_cast<std::uint64_t>(INT64_MAX);
  value.type = fits ? JsonType::integer : JsonType::number;
  value.integer = fits ? static_cast<std::int64_t>(seed) : 0;
  value.number = static_cast<double>(seed);
  value.text = fmt::format("{}", seed);
  value.place = option_place("--seed");
  *member_target(tree, "seed", value.place).value = std::move(value);
}

}  // namespace coldaisle
