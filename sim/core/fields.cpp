#include "sim/core/fields.h"

namespace coldaisle {

namespace {

template <class T>
std::vector<Scalar> to_scalars(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

std::vector<Scalar> whole_scalars(const std::vector<int>& values) {
  std::vector<Scalar> scalars;
  scalars.reserve(values.size());
  for (const int value : values) scalars.emplace_back(std::int64_t{value});
  return scalars;
}

IntegerRange int_range(const IntegerRange& range) {
  using Limits = std::numeric_limits<int>;
  return {std::max<std::int64_t>(range.least, Limits::min()),
          std::min<std::int64_t>(range.most, Limits::max())};
}

}  // namespace

void Fields::boolean(const Field& field, bool& value) {
  std::optional<bool> held = value;
  boolean(field, held);
  value = *held;
}

void Fields::boolean(const Field& field, std::optional<bool>& value) {
  bool set = value.has_value();
  Scalar held = value.value_or(false);
  scalar(field, {.type = ScalarType::boolean}, held, set);
  if (set) value = std::get<bool>(held);
}

void Fields::number(const Field& field, const NumberRange& range, double& value) {
  std::optional<double> held = value;
  number(field, range, held);
  value = *held;
}

void Fields::number(const Field& field, const NumberRange& range, std::optional<double>& value) {
  bool set = value.has_value();
  Scalar held = value.value_or(0.0);
  scalar(field, {.type = ScalarType::number, .numbers = range}, held, set);
  if (set) value = std::get<double>(held);
}

void Fields::rate(const Field& field, double& gap_ns) {
  bool set = gap_ns > 0;
  Scalar held = gap_ns;
  scalar(field, {.type = ScalarType::rate}, held, set);
  if (set) gap_ns = std::get<double>(held);
}

void Fields::string(const Field& field, std::string& value) {
  bool set = !value.empty();
  Scalar held = value;
  scalar(field, {.type = ScalarType::string}, held, set);
  if (set) value = std::get<std::string>(held);
}

void Fields::one_of(const Field& field, const std::vector<std::string>& names, std::string& value) {
  bool set = !value.empty();
  Scalar held = value;
  scalar(field, {.type = ScalarType::string, .names = names}, held, set);
  if (set) value = std::get<std::string>(held);
}

void Fields::strings(const Field& field, const IntegerRange& size,
                     std::vector<std::string>& values) {
  auto scalars = to_scalars(values);
  scalar_list(field, {.type = ScalarType::string}, size, scalars);
  values.clear();
  for (auto& held : scalars) values.push_back(std::move(std::get<std::string>(held)));
}

void Fields::names_of(const Field& field, const std::vector<std::string>& names,
                      std::vector<std::string>& values) {
  auto scalars = to_scalars(values);
  scalar_list(field, {.type = ScalarType::string, .names = names}, {1, 1000}, scalars);
  values.clear();
  for (auto& held : scalars) values.push_back(std::move(std::get<std::string>(held)));
}

void Fields::integers(const Field& field, const IntegerRange& size, const IntegerRange& range,
                      std::vector<int>& values) {
  auto scalars = whole_scalars(values);
  scalar_list(field, {.type = ScalarType::integer, .integers = int_range(range)}, size, scalars);
  values.clear();
  for (const auto& held : scalars) {
    values.push_back(static_cast<int>(std::get<std::int64_t>(held)));
  }
}

void Fields::numbers(const Field& field, const IntegerRange& size, const NumberRange& range,
                     std::vector<double>& values) {
  auto scalars = to_scalars(values);
  scalar_list(field, {.type = ScalarType::number, .numbers = range}, size, scalars);
  values.clear();
  for (const auto& held : scalars) values.push_back(std::get<double>(held));
}

void Fields::quantities(const Field& field, const IntegerRange& size, Dimension dimension,
                        const IntegerRange& range, std::vector<double>& values) {
  std::vector<Scalar> scalars;
  scalars.reserve(values.size());
  for (const double value : values) scalars.emplace_back(static_cast<std::int64_t>(value));
  const ScalarRule rule{.type = ScalarType::quantity, .integers = range, .dimension = dimension};
  scalar_list(field, rule, size, scalars);
  values.clear();
  for (const auto& held : scalars) {
    values.push_back(static_cast<double>(std::get<std::int64_t>(held)));
  }
}

void Fields::string_map(const Field& field,
                        std::vector<std::pair<std::string, std::string>>& values) {
  std::vector<std::pair<std::string, Scalar>> scalars(values.begin(), values.end());
  scalar_map(field, {.type = ScalarType::string}, nullptr, MapForm::map, scalars);
  values.clear();
  for (auto& [key, held] : scalars) values.emplace_back(key, std::get<std::string>(held));
}

void Fields::whole_map(const Field& field, const ScalarRule& rule,
                       const std::vector<std::string>* names, MapForm form,
                       std::vector<std::pair<std::string, std::int64_t>>& values) {
  std::vector<std::pair<std::string, Scalar>> scalars(values.begin(), values.end());
  scalar_map(field, rule, names, form, scalars);
  values.clear();
  for (auto& [key, held] : scalars) values.emplace_back(key, std::get<std::int64_t>(held));
}

void Fields::integer_map(const Field& field, const std::vector<std::string>& names,
                         const IntegerRange& range, MapForm form,
                         std::vector<std::pair<std::string, std::int64_t>>& values) {
  whole_map(field, {.type = ScalarType::integer, .integers = range}, &names, form, values);
}

void Fields::decimal_map(const Field& field, int decimals, const IntegerRange& range,
                         std::vector<std::pair<std::string, std::int64_t>>& values) {
  whole_map(field, {.type = ScalarType::decimal, .integers = range, .decimals = decimals}, nullptr,
            MapForm::map, values);
}

void Fields::quantity_map(const Field& field, Dimension dimension, const IntegerRange& range,
                          std::vector<std::pair<std::string, std::int64_t>>& values) {
  whole_map(field, {.type = ScalarType::quantity, .integers = range, .dimension = dimension},
            nullptr, MapForm::map, values);
}

const std::vector<std::string>& Fields::names(std::string_view list) const {
  static const std::vector<std::string> kNone;
  const auto found = names_.find(list);
  return found == names_.end() ? kNone : found->second;
}

}  // namespace coldaisle
