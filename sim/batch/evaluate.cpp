#include "sim/batch/evaluate.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "sim/batch/coverage.h"
#include "sim/batch/cuda_evaluator.h"
#include "sim/batch/draw_table.h"
#include "sim/batch/job_outcomes.h"
#include "sim/batch/naive_chooser.h"
#include "sim/batch/table_chooser.h"
#include "sim/batch/workspace.h"
#include "sim/core/error.h"
#include "sim/core/parallel.h"

namespace coldaisle {
namespace {

// Most memory for the kept scores of one policy; a larger problem is scored anew for each job.
constexpr std::size_t kMostScoreBytes = std::size_t{2} << 30;

InstructionSet best_instruction_set() {
  for (const auto set : {InstructionSet::avx512, InstructionSet::avx2}) {
    if (has_instruction_set(set)) return set;
  }
  return InstructionSet::portable;
}

class CpuEvaluator : public Evaluator {
 public:
  CpuEvaluator(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
               const std::vector<std::int32_t>& tie_rank, const EvaluatorOptions& options)
      : file_(file_in_messages(scenario)),
        data_(scenario, plan, jobs, tie_rank),
        threads_(thread_count(options.threads)),
        instruction_set_(options.instruction_set.value_or(best_instruction_set())),
        naive_(options.naive || TableChooser::score_bytes(data_.view()) > kMostScoreBytes),
        draws_(data_.view()) {
    expects(data_.most_members() <= std::numeric_limits<std::int32_t>::max(),
            "the jobs of an evaluation hold more nodes than can be counted");
    for (int i = 0; i < threads_; ++i) {
      workers_.push_back(std::make_unique<Worker>(data_, draws_, instruction_set_, naive_));
    }
  }

  void evaluate(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes) override {
    expects(policies.size() == outcomes.size(), "one outcome for each policy");
    const auto count = static_cast<std::int64_t>(policies.size());
    const std::int64_t workers = std::min<std::int64_t>(threads_, count);
    prepare(policies);
    // Worker w takes the policies w, w + workers, ...: neighbours cost about the same.
    const auto work = [&](std::int64_t number) {
      auto& worker = *workers_[static_cast<std::size_t>(number)];
      for (auto i = static_cast<std::size_t>(number); i < policies.size();
           i += static_cast<std::size_t>(workers)) {
        outcomes[i] = replay(policies[i], worker);
      }
    };
    parallel_for(workers, static_cast<int>(workers), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t number = begin; number < end; ++number) work(number);
    });
    refuse_endless_jobs(outcomes, file_);
  }

  std::vector<JobOutcome> trace(const Policy& policy) override {
    auto& worker = *workers_.front();
    prepare({&policy, 1});
    const auto outcome = replay(policy, worker);
    refuse_endless_jobs({&outcome, 1}, file_);
    return job_outcomes(data_.view(), worker.workspace.replay());
  }

  std::int64_t batch_size() const override { return std::int64_t{64} * threads_; }

  std::int64_t bytes_per_policy() const override {
    const auto& worker = *workers_.front();
    const auto scores =
        worker.chooser ? worker.chooser->bytes() + worker.chooser->table_bytes() : 0;
    return static_cast<std::int64_t>(worker.workspace.bytes() + scores);
  }

  std::string description() const override {
    return fmt::format(
        "CPU, {} thread{}, {}", threads_, threads_ == 1 ? "" : "s",
        naive_ ? "scoring every node for each job" : instruction_set_name(instruction_set_));
  }

 private:
  // The memory of one thread.
  struct Worker {
    Worker(const ProblemData& data, const DrawTable& draws, InstructionSet set, bool naive)
        : workspace(data, false) {
      if (!naive) chooser.emplace(data.view(), vector_kernels(set), draws);
    }

    Workspace workspace;
    std::optional<TableChooser> chooser;
  };

  // Draws what the policies share.
  void prepare(std::span<const Policy> policies) {
    if (naive_) return;
    const bool any = std::any_of(policies.begin(), policies.end(), [](const Policy& policy) {
      return to_row(policy).weight[static_cast<int>(RuleId::Random)] > 0;
    });
    if (any) draws_.fill(threads_);
  }

  PolicyOutcome replay(const Policy& policy, Worker& worker) const {
    const auto row = to_row(policy);
    if (worker.chooser) {
      return Replay(data_.view(), row, worker.workspace.replay(), *worker.chooser).run();
    }
    NaiveChooser chooser(data_.view());
    return Replay(data_.view(), row, worker.workspace.replay(), chooser).run();
  }

  std::string file_;
  ProblemData data_;
  int threads_;
  InstructionSet instruction_set_;
  bool naive_;
  DrawTable draws_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
};

}  // namespace

std::unique_ptr<Evaluator> make_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                          const JobList& jobs,
                                          const std::vector<std::int32_t>& tie_rank,
                                          const EvaluatorOptions& options) {
  expects(unsupported_features(scenario).empty() && unsupported_jobs(scenario, jobs).empty(),
          "the evaluator covers the scenario");
  if (options.backend == Backend::cuda) return make_cuda_evaluator(scenario, plan, jobs, tie_rank);
  return std::make_unique<CpuEvaluator>(scenario, plan, jobs, tie_rank, options);
}

std::string cuda_unavailable() {
  return find_cuda_device().reason;
}

}  // namespace coldaisle
