#include "sim/app/evaluation_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/app/text_table.h"

namespace coldaisle {
namespace {

using Metrics = std::vector<std::size_t>;
using nlohmann::ordered_json;

std::size_t at(std::int32_t policy) {
  return static_cast<std::size_t>(policy);
}

std::string count_text(std::size_t count) {
  return grouped(static_cast<std::int64_t>(count));
}

// The metrics shown of the best policies: what they rank by, then cost, wait, allocation and
// fragmentation (at the end, where jobs never leave).
Metrics shown_metrics(const Evaluation& evaluation) {
  const bool at_end = evaluation.facts.jobs_never_leave;
  Metrics metrics = {evaluation.criteria.sort};
  for (const char* const name :
       {"cost_usd", "wait_mean", at_end ? "allocation_end" : "allocation_mean",
        at_end ? "fragmentation_amount_end" : "fragmentation_amount_mean"}) {
    const auto metric = find_evaluation_metric(name);
    if (metric != evaluation.criteria.sort) metrics.push_back(metric);
  }
  return metrics;
}

// The policies of the Pareto set, the best in its first metric first.
std::vector<std::int32_t> pareto_policies(const Evaluation& evaluation,
                                          const Judgement& judgement) {
  std::vector<std::int32_t> policies;
  for (std::size_t policy = 0; policy < judgement.pareto.size(); ++policy) {
    if (judgement.pareto[policy] != 0) policies.push_back(static_cast<std::int32_t>(policy));
  }
  const auto metric = evaluation.criteria.pareto.front();
  const bool larger = evaluation_metrics()[metric].better == Better::larger;
  std::stable_sort(policies.begin(), policies.end(), [&](std::int32_t a, std::int32_t b) {
    const double left = judgement.value(a, metric);
    const double right = judgement.value(b, metric);
    return larger ? left > right : left < right;
  });
  return policies;
}

std::string heading_of(std::size_t metric) {
  const auto& row = evaluation_metrics()[metric];
  return std::string(row.unit) == "1" ? row.name : fmt::format("{} ({})", row.name, row.unit);
}

std::string policy_table(const std::vector<std::int32_t>& policies, const Metrics& metrics,
                         const Evaluation& evaluation, const Judgement& judgement) {
  std::vector<TextColumn> columns = {{"rank", {}, true}, {"id", {}, false}};
  for (const auto metric : metrics) columns.push_back({heading_of(metric), {}, true});
  columns.push_back({"name", {}, false});
  for (const auto policy : policies) {
    auto column = columns.begin();
    (column++)->cells.push_back(grouped(judgement.rank[at(policy)]));
    (column++)->cells.push_back(evaluation.policies.ids[at(policy)]);
    for (const auto metric : metrics) {
      (column++)->cells.push_back(value_text(judgement.value(policy, metric)));
    }
    column->cells.push_back(evaluation.policies.names[at(policy)]);
  }
  return text_table(columns);
}

std::string headline(const EvaluationSummary& summary, std::size_t policies,
                     std::size_t evaluated) {
  auto text = fmt::format("{}: ", summary.title);
  if (evaluated < policies) text += fmt::format("{} of ", count_text(evaluated));
  text += fmt::format("{} policies on {} jobs and {} GPUs", count_text(policies),
                      grouped(summary.jobs), grouped(summary.gpus));
  const auto fresh = static_cast<std::int64_t>(evaluated) - summary.resumed;
  if (summary.resumed > 0) {
    text += fmt::format(", {} of them done before", grouped(summary.resumed));
  }
  if (summary.backend.empty()) return text + "\n";
  return text +
         fmt::format(", {}, {:.2f} s ({} policies/s)\n", summary.backend, summary.seconds,
                     value_text(static_cast<double>(fresh) / std::max(summary.seconds, 1e-9)));
}

std::string pareto_text(const EvaluationSummary& summary, const Evaluation& evaluation,
                        const Judgement& judgement) {
  auto policies = pareto_policies(evaluation, judgement);
  const auto& metrics = evaluation.criteria.pareto;
  std::string names;
  for (const auto metric : metrics) {
    names += (names.empty() ? "" : ", ") + std::string(evaluation_metrics()[metric].name);
  }
  const auto size = policies.size();
  auto text = fmt::format("Pareto set of {}: {} of {} policies\n", names, count_text(size),
                          count_text(judgement.evaluated));
  policies.resize(std::min(size, static_cast<std::size_t>(summary.top)));
  if (!policies.empty()) text += policy_table(policies, metrics, evaluation, judgement);
  if (policies.size() < size) {
    text += fmt::format("… and {} more: /metrics/pareto of the results file has all\n",
                        count_text(size - policies.size()));
  }
  return text;
}

std::vector<std::int32_t> best_policies(const EvaluationSummary& summary,
                                        const Judgement& judgement) {
  auto best = judgement.order;
  best.resize(std::min(best.size(), static_cast<std::size_t>(summary.top)));
  return best;
}

ordered_json policy_json(std::int32_t policy, const Evaluation& evaluation,
                         const Judgement& judgement) {
  ordered_json metrics = ordered_json::object();
  for (std::size_t metric = 0; metric < evaluation_metrics().size(); ++metric) {
    const double value = judgement.value(policy, metric);
    metrics[evaluation_metrics()[metric].name] =
        std::isfinite(value) ? ordered_json(value) : ordered_json();
  }
  return {{"rank", judgement.rank[at(policy)]},
          {"policy", policy},
          {"id", evaluation.policies.ids[at(policy)]},
          {"name", evaluation.policies.names[at(policy)]},
          {"metrics", std::move(metrics)}};
}

}  // namespace

std::string evaluation_text(const EvaluationSummary& summary, const Evaluation& evaluation,
                            const Judgement& judgement) {
  auto text = headline(summary, evaluation.policies.size(), judgement.evaluated);
  const auto best = best_policies(summary, judgement);
  if (!best.empty()) text += policy_table(best, shown_metrics(evaluation), evaluation, judgement);
  if (summary.show_pareto) text += "\n" + pareto_text(summary, evaluation, judgement);
  return text;
}

std::string evaluation_json(const EvaluationSummary& summary, const Evaluation& evaluation,
                            const Judgement& judgement) {
  const auto list = [&](const std::vector<std::int32_t>& policies) {
    auto made = ordered_json::array();
    for (const auto policy : policies) {
      made.push_back(policy_json(policy, evaluation, judgement));
    }
    return made;
  };
  auto spanned = ordered_json::array();
  for (const auto metric : evaluation.criteria.pareto) {
    spanned.push_back(evaluation_metrics()[metric].name);
  }
  const auto front = pareto_policies(evaluation, judgement);
  ordered_json pareto = {{"metrics", std::move(spanned)}, {"size", front.size()}};
  if (summary.show_pareto) pareto["policies"] = list(front);
  const ordered_json report = {
      {"scenario", summary.title},
      {"status", status_name(summary.status)},
      {"policies", evaluation.policies.size()},
      {"evaluated", judgement.evaluated},
      {"resumed", summary.resumed},
      {"jobs", summary.jobs},
      {"gpus", summary.gpus},
      {"backend", summary.backend.empty() ? ordered_json() : ordered_json(summary.backend)},
      {"seconds", summary.seconds},
      {"output", summary.output},
      {"sort", evaluation_metrics()[evaluation.criteria.sort].name},
      {"best", list(best_policies(summary, judgement))},
      {"pareto", std::move(pareto)}};
  return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string void_outcomes_warning(const Evaluation& evaluation) {
  const auto& outcomes = evaluation.outcomes;
  const auto is_void = [](const PolicyOutcome& each) { return each.endless_job >= 0; };
  const auto first = std::find_if(outcomes.begin(), outcomes.end(), is_void);
  if (first == outcomes.end()) return "";
  return fmt::format(
      "warning: with {} of the policies a job would end more than 292 years after the start, "
      "beyond what time can count (first {}, job {}); their metrics are unknown: set a horizon\n",
      grouped(std::count_if(first, outcomes.end(), is_void)),
      evaluation.policies.ids[static_cast<std::size_t>(first - outcomes.begin())],
      first->endless_job);
}

}  // namespace coldaisle
