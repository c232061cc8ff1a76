#include "sim/metrics/judgement.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/metrics/pareto.h"

namespace coldaisle {
namespace {

std::string default_sort(const EvaluationFacts& facts) {
  if (facts.prices_known) return "cost_usd";
  return facts.jobs_never_leave ? "allocation_end" : "wait_mean";
}

std::string default_pareto(const EvaluationFacts& facts) {
  if (facts.prices_known && !facts.jobs_never_leave) return "cost_usd,wait_mean";
  return facts.jobs_never_leave ? "allocation_end,fragmentation_amount_end"
                                : "wait_mean,allocation_mean";
}

std::vector<std::size_t> parse_pareto(const std::string& text) {
  std::vector<std::size_t> metrics;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    metrics.push_back(find_evaluation_metric(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  auto distinct = metrics;
  std::sort(distinct.begin(), distinct.end());
  const bool repeated = std::unique(distinct.begin(), distinct.end()) != distinct.end();
  if (repeated || metrics.size() < 2 || metrics.size() > 3) {
    throw UsageError(fmt::format(
        "--pareto \"{}\": name two or three different metrics, e.g. --pareto cost,wait", text));
  }
  return metrics;
}

// One metric of all evaluated policies.
std::vector<double> column_of(const Judgement& judgement, std::size_t metric) {
  std::vector<double> column(judgement.evaluated);
  for (std::size_t policy = 0; policy < column.size(); ++policy) {
    column[policy] = judgement.value(static_cast<std::int32_t>(policy), metric);
  }
  return column;
}

void find_pareto_set(Judgement& judgement, const Criteria& criteria) {
  std::vector<std::vector<double>> columns;
  std::vector<Objective> objectives;
  for (const auto metric : criteria.pareto) columns.push_back(column_of(judgement, metric));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    objectives.push_back({columns[i], evaluation_metrics()[criteria.pareto[i]].better});
  }
  const auto members = pareto_set(objectives);
  std::copy(members.begin(), members.end(), judgement.pareto.begin());
}

}  // namespace

Criteria choose_criteria(const EvaluationFacts& facts, const std::string& sort,
                         const std::string& pareto) {
  Criteria criteria;
  criteria.sort = find_evaluation_metric(sort.empty() ? default_sort(facts) : sort);
  criteria.pareto = parse_pareto(pareto.empty() ? default_pareto(facts) : pareto);
  return criteria;
}

Judgement judge(std::span<const PolicyOutcome> outcomes, std::size_t policies,
                const EvaluationFacts& facts, const Criteria& criteria) {
  expects(outcomes.size() <= policies, "more outcomes than policies");
  const auto metrics = evaluation_metrics().size();
  Judgement judgement;
  judgement.evaluated = outcomes.size();
  judgement.values.assign(policies * metrics, std::numeric_limits<double>::quiet_NaN());
  judgement.rank.assign(policies, 0);
  judgement.pareto.assign(policies, 0);
  judgement.done.assign(policies, 0);
  std::fill_n(judgement.done.begin(), outcomes.size(), std::uint8_t{1});
  for (std::size_t policy = 0; policy < outcomes.size(); ++policy) {
    fill_metrics(outcomes[policy], facts,
                 std::span(judgement.values).subspan(policy * metrics, metrics));
  }
  const auto sorted_by = column_of(judgement, criteria.sort);
  judgement.order = best_first({sorted_by, evaluation_metrics()[criteria.sort].better});
  std::int32_t rank = 0;
  for (const auto policy : judgement.order) {
    judgement.rank[static_cast<std::size_t>(policy)] = ++rank;
  }
  find_pareto_set(judgement, criteria);
  return judgement;
}

}  // namespace coldaisle
