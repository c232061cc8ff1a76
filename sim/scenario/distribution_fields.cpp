#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "sim/scenario/scenario_fields.h"

namespace coldaisle {

namespace {

using Kind = DistributionKind;

constexpr std::array kKinds = {
    Choice<Kind>{Kind::constant, "constant"},   Choice<Kind>{Kind::exponential, "exponential"},
    Choice<Kind>{Kind::lognormal, "lognormal"}, Choice<Kind>{Kind::weibull, "weibull"},
    Choice<Kind>{Kind::pareto, "pareto"},       Choice<Kind>{Kind::gamma, "gamma"},
    Choice<Kind>{Kind::uniform, "uniform"},     Choice<Kind>{Kind::empirical, "empirical"}};

// One key that a kind of distribution takes.
struct Parameter {
  Kind kind;
  std::string_view key;
  Presence presence;
};

constexpr std::array kParameters = {
    Parameter{Kind::constant, "value", kRequired},
    Parameter{Kind::exponential, "mean", kRequired},
    Parameter{Kind::lognormal, "median", kRequired},
    Parameter{Kind::lognormal, "sigma", kRequired},
    Parameter{Kind::weibull, "shape", kRequired},
    Parameter{Kind::weibull, "scale", kRequired},
    Parameter{Kind::pareto, "shape", kRequired},
    Parameter{Kind::pareto, "minimum", kRequired},
    Parameter{Kind::pareto, "maximum", Presence::optional},
    Parameter{Kind::gamma, "shape", kRequired},
    Parameter{Kind::gamma, "mean", kRequired},
    Parameter{Kind::uniform, "minimum", kRequired},
    Parameter{Kind::uniform, "maximum", kRequired},
    Parameter{Kind::empirical, "values", kRequired},
    Parameter{Kind::empirical, "weights", Presence::optional},
};

// Beyond these a draw is 0, endless or the same each time, as far as a double can tell.
constexpr NumberRange kShape{.least = 0.001, .most = 1e4};
constexpr NumberRange kSigma{.least = 0, .most = 20, .lower_end = LowerEnd::excluded};

const char* kind_name(Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind)).name;
}

const Parameter* find_parameter(Kind kind, std::string_view key) {
  for (const auto& parameter : kParameters) {
    if (parameter.kind == kind && parameter.key == key) return &parameter;
  }
  return nullptr;
}

std::string parameter_list(Kind kind) {
  std::string list;
  for (const auto& parameter : kParameters) {
    if (parameter.kind != kind) continue;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", parameter.key);
  }
  return list;
}

void check_use(Fields& fields, Kind kind, const char* key) {
  if (fields.failed("distribution")) return;
  const auto* const parameter = find_parameter(kind, key);
  if (parameter == nullptr) {
    fields.require(!fields.present(key), key,
                   fmt::format("means nothing to the distribution \"{}\", which takes: {}",
                               kind_name(kind), parameter_list(kind)));
  } else if (parameter->presence == Presence::required) {
    fields.require(fields.present(key), key,
                   fmt::format("the distribution \"{}\" needs \"{}\" (it takes: {})",
                               kind_name(kind), key, parameter_list(kind)));
  }
}

void time_parameter(Fields& fields, Kind kind, const Field& field, double& value) {
  std::optional<double> held;
  if (value > 0) held = value;
  fields.quantity(field, Dimension::duration, {1, kLongestNs}, held);
  value = held.value_or(0);
  check_use(fields, kind, field.key);
}

void number_parameter(Fields& fields, Kind kind, const Field& field, const NumberRange& range,
                      double& value) {
  std::optional<double> held;
  if (value > 0) held = value;
  fields.number(field, range, held);
  value = held.value_or(0);
  check_use(fields, kind, field.key);
}

void check_ends(Fields& fields, const Distribution& duration) {
  const bool both = duration.minimum > 0 && duration.maximum > 0;
  if (!both) return;
  if (duration.kind == Kind::pareto) {
    fields.require(duration.maximum > duration.minimum, "maximum",
                   "must be larger than \"minimum\"");
  } else if (duration.kind == Kind::uniform) {
    fields.require(duration.maximum >= duration.minimum, "maximum", "must be at least \"minimum\"");
  }
}

void check_weights(Fields& fields, const Distribution& duration) {
  const auto& weights = duration.weights;
  if (weights.empty()) return;
  fields.require(weights.size() == duration.values.size(), "weights",
                 fmt::format("has {} entries for {} values; give one weight for each value",
                             weights.size(), duration.values.size()));
  fields.require(std::any_of(weights.begin(), weights.end(), [](double w) { return w > 0; }),
                 "weights", "needs a weight above 0");
}

}  // namespace

void describe(Fields& fields, Distribution& duration_ns) {
  auto& d = duration_ns;
  fields.choice({"distribution", "Shape of the distribution; it says which other keys belong."},
                kKinds, d.kind);
  time_parameter(fields, d.kind, {"value", "constant: the value."}, d.value);
  time_parameter(fields, d.kind, {"mean", "exponential, gamma: the mean."}, d.mean);
  time_parameter(fields, d.kind, {"median", "lognormal: the median."}, d.median);
  number_parameter(fields, d.kind,
                   {"sigma", "lognormal: standard deviation of the natural logarithm."}, kSigma,
                   d.sigma);
  number_parameter(fields, d.kind, {"shape", "weibull, pareto, gamma: the shape."}, kShape,
                   d.shape);
  time_parameter(fields, d.kind, {"scale", "weibull: the scale."}, d.scale);
  time_parameter(fields, d.kind, {"minimum", "uniform, pareto: the least value."}, d.minimum);
  time_parameter(
      fields, d.kind,
      {"maximum", "uniform, pareto: the largest value; without it, pareto is unbounded."},
      d.maximum);
  fields.quantities({"values", "empirical: the values."}, {1, 1'000'000}, Dimension::duration,
                    {1, kLongestNs}, d.values);
  check_use(fields, d.kind, "values");
  fields.numbers({"weights", "empirical: the weight of each value; by default all weigh the same."},
                 {1, 1'000'000}, {0, 1e9}, d.weights);
  check_use(fields, d.kind, "weights");
  check_ends(fields, d);
  check_weights(fields, d);
}

}  // namespace coldaisle
