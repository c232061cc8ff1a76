#include "sim/results/evaluation_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/results/group_builder.h"
#include "sim/results/outcome_fields.h"
#include "sim/scenario/scheduler_choices.h"

namespace coldaisle {
namespace {

constexpr std::array<const char*, 2> kBetterNames = {"smaller", "larger"};

// The names of codes 0, 1, ...
template <class E, std::size_t N>
std::vector<std::string> names_of(const std::array<Choice<E>, N>& choices) {
  std::vector<std::string> names;
  for (std::size_t code = 0; code < N; ++code) {
    names.emplace_back(choice_name(choices, static_cast<E>(code)));
  }
  return names;
}

void add_numbers(GroupBuilder& group, std::size_t policies) {
  group.integers("policy", "1", "number of the policy", policies, [](std::size_t i) { return i; });
}

void add_policies(Results& results, const PolicyTable& table) {
  GroupBuilder group(results, "/policies", "policy");
  group.set_column_axis("rule");
  add_numbers(group, table.size());
  group.view("id", "1", "unique name, for `coldaisle run --policy`", span_of(table.ids));
  group.view("name", "1", "the parameters in words, or the user's own name", span_of(table.names));
  group.view("queue", "1", "code in /enums/queue_discipline", span_of(table.queue));
  group.view("depth", "1", "most blocked jobs looked at in one scan of the queue",
             span_of(table.depth));
  group.view("gpu_choice", "1", "code in /enums/gpu_choice; the one in force",
             span_of(table.gpu_choice));
  group.view("rule", "1", "placement rule", span_of(table.rules), Along::columns);
  group.view("weights", "1", "weight of each rule's score", span_of(table.weights), Along::both);
  group.finish();
}

// A text of each metric.
template <typename Text>
std::vector<std::string> of_metrics(Text text) {
  std::vector<std::string> texts;
  for (const auto& metric : evaluation_metrics()) texts.emplace_back(text(metric));
  return texts;
}

// Keeps a column that was made here.
template <typename T>
std::span<const T> keep(std::deque<std::vector<T>>& owned, std::vector<T> values) {
  return owned.emplace_back(std::move(values));
}

// Per metric 1 for those that are among `chosen`.
std::vector<std::uint8_t> flags_of(const std::vector<std::size_t>& chosen) {
  std::vector<std::uint8_t> flags(evaluation_metrics().size(), 0);
  for (const auto metric : chosen) flags[metric] = 1;
  return flags;
}

void add_metrics(Results& results, const Evaluation& evaluation, Judgement judgement) {
  std::vector<std::uint8_t> better;
  for (const auto& metric : evaluation_metrics()) {
    better.push_back(static_cast<std::uint8_t>(metric.better));
  }
  auto& bytes = results.owned_uint8;
  GroupBuilder group(results, "/metrics", "policy");
  group.set_column_axis("metric");
  add_numbers(group, evaluation.policies.size());
  group.labels("metric", "name of the metric", of_metrics([](auto& each) { return each.name; }));
  group.labels("unit", "unit of its values", of_metrics([](auto& each) { return each.unit; }));
  group.labels("meaning", "what it is", of_metrics([](auto& each) { return each.meaning; }));
  group.view("better", "1", "code in /enums/better: which values are better",
             keep(bytes, std::move(better)), Along::columns);
  group.view("ranks", "1", "1: the metric that `rank` is by",
             keep(bytes, flags_of({evaluation.criteria.sort})), Along::columns);
  group.view("spans_pareto", "1", "1: `pareto` is the Pareto set in this metric and its like",
             keep(bytes, flags_of(evaluation.criteria.pareto)), Along::columns);
  group.view("value", "1", "value, in the metric's unit; NaN: unknown, or not evaluated",
             keep(results.owned_double, std::move(judgement.values)), Along::both);
  group.view("done", "1", "1: the policy was evaluated", keep(bytes, std::move(judgement.done)));
  group.view("rank", "1", "place among the evaluated policies, 1 the best; 0: not evaluated",
             keep(results.owned_int32, std::move(judgement.rank)));
  group.view("pareto", "1", "1: no other evaluated policy is better in one and as good in the rest",
             keep(bytes, std::move(judgement.pareto)));
  group.finish();
}

// Policies that are not evaluated have zeros.
void add_outcomes(Results& results, const Evaluation& evaluation) {
  const auto& outcomes = evaluation.outcomes;
  GroupBuilder group(results, "/outcomes", "policy");
  add_numbers(group, evaluation.policies.size());
  const auto column = [&](const std::string& name, const OutcomeField& field,
                          const std::string& part, std::int64_t (*half)(WideInt)) {
    group.integers(
        name, field.unit, field.meaning + part, evaluation.policies.size(),
        [&](std::size_t i) { return i < outcomes.size() ? half(field.get(outcomes[i])) : 0; });
  };
  for (const auto& field : outcome_fields()) {
    if (field.wide) {
      column(high_column(field), field, "; upper 64 of 128 bits", high_half);
      column(low_column(field), field, "; lower 64 bits, without a sign", low_half);
    } else {
      column(field.name, field, "", low_half);
    }
  }
  group.finish();
}

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw IoError(fmt::format(
      "{}: {}; the file is damaged, or of another version: evaluate without --resume", path, what));
}

const Dataset* find_dataset(const Results& results, const std::string& group,
                            const std::string& name) {
  for (const auto& each : results.groups) {
    if (each.path != group) continue;
    for (const auto& dataset : each.datasets) {
      if (dataset.name == name) return &dataset;
    }
  }
  return nullptr;
}

template <typename T>
std::span<const T> required_column(const Results& results, const std::string& group,
                                   const std::string& name, const std::string& path) {
  const auto* const dataset = find_dataset(results, group, name);
  const auto* const values =
      dataset == nullptr ? nullptr : std::get_if<std::span<const T>>(&dataset->values);
  if (values == nullptr) fail(path, fmt::format("{}/{} is missing", group, name));
  return *values;
}

}  // namespace

