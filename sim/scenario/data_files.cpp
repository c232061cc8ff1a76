#include "sim/scenario/data_files.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "sim/core/json_pointer.h"

namespace coldaisle {

namespace {

namespace fs = std::filesystem;

// The folder of the file in which the value at `pointer` was written.
fs::path folder_of(const JsonValue& tree, const char* pointer, const std::string& path) {
  const auto located = locate(tree, pointer);
  const auto& source = located.value->place.source;
  const bool in_file = source && !source->line_starts.empty();
  return fs::path(in_file ? source->name : path).parent_path();
}

// The last folders to look in.
std::vector<fs::path> data_folders(const LoadOptions& options) {
  if (!options.data_directory.empty()) return {options.data_directory};
  if (const char* const set = std::getenv("COLDAISLE_DATA"); set != nullptr && *set != '\0') {
    return {set};
  }
  return {fs::path(COLDAISLE_SOURCE_DIR).parent_path() / "shared" / "data"};
}

fs::path full_path(const fs::path& path) {
  std::error_code failed;
  auto full = fs::absolute(path, failed);
  return (failed ? path : full).lexically_normal();
}

// Where a file that many scenarios use can be had.
std::string published(const Scenario& scenario, const std::string& name) {
  const bool openb = fs::path(name).filename().string().rfind("openb_", 0) == 0 ||
                     (scenario.workload.trace && scenario.workload.trace->format == "openb" &&
                      name == scenario.workload.trace->file);
  if (!openb) return "correct the path, or name the data folder with --data or COLDAISLE_DATA";
  return "the openb files are published at https://github.com/alibaba/clusterdata in "
         "cluster-trace-gpu-v2023; fetch them and name their folder with --data or COLDAISLE_DATA";
}

// What a key that names a file is worth.
struct DataFile {
  const char* pointer;
  std::string* name;
};

// Where a file was found, or what was seen instead.
struct Search {
  std::string found;
  std::string complaint;
};

Search look_for(const std::string& name, const std::vector<fs::path>& folders) {
  std::string looked;
  for (const auto& folder : folders) {
    const auto candidate = full_path(folder / name).string();
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return {candidate, {}};
    looked += fmt::format("{}{}{}", looked.empty() ? "" : ", ", candidate,
                          fs::exists(candidate, ignored) ? " (no regular file)" : "");
  }
  return {{}, fmt::format("{} is not there; looked for {}", quote_text(name), looked)};
}

}  // namespace

void find_data_files(Scenario& scenario, const JsonValue& tree, const std::string& path,
                     const LoadOptions& options, Checker& checker) {
  std::vector<DataFile> files;
  if (scenario.fleet.node_list) {
    files.push_back({"/fleet/node_list/file", &scenario.fleet.node_list->file});
  }
  if (scenario.workload.trace) {
    files.push_back({"/workload/order", &scenario.workload.trace->order_file});
    files.push_back({"/workload/trace", &scenario.workload.trace->file});
  }
  files.push_back({"/scheduler/tie_break", &scenario.scheduler.tie_break_file});
  for (const auto& [pointer, name] : files) {
    if (name->empty()) continue;
    auto folders = data_folders(options);
    folders.insert(folders.begin(), folder_of(tree, pointer, path));
    const auto search = look_for(*name, folders);
    checker.require(!search.found.empty(), pointer,
                    fmt::format("{}; {}", search.complaint, published(scenario, *name)));
    if (!search.found.empty()) *name = search.found;
  }
}

}  // namespace coldaisle
