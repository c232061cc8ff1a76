#include "sim/workload/importers/philly.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "sim/workload/importers/job_recorder.h"
#include "sim/workload/importers/trace_times.h"

namespace coldaisle {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"timestamp", "duration", "num_gpus",
                                                      "gpu_time", "cluster"};
constexpr int kTimeDigits = 9;  // seconds to ns

// Keeps a job's GPUs in 32 bits; the largest real job has 128.
constexpr std::int64_t kMostGpusAsked = 1'000'000;

enum class Finding : std::uint8_t {
  no_timestamp,
  no_duration,
  no_gpus,
  other_gpu_time,
  no_cluster
};

constexpr std::array<FindingText, 5> kTexts = {{
    {"no timestamp", "dropped", FindingEffect::dropped},
    {"no duration", "dropped", FindingEffect::dropped},
    {"asks for nothing", "kept", FindingEffect::remark},
    {"gpu_time is not duration x num_gpus", "kept: gpu_time is not used", FindingEffect::remark},
    {"no cluster", "kept, in the trace's own group", FindingEffect::remark},
}};

class PhillyImport {
 public:
  PhillyImport(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs)
      : csv_(csv), jobs_(jobs), file_(request.trace.file), recorder_(csv, request, jobs, kTexts) {}

  ImportReport run() {
    const auto columns = csv_.require(
        kColumns,
        "a philly trace needs timestamp, duration, num_gpus, gpu_time and cluster, with commas");
    csv_.throw_if_broken();
    timestamp_ = columns[0];
    duration_ = columns[1];
    num_gpus_ = columns[2];
    gpu_time_ = columns[3];
    cluster_ = columns[4];
    while (csv_.next()) read_row();
    return recorder_.finish("philly", TraceZero::first_submit);
  }

 private:
  void read_row() {
    RecordedJob job;
    if (!csv_.empty(timestamp_)) job.submit_ns = read_local_time(csv_, timestamp_);
    job.duration_ns = read_seconds(duration_);
    const auto gpus = csv_.integer(num_gpus_, 0, kMostGpusAsked);
    const auto gpu_time =
        csv_.empty(gpu_time_) ? std::nullopt : csv_.decimal(gpu_time_, kTimeDigits, 0, INT64_MAX);
    if (!gpus || !csv_.problems().empty()) return;
    if (job.duration_ns && gpu_time && WideInt{*job.duration_ns} * *gpus != *gpu_time) {
      recorder_.note(Finding::other_gpu_time);
    }
    job.demand_type = demand_of(static_cast<int>(*gpus));
    if (recorder_.uses_submit() && !job.submit_ns) return recorder_.note(Finding::no_timestamp);
    if (recorder_.uses_duration() && !job.duration_ns) return recorder_.note(Finding::no_duration);
    job.group = group_of(csv_.field(cluster_));
    recorder_.add(job);
  }

  std::optional<TimeNs> read_seconds(int column) {
    if (csv_.empty(column)) return std::nullopt;
    return csv_.decimal(column, kTimeDigits, 0, kMostJobTimeNs);
  }

  std::int32_t demand_of(int gpus) {
    JobDemand demand;
    demand.gpus = gpus;
    if (gpus == 0) {
      demand.gpu_milli = 0;
      recorder_.note(Finding::no_gpus);
    }
    const std::int32_t type = jobs_.intern(demand);
    jobs_.count_original(type);
    return type;
  }

  std::int16_t group_of(std::string_view cluster) {
    if (cluster.empty()) recorder_.note(Finding::no_cluster);
    const auto found = groups_.find(cluster);
    if (found != groups_.end()) return found->second;
    const std::int16_t group =
        jobs_.add_group(cluster.empty() ? trace_name(file_) : std::string(cluster));
    groups_.emplace(cluster, group);
    return group;
  }

  CsvReader& csv_;
  JobListBuilder& jobs_;
  const std::string& file_;
  JobRecorder recorder_;
  std::map<std::string, std::int16_t, std::less<>> groups_;
  int timestamp_ = -1, duration_ = -1, num_gpus_ = -1, gpu_time_ = -1, cluster_ = -1;
};

}  // namespace

ImportReport import_philly(const ImportRequest& request, JobListBuilder& jobs) {
  CsvReader csv = CsvReader::open(request.trace.file);
  return import_philly(csv, request, jobs);
}

ImportReport import_philly(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs) {
  return PhillyImport(csv, request, jobs).run();
}

}  // namespace coldaisle
