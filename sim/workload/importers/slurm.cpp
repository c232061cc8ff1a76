#include "sim/workload/importers/slurm.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/workload/importers/job_recorder.h"
#include "sim/workload/importers/slurm_tres.h"
#include "sim/workload/importers/trace_times.h"

namespace coldaisle {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"Submit", "Start", "End", "Timelimit",
                                                      "State"};
constexpr const char* kRemedy =
    "print them with sacct --parsable2 "
    "--format=JobID,Submit,Start,End,Timelimit,State,AllocTRES,ReqTRES";

// Slurm has about 30 states (JOB STATE CODES in sacct(1)); more are a column of something else.
constexpr std::size_t kMostStates = 64;

enum class Finding : std::uint8_t {
  step,
  pending_array,
  never_ran,
  no_submit,
  no_end,
  start_before_submit,
  end_before_start,
  no_tres,
  uneven_gpus,
  shares_gpu,
  names_model,
  asks_nothing,
};

constexpr std::array<FindingText, 12> kTexts = {{
    {"job step", "left out: its job has its own row", FindingEffect::remark},
    {"array of tasks that have not started", "dropped", FindingEffect::dropped},
    {"no Start", "never ran: dropped", FindingEffect::dropped},
    {"no Submit", "dropped", FindingEffect::dropped},
    {"no End", "its duration is unknown: dropped", FindingEffect::dropped},
    {"Start before Submit", "contradictory: dropped", FindingEffect::dropped},
    {"End before Start", "contradictory: dropped", FindingEffect::dropped},
    {"no AllocTRES or ReqTRES", "its demand is unknown: dropped", FindingEffect::dropped},
    {"GPUs that do not divide by its nodes", "kept, over as many nodes as hold them",
     FindingEffect::repaired},
    {"gres/shard or gres/mps", "kept, without its shares of a GPU", FindingEffect::repaired},
    {"gres/gpu of a model", "kept: any model will do", FindingEffect::remark},
    {"asks for nothing", "kept", FindingEffect::remark},
}};

// The finding that goes with a fault which costs the row its place.
std::optional<Finding> finding_of(TimeFault fault) {
  switch (fault) {
    case TimeFault::never_ran:
      return Finding::never_ran;
    case TimeFault::no_submit:
      return Finding::no_submit;
    case TimeFault::no_end:
      return Finding::no_end;
    case TimeFault::start_before_submit:
      return Finding::start_before_submit;
    case TimeFault::end_before_start:
      return Finding::end_before_start;
    case TimeFault::sound:
    case TimeFault::zero_duration:
      break;
  }
  return std::nullopt;
}

std::int64_t divide_up(std::int64_t amount, std::int64_t parts) {
  return (amount + parts - 1) / parts;
}

class SlurmImport {
 public:
  SlurmImport(TableReader& rows, const ImportRequest& request, JobListBuilder& jobs)
      : rows_(rows),
        jobs_(jobs),
        group_(jobs.add_group(trace_name(request.trace.file))),
        recorder_(rows, request, jobs, kTexts) {}

  ImportReport run() {
    find_columns();
    while (rows_.next()) read_row();
    ImportReport report = recorder_.finish("slurm", TraceZero::first_submit);
    for (const auto& [state, count] : states_) {
      report.findings.push_back(
          {.what = "state " + state, .count = count, .detail = "as recorded"});
    }
    return report;
  }

 private:
  void find_columns() {
    const auto columns = rows_.require(kColumns, kRemedy);
    submit_ = columns[0];
    start_ = columns[1];
    end_ = columns[2];
    time_limit_ = columns[3];
    state_ = columns[4];
    id_ = find_either("JobID", "JobIDRaw");
    tres_ = find_either("AllocTRES", "ReqTRES");
    other_tres_ = rows_.find("ReqTRES");
    rows_.throw_if_broken();
  }

  int find_either(std::string_view first, std::string_view second) {
    if (const int column = rows_.find(second); column >= 0 && rows_.find(first) < 0) return column;
    return rows_.require(std::array{first}, kRemedy)[0];
  }

