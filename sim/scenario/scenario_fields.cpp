#include "sim/scenario/scenario_fields.h"

#include <array>

#include "sim/scenario/instant.h"

namespace coldaisle {

namespace {

constexpr std::array kFidelities = {Choice<Fidelity>{Fidelity::full, "full"},
                                    Choice<Fidelity>{Fidelity::placement, "placement"}};

// The two members of Scenario behind the key `start`.
struct Start {
  std::string& instant;
  std::string& zone;
};

void describe(Fields& fields, Start& start) {
  fields.string({"instant", "RFC 3339 instant of simulated time zero."}, start.instant);
  const auto instant_error = check_instant(start.instant);
  fields.require(instant_error.empty(), "instant", instant_error);
  fields.string({"zone", "IANA time zone of reports and calendars."}, start.zone);
  const auto zone_error = check_zone(start.zone);
  fields.require(zone_error.empty(), "zone", zone_error);
}

}  // namespace

void describe(Fields& fields, Scenario& scenario) {
  std::string ignored;
  fields.string({"$schema", "Where editors find the JSON Schema; not read."}, ignored);
  fields.integer({"version", "Version of this format.", kRequired}, {1, 1}, scenario.version);
  fields.string({"extends",
                 "A base file, relative to this one; this file is applied to it as a JSON merge "
                 "patch (null takes a key away)."},
                ignored);
  fields.string({"name", "What reports call the scenario."}, scenario.name);
  fields.integer({"seed", "Seed of all chance."}, {0, kLargestSeed}, scenario.seed);
  Start start{scenario.start, scenario.zone};
  fields.object({"start", "When simulated time begins."}, start, "instant");
  std::optional<TimeNs> horizon;
  if (scenario.horizon_ns != kNever) horizon = scenario.horizon_ns;
  fields.quantity(
      {"horizon", "When the run ends, from its start; without it, when nothing is left to happen."},
      Dimension::duration, {1, kLongestNs}, horizon);
  scenario.horizon_ns = horizon.value_or(kNever);
  fields.choice({"fidelity",
                 "`full` follows every model; `placement` leaves out contention for the network. "
                 "Without a network they are the same."},
                kFidelities, scenario.fidelity);
  fields.object({"fleet", "The machines.", kRequired}, scenario.fleet);
  fields.object({"fabric", "What joins the machines."}, scenario.fabric);
  fields.object({"workload", "The jobs.", kRequired}, scenario.workload);
  fields.object({"scheduler", "Who is placed where, and when."}, scenario.scheduler);
  fields.object({"metrics", "What is watched."}, scenario.metrics);
  fields.object({"policies", "The placement policies that `evaluate` compares, in this order."},
                scenario.policies);
}

void describe_rules(Fields& fields, const Field& field, std::vector<RuleWeight>& rules) {
  std::vector<std::pair<std::string, std::int64_t>> weights;
  weights.reserve(rules.size());
  for (const auto& rule : rules) weights.emplace_back(rule.rule, rule.weight);
  fields.integer_map(field, fields.names("rules"), kRuleWeights, MapForm::name_or_map, weights);
  rules.clear();
  bool any = false;
  for (const auto& [rule, weight] : weights) {
    rules.push_back({rule, static_cast<int>(weight)});
    any = any || weight > 0;
  }
  fields.require(any || !fields.present(field.key), field.key,
                 "needs a rule with a weight above 0");
}

void describe(Fields& fields, MetricsConfig& metrics) {
  fields.quantity({"interval", "Time between samples of the series."}, Dimension::duration,
                  {1, kLongestNs}, metrics.interval_ns);
  const auto& names = fields.names("metrics");
  fields.names_of({"only", "The metrics to keep, in place of the default set."}, names,
                  metrics.only);
  fields.names_of({"also", "Metrics added to the default set."}, names, metrics.also);
  fields.require(metrics.only.empty() || metrics.also.empty(), "also",
                 "cannot be given together with \"only\"; add its names there");
}

NameLists name_lists(const Vocabulary& vocabulary) {
  return {{"rules", vocabulary.rules},
          {"trace_formats", vocabulary.trace_formats},
          {"metrics", vocabulary.metrics}};
}

}  // namespace coldaisle
