#include "sim/app/repeat.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/error.h"
#include "sim/core/sha256.h"
#include "sim/results/read_hdf5.h"

namespace coldaisle {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kHdf5Signature = {'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};

// A folder that goes when this does.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    auto pattern = (fs::temp_directory_path() / "coldaisle-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw IoError(pattern + ": cannot make this folder");
    path_ = pattern;
  }

  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string read_whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw IoError(path.string() + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void unpack_catalog(const std::string& overrides, const fs::path& folder) {
  for (const auto& [name, text] : nlohmann::json::parse(overrides).items()) {
    const auto target = folder / name;
    fs::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary) << text.get<std::string>();
  }
}

void require_same_inputs(const std::string& results_file, const Provenance& provenance) {
  std::vector<Problem> problems;
  for (const auto& [path, sha256] : provenance.inputs) {
    if (!fs::exists(path)) {
      problems.push_back({path, 0, 0, "", "is gone; " + results_file + " was made from it"});
    } else if (sha256_of_file(path) != sha256) {
      problems.push_back({path, 0, 0, "",
                          "has changed since " + results_file +
                              " was made from it; run the scenario itself to use the new data"});
    }
  }
  if (!problems.empty()) throw ScenarioError(std::move(problems));
}

LoadedRun load_repeat(const std::string& input, const CommonOptions& common) {
  const auto results = read_results(input);
  if (results.kind != "run") {
    throw UsageError(fmt::format("{} holds a {}; only a run can be repeated", input, results.kind));
  }
  require_same_inputs(input, results.provenance);
  auto options = load_options(common);
  const TemporaryFolder catalog;
  const auto& overrides = results.provenance.catalog_overrides;
  if (options.catalog_directory.empty() && !overrides.empty()) {
    unpack_catalog(overrides, catalog.path());
    options.catalog_directory = catalog.path().string();
  }
  auto loaded =
      load_text(results.provenance.scenario_resolved, results.provenance.scenario_path, options);
  loaded.original_text = results.provenance.scenario_original;
  return {results.provenance.scenario_path, std::move(loaded)};
}

}  // namespace

bool is_results_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 8> start = {};
  file.read(start.data(), start.size());
  return file.gcount() == static_cast<std::streamsize>(start.size()) && start == kHdf5Signature;
}

LoadedRun load_run(const std::string& input, const CommonOptions& options) {
  if (is_results_file(input)) return load_repeat(input, options);
  return {std::filesystem::absolute(input).string(), load(input, load_options(options))};
}

std::string catalog_overrides(const std::string& directory) {
  if (directory.empty()) return {};
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".json") continue;
    files[fs::relative(entry.path(), directory).string()] = read_whole(entry.path());
  }
  return files.empty() ? std::string() : nlohmann::json(files).dump();
}

}  // namespace coldaisle
