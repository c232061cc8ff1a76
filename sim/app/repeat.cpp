#include "sim/app/repeat.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/core/error.h"
#include "sim/core/nearest_name.h"
#include "sim/core/sha256.h"
#include "sim/policy/policy.h"
#include "sim/policy/policy_set.h"
#include "sim/results/evaluation_file.h"
#include "sim/results/read_hdf5.h"
#include "sim/scenario/scheduler_choices.h"

namespace coldaisle {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kHdf5Signature = {'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};

// The folders of a catalogue that load_catalog reads.
constexpr std::array<const char*, 2> kCatalogFolders = {"gpus", "nodes"};

[[noreturn]] void fail(const fs::path& path, const std::string& what, const std::string& why) {
  throw IoError(fmt::format("{}: {}: {}", path.string(), what, why));
}

// A folder that goes when this does.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    const auto parent = fs::temp_directory_path(error);
    if (error) fail(parent, "cannot be used for temporary files", error.message());
    auto pattern = (parent / "coldaisle-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      fail(pattern, "cannot make this folder", std::strerror(errno));
    }
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
  if (file.bad()) throw IoError(path.string() + ": cannot be read");
  return text.str();
}

using CatalogFiles = std::map<std::string, std::string>;  // path below the folder -> text

// A results file may come from anywhere: what it says is checked before it becomes a path.
CatalogFiles parse_overrides(const std::string& results_file, const std::string& overrides) {
  CatalogFiles files;
  try {
    files = nlohmann::json::parse(overrides).get<CatalogFiles>();
  } catch (const nlohmann::json::exception& error) {
    fail(results_file, "its catalogue is no JSON object of texts", error.what());
  }
  for (const auto& [name, text] : files) {
    const auto path = fs::path(name).lexically_normal();
    if (path.is_absolute() || !path.has_filename() || *path.begin() == "..") {
      throw IoError(fmt::format(
          "{}: its catalogue has a file {} outside the catalogue's folder; it is not unpacked",
          results_file, nlohmann::json(name).dump(-1, ' ', true)));
    }
  }
  return files;
}

void unpack_catalog(const CatalogFiles& files, const fs::path& folder) {
  for (const auto& [name, text] : files) {
    const auto target = folder / name;
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    if (error) fail(target.parent_path(), "cannot make this folder", error.message());
    std::ofstream file(target, std::ios::binary);
    file << text;
    file.close();
    if (file.fail()) throw IoError(target.string() + ": cannot be written");
  }
}

void require_same_inputs(const std::string& results_file, const Provenance& provenance) {
  std::vector<Problem> problems;
  for (const auto& [path, sha256] : provenance.inputs) {
    std::error_code error;
    const bool is_there = fs::exists(path, error);
    if (error) fail(path, "cannot be looked at", error.message());
    if (!is_there) {
      problems.push_back({path, 0, 0, "", "is gone; " + results_file + " was made from it"});
    } else if (sha256_of_file(path) != sha256) {
      problems.push_back({path, 0, 0, "",
                          "has changed since " + results_file +
                              " was made from it; run the scenario itself to use the new data"});
    }
  }
  if (!problems.empty()) throw ScenarioError(std::move(problems));
}

// The scenario in a results file, with `first` applied before the command line's overrides.
LoadedRun load_results(const Results& results, const std::string& input,
                       const CommonOptions& common, const std::vector<Override>& first) {
  require_same_inputs(input, results.provenance);
  auto options = load_options(common);
  options.overrides.insert(options.overrides.begin(), first.begin(), first.end());
  std::optional<TemporaryFolder> folder;
  auto overrides = catalog_overrides(options.catalog_directory);
  if (options.catalog_directory.empty() && !results.provenance.catalog_overrides.empty()) {
    overrides = results.provenance.catalog_overrides;
    const auto files = parse_overrides(input, overrides);
    folder.emplace();
    unpack_catalog(files, folder->path());
    options.catalog_directory = folder->path().string();
  }
  auto loaded =
      load_text(results.provenance.scenario_resolved, results.provenance.scenario_path, options);
  loaded.original_text = results.provenance.scenario_original;
  return {results.provenance.scenario_path, std::move(loaded), std::move(overrides)};
}

void require_kind(const char* wanted, const Results& results, const std::string& input,
                  const char* remedy) {
  if (results.kind == wanted) return;
  throw UsageError(fmt::format("{} holds a {}; {}", input, results.kind, remedy));
}

LoadedRun load_file(const std::string& input, const CommonOptions& options) {
  std::error_code error;
  const auto path = fs::absolute(input, error);
  if (error) fail(input, "has no absolute path", error.message());
  auto loaded = load(input, load_options(options));
  return {path.string(), std::move(loaded), catalog_overrides(options.catalog_directory)};
}

// The overrides that put a scheduler in place of a scenario's own.
std::vector<Override> scheduler_overrides(const Scheduler& scheduler) {
  nlohmann::ordered_json rules = nlohmann::ordered_json::object();
  for (const auto& [rule, weight] : scheduler.rules) rules[rule] = weight;
  const auto gpu_choice = static_cast<GpuChoice>(make_policy(scheduler).gpu_pick);
  return {{"/scheduler/rules", rules.dump()},
          {"/scheduler/queue", choice_name(kQueueChoices, scheduler.queue)},
          {"/scheduler/depth", std::to_string(scheduler.depth)},
          {"/scheduler/gpu_choice", choice_name(kGpuChoices, gpu_choice)}};
}

// "fgd, spread, grid-0, …"
std::string some_ids(std::span<const std::string> ids) {
  constexpr std::size_t kShown = 5;
  const auto shown = ids.first(std::min(ids.size(), kShown));
  return fmt::format("{}{}", fmt::join(shown, ", "), ids.size() > kShown ? ", …" : "");
}

// The scenario of an evaluation with one of its policies as the scheduler.
LoadedRun load_policy(const Results& results, const std::string& input, const CommonOptions& common,
                      const std::string& policy) {
  const auto ids = policy_ids(results, input);
  if (policy.empty()) {
    throw UsageError(
        fmt::format("run: {} holds an evaluation of {} policies; name one of them with --policy "
                    "({}), or repeat it all with coldaisle evaluate {}",
                    input, ids.size(), some_ids(ids), input));
  }
  const auto evaluation = load_results(results, input, common, {});
  const PolicySet policies(evaluation.loaded.scenario);
  const auto number = policies.find(policy);
  if (number < 0) {
    const auto near = nearest_name(policy, {ids.begin(), ids.end()});
    throw UsageError(fmt::format(
        "run: {} has no policy \"{}\"; {}", input, policy,
        near.empty() ? "it has " + some_ids(ids) : fmt::format("did you mean \"{}\"?", near)));
  }
  return load_results(results, input, common, scheduler_overrides(policies.scheduler(number)));
}

void add_catalog_files(const fs::path& directory, const char* folder, CatalogFiles& files) {
  std::error_code error;
  if (!fs::is_directory(directory / folder, error)) return;
  fs::directory_iterator entry(directory / folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() != ".json") continue;
    files[(fs::path(folder) / entry->path().filename()).string()] = read_whole(entry->path());
  }
  if (error) fail(directory / folder, "cannot be listed", error.message());
}

}  // namespace

