// Policies per second of the batch evaluator on openb: the published form (tasks only arrive) and
// the timed one (tasks leave). 4,096 random policies over all rules, of which each case takes as
// many from the first on as its time allows. The baseline is the naive evaluator, which scores
// every node anew for each job.
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "sim/app/prepare.h"
#include "sim/app/verbs.h"
#include "sim/batch/evaluate.h"
#include "sim/policy/policy_set.h"

namespace coldaisle {
namespace {

constexpr const char* kPolicies = R"({"random": {"count": 4096, "seed": 42}})";

struct Workload {
  PreparedRun run;
  std::vector<Policy> policies;
};

const Workload& workload(const std::string& name) {
  static std::map<std::string, Workload> loaded;
  const auto found = loaded.find(name);
  if (found != loaded.end()) return found->second;
  CommonOptions options;
  options.set = {std::string("/policies=") + kPolicies};
  options.seed = 42;
  auto& made = loaded[name];
  made.run = prepare_run(
      load_evaluation(COLDAISLE_SOURCE_DIR "/scenarios/openb/" + name + ".json", options), 0);
  const PolicySet set(made.run.loaded.scenario);
  made.policies.reserve(static_cast<std::size_t>(set.size()));
  for (std::int64_t i = 0; i < set.size(); ++i)
    made.policies.push_back(make_policy(set.scheduler(i)));
  return made;
}

// Argument 0: 0 is the naive evaluator, 1 and up the instruction sets. Argument 1: threads.
EvaluatorOptions options_of(const benchmark::State& state) {
  EvaluatorOptions options;
  options.threads = static_cast<int>(state.range(1));
  options.naive = state.range(0) == 0;
  if (!options.naive) options.instruction_set = static_cast<InstructionSet>(state.range(0) - 1);
  return options;
}

void evaluate(benchmark::State& state, const std::string& name) {
  const auto options = options_of(state);
  if (options.instruction_set && !has_instruction_set(*options.instruction_set)) {
    return state.SkipWithError("this processor lacks the instructions");
  }
  const auto& work = workload(name);
  const auto evaluator = make_evaluator(work.run.loaded.scenario, work.run.plan, work.run.jobs.list,
                                        work.run.tie_rank, options);
  const std::size_t count = options.naive ? 16 : 1024;
  const auto policies = std::span(work.policies).first(count);
  std::vector<PolicyOutcome> outcomes(count);
  for ([[maybe_unused]] auto _ : state) evaluator->evaluate(policies, outcomes);
  state.SetLabel(evaluator->description());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  state.counters["policy_bytes"] = static_cast<double>(evaluator->bytes_per_policy());
}

void published(benchmark::State& state) {
  evaluate(state, "published");
}

void timed(benchmark::State& state) {
  evaluate(state, "timed");
}

void add_arguments(benchmark::internal::Benchmark* cases) {
  cases->ArgNames({"way", "threads"})->ArgsProduct({{0, 1, 2, 3}, {1, 2}});
  cases->Unit(benchmark::kMillisecond)->UseRealTime();
}

BENCHMARK(published)->Apply(add_arguments);
BENCHMARK(timed)->Apply(add_arguments);

}  // namespace
}  // namespace coldaisle
