#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "sim/app/backend.h"
#include "sim/app/evaluation_report.h"
#include "sim/app/evaluation_session.h"
#include "sim/app/resume.h"
#include "sim/app/session.h"
#include "sim/app/signals.h"
#include "sim/app/verbs.h"
#include "sim/batch/coverage.h"
#include "sim/core/error.h"

namespace coldaisle {
namespace {

using Clock = std::chrono::steady_clock;

std::string output_of(const EvaluateOptions& options, const PreparedRun& run) {
  auto output = options.output;
  if (output.empty()) {
    // An evaluation that is repeated is NAME.evaluation.h5 already.
    const auto stem = std::filesystem::path(options.input).stem().string();
    output = is_results_file(options.input) ? stem + ".repeat.h5" : stem + ".evaluation.h5";
  }
  return checked_output("evaluate", output, options.input, run);
}

// The scenario with all that it reads, once it is known that it can be evaluated.
PreparedRun prepare(const EvaluateOptions& options) {
  auto loaded = load_evaluation(options.input, options.common);
  auto problems = unsupported_features(loaded.loaded.scenario);
  if (!problems.empty()) throw ScenarioError(std::move(problems));
  const PolicySet checked(loaded.loaded.scenario);  // throws before any data file is read
  auto run = prepare_run(std::move(loaded), options.common.threads);
  problems = unsupported_jobs(run.loaded.scenario, run.jobs.list);
  if (!problems.empty()) throw ScenarioError(std::move(problems));
  return run;
}

Evaluation begin_evaluation(const EvaluateOptions& options, const PreparedRun& run,
                            const PolicySource& policies) {
  Evaluation evaluation;
  evaluation.policies = list_policies(policies);
  evaluation.facts = evaluation_facts(run.plan, run.jobs.list);
  evaluation.criteria = choose_criteria(evaluation.facts, options.sort, options.pareto);
  evaluation.seed = run.loaded.scenario.seed;
  evaluation.start = run.loaded.scenario.start;
  return evaluation;
}

std::int64_t gpu_count(const FleetPlan& plan) {
  std::int64_t count = 0;
  for (const auto& node : plan.nodes) count += node.gpus;
  return count;
}

// Takes over the outcomes of an earlier evaluation, and says what was found. Returns whether the
// file is complete as it stands.
bool take_over(const std::string& output, const RunIdentity& identity, Evaluation& evaluation,
               std::ostream* talk) {
  auto earlier =
      find_earlier_evaluation(output, identity, evaluation.seed, evaluation.policies.size());
  std::string said;
  bool complete = false;
  if (!earlier) {
    said =
        fmt::format("Nothing to resume: there is no {0}.part and no {0}; starting afresh", output);
  } else {
    evaluation.outcomes = std::move(earlier->outcomes);
    complete = earlier->file == output && earlier->status == RunStatus::complete;
    said = fmt::format("{}: {} of {} policies are done", earlier->file, evaluation.outcomes.size(),
                       evaluation.policies.size());
    if (evaluation.outcomes.size() == evaluation.policies.size()) said += "; nothing left to do";
  }
  if (talk != nullptr) *talk << said << '\n';
  return complete;
}

// What an evaluation needs that does not change while it goes on.
struct Inputs {
  const PreparedRun& run;
  const PolicySource& policies;
  const RunIdentity& identity;
  EvaluatorOptions backend;
};

// Evaluates what is left; returns the signal that stopped it, or 0.
int evaluate(const EvaluateOptions& options, const Inputs& inputs, const SignalWatch& signals,
             std::ostream& err, Evaluation& evaluation, EvaluationSummary& summary) {
  const auto& [run, policies, identity, backend] = inputs;
  ResultsWriter writer(summary.output);
  const auto evaluator =
      make_evaluator(run.loaded.scenario, run.plan, run.jobs.list, run.tie_rank, backend);
  summary.backend = evaluator->description();
  EvaluationSession session(*evaluator, policies, evaluation, writer, identity, options.batch);
  EvaluationProgress progress(options.common.progress, options.common.quiet, err, policies.size,
                              summary.resumed);
  const auto begin = Clock::now();
  const int signal = session.evaluate([&] { return signals.caught(); }, progress);
  summary.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  summary.status = signal == 0 ? RunStatus::complete : RunStatus::interrupted;
  return signal;
}

void print(const EvaluateOptions& options, const EvaluationSummary& summary,
           const Evaluation& evaluation, std::ostream& out, std::ostream& err) {
  const auto judgement =
      judge(evaluation.outcomes, evaluation.policies.size(), evaluation.facts, evaluation.criteria);
  out << (options.common.json ? evaluation_json(summary, evaluation, judgement)
                              : evaluation_text(summary, evaluation, judgement));
  if (options.common.quiet) return;
  err << void_outcomes_warning(evaluation)
      << (summary.status == RunStatus::complete ? "Results: " : "Interrupted; results so far: ")
      << summary.output << '\n';
}

}  // namespace

int evaluate_verb(const EvaluateOptions& options, std::ostream& out, std::ostream& err) {
  const SignalWatch signals;
  std::ostream* const talk = options.common.quiet ? nullptr : &err;
  // What is wrong with the flags is said before anything is read.
  choose_criteria({}, options.sort, options.pareto);
  const auto backend =
      choose_backend(options.backend, options.instructions, options.common.threads, talk);
  const auto run = prepare(options);
  const PolicySet set(run.loaded.scenario);
  const auto policies = policy_source(set);
  if (talk != nullptr) print_reports(run, err);
  if (signals.caught() != 0) {
    err << "Interrupted while loading; there are no results\n";
    return signal_code(signals.caught());
  }
  auto evaluation = begin_evaluation(options, run, policies);
  const auto identity = identify(options.command_line, run);
  EvaluationSummary summary{.title = title_of(run),
                            .backend = "",
                            .output = output_of(options, run),
                            .jobs = static_cast<std::int64_t>(run.jobs.list.size()),
                            .gpus = gpu_count(run.plan),
                            .top = options.top,
                            .show_pareto = !options.pareto.empty()};
  const bool complete = options.resume && take_over(summary.output, identity, evaluation, talk);
  summary.resumed = static_cast<std::int64_t>(evaluation.outcomes.size());
  int signal = 0;
  if (!complete) {
    signal =
        evaluate(options, {run, policies, identity, backend}, signals, err, evaluation, summary);
  }
  print(options, summary, evaluation, out, err);
  return signal_code(signal);
}

}  // namespace coldaisle
