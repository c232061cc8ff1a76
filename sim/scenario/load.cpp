#include "sim/scenario/load.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/field_writers.h"
#include "sim/core/json_pointer.h"
#include "sim/core/object_reader.h"
#include "sim/scenario/checks.h"
#include "sim/scenario/data_files.h"
#include "sim/scenario/merge.h"
#include "sim/scenario/scenario_fields.h"

namespace coldaisle {

namespace {

constexpr int kVersion = 1;

// Throws all problems so far, files in the order in which they first appear and places in theirs.
void throw_if_any(std::vector<Problem>& problems) {
  if (problems.empty()) return;
  std::map<std::string, int> rank;
  for (const auto& problem : problems) {
    rank.emplace(problem.file, static_cast<int>(rank.size()));
  }
  std::stable_sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) {
    return std::tuple(rank[a.file], a.line, a.column) < std::tuple(rank[b.file], b.line, b.column);
  });
  throw ScenarioError(problems);
}

// A newer format cannot be judged by this build: that is the only problem worth telling.
void check_version(const JsonValue& tree) {
  const auto* const version = tree.find("version");
  if (version == nullptr || version->type != JsonType::integer) return;
  if (version->integer <= kVersion) return;
  throw ScenarioError({problem_at(
      version->place, "/version",
      fmt::format("this file says version {}; this build reads version {}: use a newer coldaisle",
                  version->integer, kVersion))});
}

// Whether a value is shown as one line: anything but objects, and lists that hold some.
bool is_leaf(const nlohmann::ordered_json& value) {
  if (value.is_object()) return false;
  return std::none_of(value.begin(), value.end(),
                      [](const auto& item) { return item.is_structured(); });
}

std::string origin_of(const JsonValue& tree, const std::string& pointer) {
  const auto located = locate(tree, pointer);
  return located.whole ? place_text(located.value->place) : "default";
}

void add_origins(const nlohmann::ordered_json& value, const std::string& pointer,
                 const JsonValue& tree, std::vector<ValueOrigin>& origins) {
  if (is_leaf(value)) {
    origins.push_back({pointer, value.dump(), origin_of(tree, pointer)});
    return;
  }
  std::size_t index = 0;
  for (const auto& [key, child] : value.items()) {
    const auto segment = value.is_array() ? fmt::format("{}", index++) : key;
    add_origins(child, pointer + pointer_segment(segment), tree, origins);
  }
}

}  // namespace

LoadedScenario load(const std::string& path, const LoadOptions& options) {
  return load_text(read_json_text(path), path, options);
}

LoadedScenario load_text(std::string text, const std::string& path, const LoadOptions& options) {
  std::vector<Problem> problems;
  auto tree = parse_json(text, path, problems);
  if (!tree) throw ScenarioError(problems);
  if (tree->type == JsonType::object) {
    check_version(*tree);
    const auto before = problems.size();
    apply_extends(*tree, path, problems);
    if (problems.size() > before) throw_if_any(problems);  // the rest would be guesswork
    check_version(*tree);
    apply_overrides(*tree, options.overrides, problems);
    if (options.seed) apply_seed(*tree, *options.seed);
  }
  LoadedScenario loaded;
  auto& scenario = loaded.scenario;
  scenario.file = path;
  const auto names = name_lists(options.vocabulary);
  ReadFields(*tree, names, problems).read(scenario);
  scenario.catalog = options.catalog != nullptr          ? *options.catalog
                     : options.catalog_directory.empty() ? embedded_catalog()
                                                         : load_catalog(options.catalog_directory);
  Checker checker(*tree, problems);
  check_scenario(scenario, checker);
  find_data_files(scenario, *tree, path, options, checker);
  throw_if_any(problems);

  loaded.original_text = std::move(text);
  loaded.resolved_json = write_fields(make_echo_writer(names), scenario);
  add_origins(nlohmann::ordered_json::parse(loaded.resolved_json), {}, *tree, loaded.origins);
  return loaded;
}

}  // namespace coldaisle
