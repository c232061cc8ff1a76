#include "sim/workload/importers/swf.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "sim/workload/importers/job_recorder.h"

namespace coldaisle {
namespace {

// The fields in the words of the format's definition.
constexpr std::array<std::string_view, 18> kColumns = {
    "job_number",       "submit_time",   "wait_time",       "run_time",          "allocated_procs",
    "average_cpu_time", "used_memory",   "requested_procs", "requested_time",    "requested_memory",
    "status",           "user_id",       "group_id",        "executable_number", "queue_number",
    "partition_number", "preceding_job", "think_time"};

enum Column : std::uint8_t {
  job_number = 0,
  submit_time = 1,
  run_time = 3,
  allocated_procs = 4,
  used_memory = 6,
  requested_procs = 7,
  requested_time = 8,
  requested_memory = 9,
  job_status = 10,
};

enum Status : std::int8_t {
  unknown = -1,
  failed = 0,
  partial_continued = 2,
  partial_failed = 4,
  cancelled = 5,
};

// Bounds that keep sums in 32 and 64 bits; real rows are far below.
constexpr std::int64_t kMostProcessors = 1'000'000;
constexpr std::int64_t kMostKib = std::int64_t{1} << 40;  // of one processor
constexpr std::int64_t kMostMib = INT32_MAX;              // of one job
constexpr int kTimeDigits = 9;                            // seconds to ns

enum class Finding : std::uint8_t {
  partial,
  cancelled_early,
  no_submit,
  no_run_time,
  no_processors,
  requested_used,
  memory_not_asked,
  failed,
  cancelled,
  no_status,
};

constexpr std::array<FindingText, 10> kTexts = {{
    {"partial execution (status 2 to 4)", "dropped: the job's summary line has its whole run time",
     FindingEffect::dropped},
    {"cancelled before it ran", "dropped", FindingEffect::dropped},
    {"no submit time", "dropped", FindingEffect::dropped},
    {"no run time", "dropped", FindingEffect::dropped},
    {"no processors, allocated or requested", "dropped", FindingEffect::dropped},
    {"no allocated processors", "kept, with the requested ones", FindingEffect::repaired},
    {"used memory but none requested", "kept: asks for no memory", FindingEffect::remark},
    {"status failed", "kept, as it ran", FindingEffect::remark},
    {"status cancelled", "kept, as it ran", FindingEffect::remark},
    {"status unknown", "kept, as it ran", FindingEffect::remark},
}};

class SwfImport {
 public:
  SwfImport(TableReader& rows, const ImportRequest& request, JobListBuilder& jobs)
      : rows_(rows),
        jobs_(jobs),
        is_gpu_(request.trace.processor == TraceProcessor::gpu),
        group_(jobs.add_group(trace_name(request.trace.file))),
        recorder_(rows, request, jobs, kTexts) {}

  ImportReport run() {
    while (rows_.next()) read_row();
    return recorder_.finish("swf", TraceZero::as_recorded);
  }

 private:
  void read_row() {
    rows_.integer(job_number, -1, INT64_MAX);
    const auto submit = read_seconds(submit_time);
    const auto run = read_seconds(run_time);
    const auto requested = read_seconds(requested_time);
    const auto state = rows_.integer(job_status, unknown, cancelled);
    const auto demand = read_demand();
    if (!rows_.problems().empty()) return;
    if (*state >= partial_continued && *state <= partial_failed) {
      return recorder_.note(Finding::partial);
    }
    if (*state == cancelled && run.value_or(0) == 0) {
      return recorder_.note(Finding::cancelled_early);
    }
    if (!demand) return recorder_.note(Finding::no_processors);
    const std::int32_t type = jobs_.intern(*demand);
    jobs_.count_original(type);
    if (recorder_.uses_submit() && !submit) return recorder_.note(Finding::no_submit);
    if (recorder_.uses_duration() && !run) return recorder_.note(Finding::no_run_time);
    note_kept(*state);
    recorder_.add({.submit_ns = submit,
                   .duration_ns = run,
                   .walltime_ns = requested.value_or(0) > 0 ? requested : std::nullopt,
                   .demand_type = type,
                   .group = group_,
                   .name = rows_.field(job_number)});
  }

  // Seconds as ns; nothing where they are -1.
  std::optional<TimeNs> read_seconds(Column column) {
    const auto time = rows_.decimal(column, kTimeDigits, -kNsPerSecond, kMostJobTimeNs);
    if (!time || *time == -kNsPerSecond) return std::nullopt;
    if (*time >= 0) return time;
    rows_.add_problem(column, fmt::format("{} is negative; give seconds from 0, or -1 for unknown",
                                          quote_field(rows_.field(column))));
    return std::nullopt;
  }

  // A count above 0, else nothing.
  std::optional<std::int64_t> read_count(Column column, std::int64_t most) {
    const auto count = rows_.integer(column, -1, most);
    if (!count || *count <= 0) return std::nullopt;
    return count;
  }

  std::optional<JobDemand> read_demand() {
    const auto allocated = read_count(allocated_procs, kMostProcessors);
    const auto requested = read_count(requested_procs, kMostProcessors);
    const auto kib = read_count(requested_memory, kMostKib);
    const auto processors = allocated ? allocated : requested;
    is_requested_used_ = !allocated;
    if (!processors) return std::nullopt;
    const WideInt memory_mib = (WideInt{kib.value_or(0)} * *processors + 1023) / 1024;
    if (memory_mib > kMostMib) {
      rows_.add_problem(requested_memory,
                        fmt::format("{} KiB for each of {} processors is more than {} MiB in all",
                                    *kib, *processors, kMostMib));
      return std::nullopt;
    }
    JobDemand demand;
    demand.gpus = is_gpu_ ? static_cast<int>(*processors) : 0;
    demand.gpu_milli = is_gpu_ ? kMilliPerGpu : 0;
    demand.cpu_milli = is_gpu_ ? 0 : *processors * 1000;
    demand.memory_mib = static_cast<std::int64_t>(memory_mib);
    return demand;
  }

  // What is worth saying of a row that becomes a job.
  void note_kept(std::int64_t state) {
    if (is_requested_used_) recorder_.note(Finding::requested_used);
    if (rows_.field(requested_memory) == "-1" && rows_.field(used_memory) != "-1") {
      recorder_.note(Finding::memory_not_asked);
    }
    if (state == failed) recorder_.note(Finding::failed);
    if (state == cancelled) recorder_.note(Finding::cancelled);
    if (state == unknown) recorder_.note(Finding::no_status);
  }

  TableReader& rows_;
  JobListBuilder& jobs_;
  bool is_gpu_;
  std::int16_t group_;
  JobRecorder recorder_;
  bool is_requested_used_ = false;  // by the current row
};

}  // namespace

TableForm swf_form() {
  return {.separator = ' ', .comment = ';', .columns = kColumns};
}

ImportReport import_swf(const ImportRequest& request, JobListBuilder& jobs) {
  TableReader rows = TableReader::open(request.trace.file, swf_form());
  return import_swf(rows, request, jobs);
}

ImportReport import_swf(TableReader& rows, const ImportRequest& request, JobListBuilder& jobs) {
  return SwfImport(rows, request, jobs).run();
}

}  // namespace coldaisle
