#include "sim/workload/importers/openb.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "sim/workload/importers/trace_times.h"
#include "sim/workload/seeded_indices.h"

namespace coldaisle {
namespace {

constexpr std::array<std::string_view, 5> kDemandColumns = {"name", "cpu_milli", "memory_mib",
                                                            "num_gpu", "gpu_milli"};
constexpr std::array<std::string_view, 3> kTimeColumns = {"creation_time", "deletion_time",
                                                          "scheduled_time"};

// Bounds that keep sums in 32 and 64 bits; real rows are far below.
constexpr std::int64_t kMostAsked = INT32_MAX;
constexpr std::int64_t kMostGpusAsked = 1'000'000;
constexpr int kTimeDigits = 9;  // seconds to ns

struct Columns {
  int name = -1, cpu_milli = -1, memory_mib = -1, num_gpu = -1, gpu_milli = -1;
  int gpu_spec = -1, phase = -1, created = -1, deleted = -1, scheduled = -1;

  bool has_times() const { return created >= 0 && deleted >= 0 && scheduled >= 0; }
};

struct PodRow {
  std::string name;
  std::int32_t type = 0;
  std::optional<TimeNs> created, deleted, scheduled;
};

struct FaultText {
  TimeFault fault;
  const char* what;
  const char* done;  // where times are used
  FindingEffect effect;
};

using enum FindingEffect;

constexpr std::array<FaultText, 6> kFaultTexts = {{
    {TimeFault::never_ran, "no scheduled_time", "never ran: dropped", dropped},
    {TimeFault::no_submit, "no creation_time", "dropped", dropped},
    {TimeFault::no_end, "no deletion_time", "its duration is unknown: dropped", dropped},
    {TimeFault::start_before_submit, "scheduled before created", "contradictory: dropped", dropped},
    {TimeFault::end_before_start, "deleted before scheduled", "contradictory: dropped", dropped},
    {TimeFault::zero_duration, "zero duration", "kept, as 1 ns", repaired},
}};

TimeFault fault_of(const PodRow& row) {
  return time_fault(row.created, row.scheduled, row.deleted);
}

// One import: columns, then rows, then jobs and the report.
class OpenbImport {
 public:
  OpenbImport(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs)
      : csv_(csv), request_(request), trace_(request.trace), jobs_(jobs) {}

  ImportReport run() {
    find_columns();
    read_rows();
    const auto order = read_order();
    report_.file = csv_.file();
    report_.format = "openb";
    report_.rows = csv_.row_count();
    report_times();
    add_jobs(order);
    report_rest();
    return std::move(report_);
  }

 private:
  bool uses_times() const { return trace_.timing == TraceTiming::recorded || trace_.departures; }

  void find_columns() {
    const auto demand = csv_.require(
        kDemandColumns,
        "an openb trace needs name, cpu_milli, memory_mib, num_gpu and gpu_milli, with commas");
    columns_ = {.name = demand[0],
                .cpu_milli = demand[1],
                .memory_mib = demand[2],
                .num_gpu = demand[3],
                .gpu_milli = demand[4],
                .gpu_spec = csv_.find("gpu_spec"),
                .phase = csv_.find("pod_phase"),
                .created = csv_.find(kTimeColumns[0]),
                .deleted = csv_.find(kTimeColumns[1]),
                .scheduled = csv_.find(kTimeColumns[2])};
    const bool no_times = columns_.created < 0 && columns_.deleted < 0 && columns_.scheduled < 0;
    if (no_times && request_.times_optional) {
      trace_.timing = TraceTiming::one_per_second;
      trace_.departures = false;
    }
    if (uses_times()) {
      csv_.require(kTimeColumns,
                   trace_.timing == TraceTiming::recorded
                       ? "\"timing\": \"recorded\" needs them; without them use \"timing\": "
                         "\"one_per_second\" with \"departures\": false"
                       : "\"departures\": true needs them; without them use \"departures\": false");
    }
    if (!trace_.order_file.empty() && trace_.timing == TraceTiming::recorded) {
      csv_.add_file_problem(
          "\"order\" sets the order of arrival, recorded times do too; with "
          "\"order\" use \"timing\": \"one_per_second\"");
    }
    csv_.throw_if_broken();
  }

