#include "models/catalog.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "models/catalog_fields.h"
#include "models/embedded_catalog.h"
#include "sim/core/error.h"
#include "sim/core/nearest_name.h"
#include "sim/core/object_reader.h"
#include "sim/core/units.h"

namespace coldaisle {

namespace {

namespace fs = std::filesystem;

// A file's facts, and its text's tree for the places of complaints.
template <class Spec>
struct Entry {
  Spec spec;
  JsonValue tree;
  bool embedded = false;
};

template <class Spec>
using Entries = std::map<std::string, Entry<Spec>>;

// A catalogue being put together; problems of all files gather until the end.
struct Draft {
  Entries<GpuSpec> gpus;
  Entries<NodeSpec> nodes;
  std::set<std::string> broken_gpus;  // by file name: no second complaint about nodes that name one
  std::vector<Problem> problems;
};

template <class Value>
const Value* find_id(const std::vector<Value>& values, std::string_view id) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const Value& value) { return value.id == id; });
  return found == values.end() ? nullptr : &*found;
}

void complain(Draft& draft, const JsonValue& tree, const char* key, std::string message) {
  const auto* const value = tree.find(key);
  const auto& place = value == nullptr ? tree.place : value->place;
  add_problem(draft.problems, problem_at(place, value == nullptr ? "" : fmt::format("/{}", key),
                                         std::move(message)));
}

// Reads one file into `entries`, in the place of an earlier one of the same id. `label` is its name
// in messages, `stem` its file name without ".json". Returns whether it could be read.
template <class Spec>
bool read_entry(Draft& draft, Entries<Spec>& entries, const std::string& label,
                const std::string& stem, std::string_view text, bool embedded) {
  auto tree = parse_json(text, label, draft.problems);
  if (!tree) return false;
  Entry<Spec> entry{{}, std::move(*tree), embedded};
  if (!ReadFields(entry.tree, {}, draft.problems).read(entry.spec)) return false;
  if (entry.spec.id != stem) {
    complain(draft, entry.tree, "id",
             fmt::format("is {} in a file called \"{}.json\"; make the two the same",
                         quote_text(entry.spec.id), stem));
  }
  entries.insert_or_assign(stem, std::move(entry));
  return true;
}

void read_gpu(Draft& draft, const std::string& label, const std::string& stem,
              std::string_view text, bool embedded) {
  if (!read_entry(draft, draft.gpus, label, stem, text, embedded)) draft.broken_gpus.insert(stem);
}

template <class Spec>
std::vector<std::string> ids(const Entries<Spec>& entries) {
  std::vector<std::string> names;
  for (const auto& [id, entry] : entries) names.push_back(id);
  return names;
}

// A complaint about a node and its GPU together lands on the one that is the user's.
void complain_of_pair(Draft& draft, const Entry<NodeSpec>& node, const char* node_key,
                      const Entry<GpuSpec>& gpu, const char* gpu_key, const std::string& message) {
  if (node.embedded && !gpu.embedded) {
    complain(draft, gpu.tree, gpu_key, fmt::format("node \"{}\": {}", node.spec.id, message));
  } else {
    complain(draft, node.tree, node_key, message);
  }
}

void check_power(Draft& draft, const Entry<NodeSpec>& node, const Entry<GpuSpec>& gpu) {
  if (!node.spec.max_power_w || node.spec.base_w) return;
  const double gpus_w = node.spec.gpu_packages * gpu.spec.tdp_w;
  if (*node.spec.max_power_w >= gpus_w) return;
  complain_of_pair(
      draft, node, "max_power_w", gpu, "tdp_w",
      fmt::format("max_power_w is {} W, less than its {} GPUs at {} W each draw ({} "
                  "W); correct one of them",
                  *node.spec.max_power_w, node.spec.gpu_packages, gpu.spec.tdp_w, gpus_w));
}

void check_node(Draft& draft, const Entry<NodeSpec>& node) {
  if (draft.gpus.count(node.spec.id) != 0) {
    complain(draft, node.tree, "id",
             fmt::format("{} is also the id of a GPU; choose another", quote_text(node.spec.id)));
  }
  const auto gpu = draft.gpus.find(node.spec.gpu);
  if (gpu == draft.gpus.end()) {
    if (draft.broken_gpus.count(node.spec.gpu) != 0) return;
    complain(draft, node.tree, "gpu",
             fmt::format("{} is not a GPU of the catalogue{}", quote_text(node.spec.gpu),
                         hardware_remedy(node.spec.gpu, ids(draft.gpus))));
    return;
  }
  const int devices = node.spec.gpu_packages * gpu->second.spec.logical_devices;
  if (devices > kMaxGpusPerNode) {
    complain_of_pair(draft, node, "gpu_packages", gpu->second, "logical_devices",
                     fmt::format("{} packages of {} devices make {}; a node has at most {}",
                                 node.spec.gpu_packages, gpu->second.spec.logical_devices, devices,
                                 kMaxGpusPerNode));
  }
  check_power(draft, node, gpu->second);
}

