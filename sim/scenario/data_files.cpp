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
std::vector<fs::path> data_folders(const std::string& data_directory) {
  if (!data_directory.empty()) return {data_directory};
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

}  // namespace

DataFileSearch search_data_file(const std::string& name, const std::string& first_folder,
                                const std::string& data_directory) {
  auto folders = data_folders(data_directory);
  folders.insert(folders.begin(), first_folder);
  DataFileSearch search;
  for (const auto& folder : folders) {
    const auto candidate = full_path(folder / name).string();
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) {
      search.found = candidate;
      break;
    }
    search.looked_for += fmt::format("{}{}{}", search.looked_for.empty() ? "" : ", ", candidate,
                                     fs::exists(candidate, ignored) ? " (no regular file)" : "");
  }
  return search;
}

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
    const auto search =
        search_data_file(*name, folder_of(tree, pointer, path).string(), options.data_directory);
    checker.require(!search.found.empty(), pointer,
                    fmt::format("{} is not there; looked for {}; {}", quote_text(*name),
                                search.looked_for, published(scenario, *name)));
    if (!search.found.empty()) *name = search.found;
  }
}

}  // namespace coldaisle
