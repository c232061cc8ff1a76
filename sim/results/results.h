#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace coldaisle {

// Values of one dataset. The memory belongs to the run (or to Results::owned_*).
using DatasetValues = std::variant<std::span<const std::int64_t>, std::span<const std::int32_t>,
                                   std::span<const std::uint16_t>, std::span<const std::uint8_t>,
                                   std::span<const double>, std::span<const std::string>>;

// Along which axes of its group a dataset runs.
enum class Along : std::uint8_t {
  rows,     // one value a row
  columns,  // one value for each column of the group's 2-D datasets
  both,     // 2-D, row by row
};

// One dataset of a group. `long_name` says what it means, in one line: FORMAT.md repeats it.
struct Dataset {
  std::string name;
  std::string unit;  // "1" for counts and codes
  std::string long_name;
  DatasetValues values;
  Along along = Along::rows;
};

// A group of datasets of as many rows. `axis` names the dataset that is the dimension scale of the
// rows, `column_axis` the one of the columns where some are 2-D (else it is empty). Groups may nest
// ("/enums/job_state"); /provenance is the writer's own.
struct ResultGroup {
  std::string path;  // "/jobs"
  std::string axis;  // "id"
  std::vector<Dataset> datasets;
  std::string column_axis;  // "metric"
};

enum class RunStatus : std::uint8_t { running, complete, interrupted };

// What is needed to say where results come from, and to make them again.
struct Provenance {
  std::string scenario_original;
  std::string scenario_resolved;
  std::string scenario_path;
  std::string
      catalog_overrides;  // JSON object, path of the user's catalogue file -> its text, or empty
  std::vector<std::pair<std::string, std::string>>
      inputs;  // (path, SHA-256) of each data file read
};

// What a results file says about where it came from, besides the run itself.
struct RunIdentity {
  std::string command_line;
  std::string created_utc;
  Provenance provenance;
};

// Forbids copies of what holds it: a copy's spans would point into the original's columns.
struct MoveOnly {
  MoveOnly() = default;
  MoveOnly(MoveOnly&&) = default;
  MoveOnly& operator=(MoveOnly&&) = default;
};

// Everything one results file holds.
struct Results {
  std::string kind = "run";
  RunStatus status = RunStatus::running;
  std::uint64_t seed = 0;
  std::string start;  // RFC 3339 instant of t = 0
  std::string command_line;
  std::string created_utc;
  Provenance provenance;
  std::vector<ResultGroup> groups;

  // Storage for columns made while collecting; deques keep addresses.
  std::deque<std::vector<std::int64_t>> owned_int64;
  std::deque<std::vector<std::int32_t>> owned_int32;
  std::deque<std::vector<std::uint16_t>> owned_uint16;
  std::deque<std::vector<std::uint8_t>> owned_uint8;
  std::deque<std::vector<double>> owned_double;
  std::deque<std::vector<std::string>> owned_string;

  // Who wrote the file: filled by read_results, while a writer names its own build.
  std::string tool_version;
  std::string git_sha;

  MoveOnly move_only = {};
};

// Name of a status in files: "running", "complete", "interrupted".
const char* status_name(RunStatus status);

// The version of the file layout that this build writes, and the newest that it reads.
inline constexpr std::uint64_t kSchemaVersion = 1;

}  // namespace coldaisle