Results collect_evaluation(const Evaluation& evaluation, Judgement judgement, RunStatus status,
                           const RunIdentity& identity) {
  Results results;
  results.kind = kEvaluationKind;
  results.status = status;
  results.seed = evaluation.seed;
  results.start = evaluation.start;
  results.command_line = identity.command_line;
  results.created_utc = identity.created_utc;
  results.provenance = identity.provenance;
  add_policies(results, evaluation.policies);
  add_metrics(results, evaluation, std::move(judgement));
  add_outcomes(results, evaluation);
  add_enum(results, "/enums/queue_discipline", "what a job that does not fit does to the queue",
           names_of(kQueueChoices));
  add_enum(results, "/enums/gpu_choice", "which GPU of a node a share of one takes",
           names_of(kGpuChoices));
  add_enum(results, "/enums/better", "which values of a metric are better", kBetterNames);
  return results;
}

std::vector<PolicyOutcome> restore_outcomes(const Results& results, const std::string& path) {
  const auto done = required_column<std::uint8_t>(results, "/metrics", "done", path);
  const auto end = std::find(done.begin(), done.end(), std::uint8_t{0});
  std::vector<PolicyOutcome> outcomes(static_cast<std::size_t>(end - done.begin()));
  const auto column = [&](const std::string& name) {
    const auto values = required_column<std::int64_t>(results, "/outcomes", name, path);
    if (values.size() < outcomes.size()) fail(path, "/outcomes has fewer rows than /metrics");
    return values;
  };
  for (const auto& field : outcome_fields()) {
    const auto low = column(field.wide ? low_column(field) : field.name);
    const auto high = field.wide ? column(high_column(field)) : low;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      field.set(outcomes[i], field.wide ? join_halves(high[i], low[i]) : WideInt{low[i]});
    }
  }
  return outcomes;
}

std::span<const std::string> policy_ids(const Results& results, const std::string& path) {
  return required_column<std::string>(results, "/policies", "id", path);
}

}  // namespace coldaisle
