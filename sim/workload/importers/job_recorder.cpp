#include "sim/workload/importers/job_recorder.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "sim/workload/importers/trace_times.h"

namespace coldaisle {

JobRecorder::JobRecorder(FieldReader& rows, const ImportRequest& request, JobListBuilder& jobs,
                         std::span<const FindingText> texts)
    : rows_(rows),
      trace_(request.trace),
      jobs_(jobs),
      first_row_(jobs.size()),
      texts_(texts),
      counts_(texts.size(), 0) {}

void JobRecorder::add(const RecordedJob& job) {
  if (report_.jobs >= kMostJobs) {
    rows_.add_file_problem(fmt::format("more than {} jobs; split the trace", kMostJobs));
    rows_.throw_if_broken();
  }
  JobRow row{.submit_ns = report_.jobs * kNsPerSecond,
             .duration_ns = kNever,
             .restart_ns = job.restart_ns,
             .demand_type = job.demand_type,
             .group = job.group};
  if (job.submit_ns) note_submit(*job.submit_ns);
  if (uses_submit()) row.submit_ns = job.submit_ns.value();
  if (uses_duration()) set_duration(job, row);
  if (job.name.empty()) {
    jobs_.add(row);
  } else {
    jobs_.add(row, job.name);
  }
  ++report_.jobs;
}

void JobRecorder::set_duration(const RecordedJob& job, JobRow& row) {
  if (job.duration_ns.value() == 0) ++zero_durations_;
  row.duration_ns = std::max<TimeNs>(1, *job.duration_ns);
  if (!job.walltime_ns) return;
  if (*job.walltime_ns < *job.duration_ns) ++raised_walltimes_;
  row.walltime_ns = std::max(*job.walltime_ns, row.duration_ns);
}

void JobRecorder::note_submit(TimeNs submit_ns) {
  if (last_submit_ && submit_ns < *last_submit_) ++unsorted_;
  first_submit_ = std::min(first_submit_.value_or(submit_ns), submit_ns);
  last_submit_ = std::max(last_submit_.value_or(submit_ns), submit_ns);
}

void JobRecorder::report(std::string what, std::int64_t count, std::string detail,
                         FindingEffect effect) {
  if (count == 0) return;
  report_.findings.push_back(
      {.what = std::move(what), .count = count, .detail = std::move(detail), .effect = effect});
}

ImportReport JobRecorder::finish(std::string format, TraceZero zero) {
  if (rows_.row_count() == 0 && rows_.problems().empty()) {
    rows_.add_file_problem("the file has no jobs; the workload would be empty");
  }
  report_.file = rows_.file();
  report_.format = std::move(format);
  report_.rows = rows_.row_count();
  report_.first_ns = first_submit_.value_or(0);
  report_.last_ns = last_submit_.value_or(0);
  if (zero == TraceZero::first_submit && first_submit_) count_from_first_submit();
  rows_.throw_if_broken();
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    report(texts_[i].what, counts_[i], texts_[i].done, texts_[i].effect);
  }
  report("zero duration", zero_durations_, "kept, as 1 ns", FindingEffect::repaired);
  report("ran longer than its time limit", raised_walltimes_, "kept, with a limit of what it ran",
         FindingEffect::repaired);
  report("submitted before an earlier row", unsorted_,
         uses_submit() ? "sorted by time of submission" : "order kept");
  report_repeated_names();
  return std::move(report_);
}

void JobRecorder::count_from_first_submit() {
  const TimeNs first = *first_submit_;
  if (report_.last_ns - first > kMostJobTimeNs) {
    rows_.add_file_problem(
        fmt::format("jobs are submitted from {} to {}, more than 73 years; "
                    "correct the times",
                    format_local_time(first), format_local_time(report_.last_ns)));
  }
  report("first submission", 1, fmt::format("{}: time 0 of the run", format_local_time(first)));
  report_.first_ns = 0;
  report_.last_ns -= first;
  if (!uses_submit()) return;
  auto& submit = jobs_.list().submit_ns;
  for (std::size_t row = first_row_; row < submit.size(); ++row) submit[row] -= first;
}

void JobRecorder::report_repeated_names() {
  const auto& names = jobs_.list().names;
  if (names.size() <= first_row_) return;
  report("id of an earlier row", count_repeated(std::span(names).subspan(first_row_)),
         "kept: rows tell jobs apart");
}

// Sorted by hash, so that millions of strings are seldom compared.
std::int64_t count_repeated(std::span<const std::string> names) {
  struct Entry {
    std::size_t hash;
    const std::string* name;
  };

  std::vector<Entry> entries;
  entries.reserve(names.size());
  for (const auto& name : names) entries.push_back({std::hash<std::string>()(name), &name});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.hash != b.hash ? a.hash < b.hash : *a.name < *b.name;
  });
  std::int64_t repeated = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (*entries[i].name == *entries[i - 1].name) ++repeated;
  }
  return repeated;
}

}  // namespace coldaisle