Draft embedded_draft() {
  Draft draft;
  for (const auto& file : embedded_catalog_files()) {
    const fs::path path(file.path);
    const auto label = fmt::format("models/catalog/{}", file.path);
    if (path.parent_path() == "gpus") {
      read_gpu(draft, label, path.stem().string(), file.text, true);
    } else {
      read_entry(draft, draft.nodes, label, path.stem().string(), file.text, true);
    }
  }
  return draft;
}

// The .json files of a folder, sorted; none when it is absent.
std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  if (!fs::is_directory(folder, error)) return files;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  }
  if (error) {
    throw IoError(fmt::format("{}: cannot be listed: {}", folder.string(), error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

void overlay(Draft& draft, const fs::path& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error)) {
    throw IoError(
        fmt::format("{}: no such directory; --catalog names one that holds gpus/*.json, "
                    "nodes/*.json or both",
                    directory.string()));
  }
  if (!fs::is_directory(directory / "gpus", error) &&
      !fs::is_directory(directory / "nodes", error)) {
    throw IoError(fmt::format("{}: holds neither gpus/ nor nodes/; put catalogue files there",
                              directory.string()));
  }
  for (const auto& file : json_files(directory / "gpus")) {
    read_gpu(draft, file.string(), file.stem().string(), read_json_text(file.string()), false);
  }
  for (const auto& file : json_files(directory / "nodes")) {
    read_entry(draft, draft.nodes, file.string(), file.stem().string(),
               read_json_text(file.string()), false);
  }
}

Catalog finish(Draft& draft) {
  for (const auto& [id, node] : draft.nodes) check_node(draft, node);
  if (!draft.problems.empty()) throw ScenarioError(std::move(draft.problems));
  Catalog catalog;
  for (auto& [id, entry] : draft.gpus) catalog.gpus.push_back(std::move(entry.spec));
  for (auto& [id, entry] : draft.nodes) catalog.nodes.push_back(std::move(entry.spec));
  return catalog;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return result;
}

// "a20", "A20-24GB" and the like, but not "a2000".
bool is_a20(std::string_view id) {
  return lower(id.substr(0, 3)) == "a20" &&
         (id.size() == 3 || std::isdigit(static_cast<unsigned char>(id[3])) == 0);
}

}  // namespace

const GpuSpec* Catalog::find_gpu(std::string_view id) const {
  return find_id(gpus, id);
}

const NodeSpec* Catalog::find_node(std::string_view id) const {
  return find_id(nodes, id);
}

Catalog embedded_catalog() {
  auto draft = embedded_draft();
  try {
    return finish(draft);
  } catch (const ScenarioError& error) {
    fail_expectation(fmt::format("the embedded catalogue is broken:\n{}", error.what()));
  }
}

Catalog load_catalog(const std::string& directory) {
  if (directory.empty()) return embedded_catalog();
  auto draft = embedded_draft();
  overlay(draft, directory);
  return finish(draft);
}

std::optional<double> node_base_w(const NodeSpec& node, const GpuSpec& gpu) {
  if (node.base_w) return node.base_w;
  if (!node.max_power_w) return std::nullopt;
  const double rest_w = *node.max_power_w - node.gpu_packages * gpu.tdp_w;
  return rest_w >= 0 ? std::optional(rest_w) : std::nullopt;
}

std::string hardware_remedy(std::string_view id, const std::vector<std::string>& names) {
  if (is_a20(id)) {
    return ": NVIDIA makes no data-centre card called A20; cards of that class are a10-24gb, "
           "l4-24gb and l40s-48gb";
  }
  constexpr std::size_t kShown = 8;
  std::string shown;
  std::size_t count = 0;
  for (const auto& name : names) {
    if (id.size() < 2 || lower(name).find(lower(id)) == std::string::npos) continue;
    if (count++ < kShown) shown += fmt::format("{}\"{}\"", shown.empty() ? "" : ", ", name);
  }
  if (count == 0) return name_remedy(id, names);
  if (count > kShown) shown += fmt::format(" or one of {} more", count - kShown);
  return fmt::format("; did you mean {}?", shown);
}

}  // namespace coldaisle