  void read_rows() {
    while (csv_.next()) {
      rows_.push_back(read_row());
      if (columns_.phase >= 0) ++phases_[std::string(csv_.field(columns_.phase))];
    }
    if (rows_.empty() && csv_.problems().empty()) {
      csv_.add_file_problem("no tasks below the header; the workload would be empty");
    }
    csv_.throw_if_broken();
  }

  PodRow read_row() {
    PodRow row;
    row.name = std::string(csv_.field(columns_.name));
    if (const auto demand = read_demand()) {
      row.type = jobs_.intern(*demand);
      jobs_.count_original(row.type);
      if (demand->gpus == 0 && demand->cpu_milli == 0 && demand->memory_mib == 0) ++asks_nothing_;
    }
    if (columns_.has_times()) {
      row.created = read_time(columns_.created);
      row.deleted = read_time(columns_.deleted);
      row.scheduled = read_time(columns_.scheduled);
    }
    return row;
  }

  std::optional<TimeNs> read_time(int column) {
    if (csv_.empty(column)) return std::nullopt;
    return csv_.decimal(column, kTimeDigits, 0, kMostJobTimeNs);
  }

  std::optional<JobDemand> read_demand() {
    const auto cpu = csv_.integer(columns_.cpu_milli, 0, kMostAsked);
    const auto memory = csv_.integer(columns_.memory_mib, 0, kMostAsked);
    const auto gpus = csv_.integer(columns_.num_gpu, 0, kMostGpusAsked);
    const auto share = csv_.integer(columns_.gpu_milli, 0, kMilliPerGpu);
    if (!cpu || !memory || !gpus || !share) return std::nullopt;
    if (!check_share(*gpus, *share)) return std::nullopt;
    JobDemand demand;
    demand.gpus = static_cast<int>(*gpus);
    demand.gpu_milli = static_cast<int>(*share);
    demand.cpu_milli = *cpu;
    demand.memory_mib = *memory;
    if (columns_.gpu_spec >= 0 && !csv_.empty(columns_.gpu_spec)) read_models(demand);
    return demand;
  }

  bool check_share(std::int64_t gpus, std::int64_t share) {
    const char* rule = nullptr;
    if (gpus == 0 && share != 0) rule = "must be 0 where num_gpu is 0";
    if (gpus == 1 && share == 0) rule = "must be 1 to 1000 where num_gpu is 1";
    if (gpus > 1 && share != kMilliPerGpu) {
      rule = "must be 1000 where num_gpu is above 1: only one GPU can be shared";
    }
    if (rule == nullptr) return true;
    csv_.add_problem(columns_.gpu_milli, fmt::format("is {}; it {}", share, rule));
    return false;
  }

  // "A|B", in the file's order, in the fleet's names. A task without GPUs is free of models.
  void read_models(JobDemand& demand) {
    if (demand.gpus == 0) {
      ++models_without_gpu_;
      return;
    }
    std::string_view rest = csv_.field(columns_.gpu_spec);
    while (true) {
      const std::size_t bar = rest.find('|');
      add_model(demand, rest.substr(0, bar));
      if (bar == std::string_view::npos) break;
      rest.remove_prefix(bar + 1);
    }
  }

  void add_model(JobDemand& demand, std::string_view name) {
    if (name.empty()) {
      csv_.add_problem(columns_.gpu_spec, fmt::format("{} has an empty model between bars; write "
                                                      "\"A|B\"",
                                                      quote_field(csv_.field(columns_.gpu_spec))));
      return;
    }
    std::string known(name);
    for (const auto& [theirs, ours] : request_.model_names) {
      if (theirs == name) known = ours;
    }
    auto& models = demand.gpu_models;
    if (std::find(models.begin(), models.end(), known) == models.end()) models.push_back(known);
  }