bool is_results_file(const std::string& path) {
  // A pipe can be read once only: it is a scenario.
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 8> start = {};
  file.read(start.data(), start.size());
  return file.gcount() == static_cast<std::streamsize>(start.size()) && start == kHdf5Signature;
}

LoadedRun load_run(const std::string& input, const CommonOptions& options,
                   const std::string& policy) {
  if (is_results_file(input)) {
    const auto results = read_results(input);
    if (results.kind == kEvaluationKind) return load_policy(results, input, options, policy);
    require_kind("run", results, input, "only a run can be repeated, or a policy of an evaluation");
    if (policy.empty()) return load_results(results, input, options, {});
  }
  if (policy.empty()) return load_file(input, options);
  throw UsageError(
      fmt::format("run: --policy goes with the results file of an evaluation, which {} is not; "
                  "leave it out",
                  input));
}

LoadedRun load_evaluation(const std::string& input, const CommonOptions& options) {
  if (!is_results_file(input)) return load_file(input, options);
  const auto results = read_results(input);
  require_kind(kEvaluationKind, results, input,
               "evaluate repeats an evaluation only: give one, or a scenario");
  return load_results(results, input, options, {});
}

std::string catalog_overrides(const std::string& directory) {
  if (directory.empty()) return {};
  CatalogFiles files;
  for (const char* const folder : kCatalogFolders) add_catalog_files(directory, folder, files);
  return files.empty() ? std::string() : nlohmann::json(files).dump();
}

}  // namespace coldaisle
