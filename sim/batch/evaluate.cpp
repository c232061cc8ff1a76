#include "sim/batch/evaluate.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "sim/batch/naive_chooser.h"
#include "sim/batch/workspace.h"
#include "sim/core/error.h"
#include "sim/core/parallel.h"

namespace coldaisle {
namespace {

// Most memory for the kept scores of one policy; a larger problem is scored anew for each job.
constexpr std::size_t kMostScoreBytes = std::size_t{2} << 30;

class CpuEvaluator : public Evaluator {
 public:
  CpuEvaluator(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
               const std::vector<std::int32_t>& tie_rank, const EvaluatorOptions& options)
      : file_(file_in_messages(scenario)),
        data_(scenario, plan, jobs, tie_rank),
        threads_(thread_count(options.threads)),
        naive_(options.naive || Workspace::score_bytes(data_.view()) > kMostScoreBytes) {
    expects(data_.most_members() <= std::numeric_limits<std::int32_t>::max(),
            "the jobs of an evaluation hold more nodes than can be counted");
    for (int i = 0; i < threads_; ++i) {
      workspaces_.push_back(std::make_unique<Workspace>(data_, !naive_));
    }
  }

  void evaluate(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes) override {
    expects(policies.size() == outcomes.size(), "one outcome for each policy");
    const auto count = static_cast<std::int64_t>(policies.size());
    const std::int64_t workers = std::min<std::int64_t>(threads_, count);
    // Worker w takes the policies w, w + workers, ...: neighbours cost about the same.
    const auto work = [&](std::int64_t worker) {
      auto& workspace = *workspaces_[static_cast<std::size_t>(worker)];
      for (auto i = static_cast<std::size_t>(worker); i < policies.size();
           i += static_cast<std::size_t>(workers)) {
        outcomes[i] = replay(policies[i], workspace);
      }
    };
    parallel_for(workers, static_cast<int>(workers), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t worker = begin; worker < end; ++worker) work(worker);
    });
    for (const auto& outcome : outcomes) check(outcome);
  }

  std::vector<JobOutcome> trace(const Policy& policy) override {
    auto& workspace = *workspaces_.front();
    check(replay(policy, workspace));
    const auto& p = data_.view();
    const auto& memory = workspace.replay();
    std::vector<JobOutcome> jobs(static_cast<std::size_t>(p.jobs));
    for (std::int32_t job = 0; job < p.jobs; ++job) {
      auto& out = jobs[static_cast<std::size_t>(job)];
      out.start_ns = memory.start_ns[job];
      out.end_ns = memory.end_ns[job];
      std::int64_t rate = 0;
      for (std::int32_t i = 0; i < memory.members_of[job]; ++i) {
        const auto& member = memory.members[memory.first_member[job] + i];
        const auto& demand = p.demand[member.demand];
        rate += p.node_price[member.place] * demand.gpus * demand.gpu_milli;
        out.nodes.push_back({p.node_number[member.place], member.gpu_mask});
      }
      if (out.end_ns != kNoTime) out.cost = WideInt{rate} * (out.end_ns - out.start_ns);
    }
    return jobs;
  }

  std::int64_t batch_size() const override { return std::int64_t{64} * threads_; }

  std::int64_t bytes_per_policy() const override {
    return static_cast<std::int64_t>(workspaces_.front()->bytes());
  }

  std::string description() const override {
    return fmt::format("CPU, {} thread{}{}", threads_, threads_ == 1 ? "" : "s",
                       naive_ ? ", scoring every node for each job" : "");
  }

 private:
  PolicyOutcome replay(const Policy& policy, Workspace& workspace) const {
    const auto row = to_row(policy);
    if (naive_) {
      NaiveChooser chooser(data_.view());
      return Replay(data_.view(), row, workspace.replay(), chooser).run();
    }
    CachedChooser chooser(data_.view(), workspace.chooser());
    return Replay(data_.view(), row, workspace.replay(), chooser).run();
  }

  void check(const PolicyOutcome& outcome) const {
    if (outcome.endless_job < 0) return;
    throw endless_job_error(file_, outcome.endless_job);
  }

  std::string file_;
  ProblemData data_;
  int threads_;
  bool naive_;
  std::vector<std::unique_ptr<Workspace>> workspaces_;  // one a thread
};

}  // namespace

std::vector<Problem> unsupported_features(const Scenario& scenario) {
  std::vector<Problem> problems;
  const auto refuse = [&](const char* pointer, const char* message) {
    problems.push_back({file_in_messages(scenario), 0, 0, pointer, message});
  };
  if (!scenario.fleet.changes.empty()) {
    refuse("/fleet/changes",
           "`evaluate` does not cover nodes that enter or leave; take the changes out, or compare "
           "policies with `run`");
  }
  if (!scenario.workload.initial.empty()) {
    refuse("/workload/initial",
           "`evaluate` does not cover jobs from before the start; let them arrive, or compare "
           "policies with `run`");
  }
  return problems;
}

std::unique_ptr<Evaluator> make_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                          const JobList& jobs,
                                          const std::vector<std::int32_t>& tie_rank,
                                          const EvaluatorOptions& options) {
  expects(unsupported_features(scenario).empty(), "the evaluator covers the scenario");
  if (options.backend == Backend::cuda) throw AbsentError(cuda_unavailable());
  return std::make_unique<CpuEvaluator>(scenario, plan, jobs, tie_rank, options);
}

std::string cuda_unavailable() {
  return "this build has no CUDA evaluator yet";
}

bool has_instruction_set(InstructionSet set) {
  return set == InstructionSet::portable;
}

const char* instruction_set_name(InstructionSet set) {
  switch (set) {
    case InstructionSet::portable:
      return "portable";
    case InstructionSet::avx2:
      return "AVX2";
    case InstructionSet::avx512:
      return "AVX-512";
  }
  fail_expectation("an instruction set has no known name");
}

}  // namespace coldaisle
