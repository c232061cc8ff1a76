#include "sim/app/resume.h"

#include <filesystem>

#include <fmt/format.h>

#include "sim/core/build_info.h"
#include "sim/core/error.h"
#include "sim/results/evaluation_file.h"
#include "sim/results/read_hdf5.h"

namespace coldaisle {
namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// What keeps an evaluation from going on where `results` stopped; nothing: it can.
std::vector<std::string> differences(const Results& results, const RunIdentity& identity,
                                     std::uint64_t seed) {
  std::vector<std::string> found;
  const auto& left = results.provenance;
  const auto& right = identity.provenance;
  if (results.seed != seed) {
    found.push_back(fmt::format("is of seed {}, not {}", results.seed, seed));
  } else if (left.scenario_resolved != right.scenario_resolved) {
    found.emplace_back("is of another scenario (scenario_sha256 differs)");
  }
  if (left.catalog_overrides != right.catalog_overrides) {
    found.emplace_back("was made with other files in --catalog");
  }
  if (left.inputs != right.inputs) {
    found.emplace_back("was made from other data files, or they have changed since");
  }
  if (results.tool_version != tool_version() || results.git_sha != git_sha()) {
    found.push_back(fmt::format("was written by coldaisle {} ({}), and this is {} ({})",
                                results.tool_version, results.git_sha, tool_version(), git_sha()));
  }
  return found;
}

void require_same(const Results& results, const std::string& file, const RunIdentity& identity,
                  std::uint64_t seed) {
  std::vector<Problem> problems;
  for (const auto& difference : differences(results, identity, seed)) {
    problems.push_back({file, 0, 0, "",
                        difference + "; evaluate without --resume to start afresh, or name another "
                                     "-o OUT.h5"});
  }
  if (!problems.empty()) throw ScenarioError(std::move(problems));
}

}  // namespace

std::optional<EarlierEvaluation> find_earlier_evaluation(const std::string& output,
                                                         const RunIdentity& identity,
                                                         std::uint64_t seed, std::size_t policies) {
  // A .part is never behind the file: an evaluation that resumes writes all it took over first.
  const auto file = exists(output + ".part") ? output + ".part" : output;
  if (!exists(file)) return std::nullopt;
  const auto results = read_results(file);
  if (results.kind != kEvaluationKind) {
    throw IoError(fmt::format("{}: holds a {}, which cannot be resumed; name another -o OUT.h5",
                              file, results.kind));
  }
  require_same(results, file, identity, seed);
  EarlierEvaluation earlier{file, results.status, restore_outcomes(results, file)};
  if (policy_ids(results, file).size() != policies) {
    throw IoError(
        fmt::format("{}: holds {} policies where the scenario has {}; the file is "
                    "damaged: evaluate without --resume",
                    file, policy_ids(results, file).size(), policies));
  }
  return earlier;
}

}  // namespace coldaisle
