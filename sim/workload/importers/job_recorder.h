#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/field_reader.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

// A finding that an importer may make of a row, and what it does about it.
struct FindingText {
  const char* what;
  const char* done;
  FindingEffect effect;
};

// A job as a trace records it.
struct RecordedJob {
  std::optional<TimeNs> submit_ns;         // from the trace's own zero; needed where used
  std::optional<TimeNs> duration_ns;       // not negative; needed where used
  std::optional<TimeNs> walltime_ns = {};  // limit of the duration; none where unknown or unlimited
  TimeNs restart_ns = -1;                  // after a stop; -1: the scheduler's
  std::int32_t demand_type = 0;
  std::int16_t group = 0;
  std::string_view name = {};  // empty: the trace has no names
};

// Where a trace's submit times count from.
enum class TraceZero : std::uint8_t { as_recorded, first_submit };

// Takes the jobs of a trace that is read row by row: gives each the times that the scenario's
// `timing` and `departures` ask for, adds it to the builder and keeps what the report needs. It
// holds no rows. A walltime below the duration is raised to it: the job ran so long, and a run
// would kill it. Jobs that never leave have none.
//
//   JobRecorder recorder(rows, request, jobs, kTexts);
//   while (rows.next()) recorder.add({.submit_ns = ..., .duration_ns = ...});
//   return recorder.finish("x", TraceZero::as_recorded);
class JobRecorder {
 public:
  // `texts` has a row for each value of the importer's enum of findings, in its order.
  JobRecorder(FieldReader& rows, const ImportRequest& request, JobListBuilder& jobs,
              std::span<const FindingText> texts);

  bool uses_submit() const { return trace_.timing == TraceTiming::recorded; }

  bool uses_duration() const { return trace_.departures; }

  template <typename Finding>
  void note(Finding finding) {
    ++counts_[static_cast<std::size_t>(finding)];
  }

  void add(const RecordedJob& job);

  // A finding beside those of the table; none where `count` is 0.
  void report(std::string what, std::int64_t count, std::string detail,
              FindingEffect effect = FindingEffect::remark);

  // The report. Throws ScenarioError where rows were broken, where there were none, or where submit
  // times span more than kMostJobTimeNs.
  ImportReport finish(std::string format, TraceZero zero);

 private:
  void note_submit(TimeNs submit_ns);
  void set_duration(const RecordedJob& job, JobRow& row);
  void report_repeated_names();
  void count_from_first_submit();

  FieldReader& rows_;
  const Trace& trace_;
  JobListBuilder& jobs_;
  std::size_t first_row_;  // of this trace, in the builder
  std::span<const FindingText> texts_;
  std::vector<std::int64_t> counts_;
  std::int64_t unsorted_ = 0;
  std::int64_t zero_durations_ = 0;
  std::int64_t raised_walltimes_ = 0;
  std::optional<TimeNs> first_submit_, last_submit_;
  ImportReport report_;
};

// How many of `names` an earlier one equals.
std::int64_t count_repeated(std::span<const std::string> names);

}  // namespace coldaisle
