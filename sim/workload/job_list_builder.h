#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/workload/job_list.h"

namespace coldaisle {

// One job as a source hands it to the builder.
struct JobRow {
  TimeNs submit_ns = 0;
  TimeNs duration_ns = 0;
  TimeNs walltime_ns = kNever;
  TimeNs restart_ns = -1;
  std::int32_t demand_type = 0;
  std::uint16_t utilisation_milli = 1000;
  std::int16_t group = 0;
  std::int32_t priority = 0;
};

// Gathers the jobs of all sources into one JobList. Equal demands become one type.
class JobListBuilder {
 public:
  // `file` is what messages call the scenario.
  explicit JobListBuilder(std::string file = "scenario") : file_(std::move(file)) {}

  const std::string& file() const { return file_; }

  // Index of the type with this demand, a new one where it is the first.
  std::int32_t intern(const JobDemand& demand);

  // Counts `jobs` jobs of a type in the original list.
  void count_original(std::int32_t type, std::int64_t jobs = 1);

  // Index of a new group of jobs. Throws ScenarioError beyond 32,767 groups.
  std::int16_t add_group(std::string name);

  void add(const JobRow& row);
  void add(const JobRow& row, std::string_view name);

  // Appends `count` rows for the caller to fill (several threads may), and returns the index of
  // the first.
  std::size_t append_rows(std::size_t count);

  std::size_t size() const { return list_.size(); }

  JobList& list() { return list_; }

  // The list, with all rows but the first `initial_count` sorted by submit time, stably.
  JobList finish(std::int32_t initial_count);

 private:
  using Key =
      std::tuple<int, int, int, std::int64_t, std::int64_t, std::int64_t, std::vector<std::string>>;

  std::string file_;
  JobList list_;
  std::map<Key, std::int32_t> types_;
};

}  // namespace coldaisle