  void read_row() {
    const std::string_view id = rows_.field(id_);
    if (id.empty()) rows_.add_problem(id_, "is empty; every job needs an id");
    if (id.find('.') != std::string_view::npos) return recorder_.note(Finding::step);
    const auto submit = read_time(submit_);
    const auto start = read_time(start_);
    const auto end = read_time(end_);
    const auto limit = read_limit();
    const auto tres = read_tres();
    count_state();
    if (!rows_.problems().empty()) return;
    if (id.find('[') != std::string_view::npos) return recorder_.note(Finding::pending_array);
    std::int32_t type = -1;
    if (tres) {
      type = jobs_.intern(demand_of(*tres));
      jobs_.count_original(type);
    }
    const auto fault = finding_of(time_fault(submit, start, end));
    if (fault && uses_times()) return recorder_.note(*fault);
    if (!tres) return recorder_.note(Finding::no_tres);
    note_demand(*tres);
    std::optional<TimeNs> duration;
    if (start && end) duration = *end - *start;
    recorder_.add({.submit_ns = submit,
                   .duration_ns = duration,
                   .walltime_ns = limit,
                   .demand_type = type,
                   .group = group_,
                   .name = id});
  }

  bool uses_times() const { return recorder_.uses_submit() || recorder_.uses_duration(); }

  std::optional<TimeNs> read_time(int column) {
    const std::string_view text = rows_.field(column);
    if (text.empty() || text == "Unknown" || text == "None") return std::nullopt;
    return read_local_time(rows_, column);
  }

  // The time limit, or nothing where there is none or it is the partition's.
  std::optional<TimeNs> read_limit() {
    const std::string_view text = rows_.field(time_limit_);
    if (text.empty() || text == "UNLIMITED" || text == "Partition_Limit") return std::nullopt;
    const auto limit = parse_clock_duration(text);
    if (!limit) {
      rows_.add_problem(time_limit_,
                        fmt::format("{} is not a duration like \"1-02:03:04\", \"UNLIMITED\" or "
                                    "\"Partition_Limit\"",
                                    quote_field(text)));
    }
    return limit;
  }

  std::optional<SlurmTres> read_tres() {
    int column = tres_;
    if (rows_.empty(column) && other_tres_ >= 0) column = other_tres_;
    if (rows_.empty(column)) return std::nullopt;
    std::string wrong;
    const auto tres = parse_slurm_tres(rows_.field(column), wrong);
    if (!tres) rows_.add_problem(column, wrong);
    return tres;
  }

  // "CANCELLED by 1000" counts as CANCELLED.
  void count_state() {
    const std::string_view text = rows_.field(state_);
    const std::string_view word = text.substr(0, text.find(' '));
    const auto is_of_state = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto found = states_.find(word);
    if (found != states_.end()) {
      ++found->second;
    } else if (word.empty() || states_.size() >= kMostStates ||
               !std::all_of(word.begin(), word.end(), is_of_state)) {
      rows_.add_problem(
          state_, fmt::format("{} is not a job's state, such as \"COMPLETED\"", quote_field(text)));
    } else {
      states_.emplace(word, 1);
    }
  }

  static bool is_uneven(const SlurmTres& tres) { return tres.gpus % tres.nodes != 0; }

  static JobDemand demand_of(const SlurmTres& tres) {
    const std::int64_t nodes = is_uneven(tres) ? 1 : tres.nodes;
    JobDemand demand;
    demand.nodes = nodes > 1 ? static_cast<int>(nodes) : 0;
    demand.gpus = static_cast<int>(tres.gpus / nodes);
    demand.gpu_milli = tres.gpus > 0 ? kMilliPerGpu : 0;
    demand.cpu_milli = divide_up(tres.cpus * 1000, nodes);
    demand.memory_mib = divide_up(tres.memory_mib, nodes);
    return demand;
  }

  void note_demand(const SlurmTres& tres) {
    if (is_uneven(tres)) recorder_.note(Finding::uneven_gpus);
    if (tres.shares_gpu) recorder_.note(Finding::shares_gpu);
    if (tres.names_model) recorder_.note(Finding::names_model);
    if (tres.cpus == 0 && tres.gpus == 0 && tres.memory_mib == 0) {
      recorder_.note(Finding::asks_nothing);
    }
  }

  TableReader& rows_;
  JobListBuilder& jobs_;
  std::int16_t group_;
  JobRecorder recorder_;
  std::map<std::string, std::int64_t, std::less<>> states_;
  int id_ = -1, submit_ = -1, start_ = -1, end_ = -1, time_limit_ = -1, state_ = -1;
  int tres_ = -1, other_tres_ = -1;
};

}  // namespace

TableForm slurm_form() {
  return {.separator = '|', .comment = '\0', .columns = {}};
}

ImportReport import_slurm(const ImportRequest& request, JobListBuilder& jobs) {
  TableReader rows = TableReader::open(request.trace.file, slurm_form());
  return import_slurm(rows, request, jobs);
}

ImportReport import_slurm(TableReader& rows, const ImportRequest& request, JobListBuilder& jobs) {
  return SlurmImport(rows, request, jobs).run();
}

}  // namespace coldaisle
