#include "sim/workload/importers/muri.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/workload/importers/job_recorder.h"

namespace coldaisle {
namespace {

constexpr std::array<std::string_view, 6> kColumns = {"job_id",     "num_gpu",    "submit_time",
                                                      "iterations", "model_name", "iteration_time"};

constexpr std::int64_t kSlowedNsPerMs = 1'015'000;  // of an iteration, 1.5 % slower than recorded
constexpr std::int64_t kMostMs = kMostJobTimeNs / kSlowedNsPerMs;
constexpr int kMsDigits = 6;  // ms to ns

constexpr std::array kGpuCounts = {1, 2, 4, 8, 16, 32};

// Seconds that a job of a model loses at each event, by the GPUs of kGpuCounts.
struct ModelOverhead {
  std::string_view model;
  std::array<int, kGpuCounts.size()> seconds;
};

constexpr std::array<ModelOverhead, 8> kOverheads = {{
    {"vgg16", {7, 7, 8, 9, 9, 10}},
    {"vgg19", {7, 7, 8, 9, 10, 10}},
    {"resnet18", {4, 5, 5, 7, 7, 7}},
    {"shufflenet_v2_x1_0", {4, 4, 5, 5, 7, 8}},
    {"bert", {10, 10, 10, 10, 10, 10}},
    {"gpt2", {10, 10, 10, 10, 10, 10}},
    {"a2c", {38, 39, 39, 46, 46, 46}},
    {"dqn", {5, 5, 6, 6, 8, 8}},
}};

class MuriImport {
 public:
  MuriImport(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs)
      : csv_(csv),
        jobs_(jobs),
        group_(jobs.add_group(trace_name(request.trace.file))),
        recorder_(csv, request, jobs, {}) {}

  ImportReport run() {
    const auto columns = csv_.require(kColumns, "a muri trace needs all of them, with commas");
    csv_.throw_if_broken();
    job_id_ = columns[0];
    num_gpu_ = columns[1];
    submit_time_ = columns[2];
    iterations_ = columns[3];
    model_name_ = columns[4];
    iteration_time_ = columns[5];
    while (csv_.next()) read_row();
    return recorder_.finish("muri", TraceZero::as_recorded);
  }

 private:
  void read_row() {
    const auto submit = csv_.decimal(submit_time_, kMsDigits, 0, kMostJobTimeNs);
    const auto iterations = csv_.integer(iterations_, 1, kMostJobTimeNs);
    const auto iteration_ms = csv_.integer(iteration_time_, 1, kMostMs);
    const auto gpus = read_gpus();
    const auto restart = gpus ? read_overhead(*gpus) : std::nullopt;
    if (!csv_.problems().empty()) return;
    const WideInt duration = WideInt{*iterations} * *iteration_ms * kSlowedNsPerMs;
    if (duration > kMostJobTimeNs) {
      return csv_.add_problem(iterations_, "with this iteration_time takes over 73 years");
    }
    JobDemand demand;
    demand.gpus = kGpuCounts[*gpus];
    const std::int32_t type = jobs_.intern(demand);
    jobs_.count_original(type);
    recorder_.add({.submit_ns = submit,
                   .duration_ns = static_cast<TimeNs>(duration),
                   .restart_ns = restart.value(),
                   .demand_type = type,
                   .group = group_,
                   .name = csv_.field(job_id_)});
  }

  // The place of the number of GPUs in kGpuCounts.
  std::optional<std::size_t> read_gpus() {
    const auto gpus = csv_.integer(num_gpu_, 1, kGpuCounts.back());
    if (!gpus) return std::nullopt;
    const auto* const found = std::find(kGpuCounts.begin(), kGpuCounts.end(), *gpus);
    if (found == kGpuCounts.end()) {
      csv_.add_problem(num_gpu_, fmt::format("{} is not one of {}, for which Muri gives overheads",
                                             *gpus, fmt::join(kGpuCounts, ", ")));
      return std::nullopt;
    }
    return static_cast<std::size_t>(found - kGpuCounts.begin());
  }

  std::optional<TimeNs> read_overhead(std::size_t gpus) {
    const auto model = csv_.field(model_name_);
    const auto* const found =
        std::find_if(kOverheads.begin(), kOverheads.end(),
                     [&](const ModelOverhead& each) { return each.model == model; });
    if (found != kOverheads.end()) return found->seconds[gpus] * kNsPerSecond;
    std::vector<std::string_view> known;
    known.reserve(kOverheads.size());
    for (const auto& each : kOverheads) known.push_back(each.model);
    csv_.add_problem(model_name_, fmt::format("{} is not a model of Muri's; those are {}",
                                              quote_field(model), fmt::join(known, ", ")));
    return std::nullopt;
  }

  CsvReader& csv_;
  JobListBuilder& jobs_;
  std::int16_t group_;
  JobRecorder recorder_;
  int job_id_ = -1, num_gpu_ = -1, submit_time_ = -1, iterations_ = -1, model_name_ = -1;
  int iteration_time_ = -1;
};

}  // namespace

ImportReport import_muri(const ImportRequest& request, JobListBuilder& jobs) {
  CsvReader csv = CsvReader::open(request.trace.file);
  return import_muri(csv, request, jobs);
}

ImportReport import_muri(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs) {
  return MuriImport(csv, request, jobs).run();
}

}  // namespace coldaisle