  // Row indices in order of arrival.
  std::vector<std::int32_t> read_order() {
    if (!trace_.order_file.empty()) {
      CsvReader order = CsvReader::open(trace_.order_file);
      return read_seeded_indices(order, kOrderColumn, trace_name(trace_.file), request_.seed,
                                 csv_.row_count(), "rows of the trace");
    }
    std::vector<std::int32_t> order(rows_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    return order;
  }

  bool keeps(TimeFault fault) const {
    return !uses_times() || fault == TimeFault::sound || fault == TimeFault::zero_duration;
  }

  void add_jobs(const std::vector<std::int32_t>& order) {
    const std::int16_t group = jobs_.add_group(trace_name(trace_.file));
    for (const std::int32_t index : order) {
      const PodRow& row = rows_[static_cast<std::size_t>(index)];
      if (columns_.has_times() && !keeps(fault_of(row))) continue;
      JobRow job{.submit_ns = report_.jobs * kNsPerSecond,
                 .duration_ns = kNever,
                 .demand_type = row.type,
                 .group = group};
      if (trace_.timing == TraceTiming::recorded) job.submit_ns = *row.created;
      if (trace_.departures) {
        job.duration_ns = std::max<TimeNs>(1, *row.deleted - *row.scheduled);
      }
      jobs_.add(job, row.name);
      ++report_.jobs;
    }
  }

  void find(std::string what, std::int64_t count, std::string detail,
            FindingEffect effect = remark) {
    if (count == 0) return;
    report_.findings.push_back(
        {.what = std::move(what), .count = count, .detail = std::move(detail), .effect = effect});
  }

  void report_times() {
    if (!columns_.has_times()) return;
    for (const auto& text : kFaultTexts) {
      const auto has_fault = [&](const PodRow& row) { return fault_of(row) == text.fault; };
      find(text.what, std::count_if(rows_.begin(), rows_.end(), has_fault),
           uses_times() ? text.done : "kept: recorded times are not used",
           uses_times() ? text.effect : remark);
    }
    report_span();
    std::int64_t cut = 0;
    std::optional<TimeNs> last;
    for (const auto& row : rows_) {
      if (!row.scheduled || !row.deleted || row.deleted < last) continue;
      cut = row.deleted == last ? cut + 1 : 1;
      last = row.deleted;
    }
    find("deleted at the last instant", cut > 1 ? cut : 0,
         "perhaps still running when the trace ends: their durations may be cut short");
  }

  void report_span() {
    std::int64_t unsorted = 0;
    std::optional<TimeNs> first, last;
    for (const auto& row : rows_) {
      if (!row.created) continue;
      if (last && *row.created < *last) ++unsorted;
      first = std::min(first.value_or(*row.created), *row.created);
      last = std::max(last.value_or(*row.created), *row.created);
    }
    report_.first_ns = first.value_or(0);
    report_.last_ns = last.value_or(0);
    find("created before an earlier row", unsorted,
         trace_.timing == TraceTiming::recorded ? "sorted by creation_time" : "order kept");
  }

  void report_rest() {
    find("gpu_spec without GPUs", models_without_gpu_, "ignored", repaired);
    find("asks for nothing", asks_nothing_, "kept");
    std::unordered_set<std::string_view> names;
    std::int64_t repeated = 0;
    for (const auto& row : rows_) repeated += names.insert(row.name).second ? 0 : 1;
    find("name of an earlier row", repeated, "kept: rows tell jobs apart");
    for (const auto& [phase, count] : phases_) {
      find(fmt::format("phase {}", phase.empty() ? "(empty)" : phase), count, "as recorded");
    }
  }

  CsvReader& csv_;
  const ImportRequest& request_;
  Trace trace_;
  JobListBuilder& jobs_;
  Columns columns_;
  std::vector<PodRow> rows_;
  std::map<std::string, std::int64_t> phases_;
  std::int64_t models_without_gpu_ = 0;
  std::int64_t asks_nothing_ = 0;
  ImportReport report_;
};

}  // namespace

ImportReport import_openb(const ImportRequest& request, JobListBuilder& jobs) {
  CsvReader csv = CsvReader::open(request.trace.file);
  return import_openb(csv, request, jobs);
}

ImportReport import_openb(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs) {
  return OpenbImport(csv, request, jobs).run();
}

}  // namespace coldaisle
