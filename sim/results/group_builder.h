#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/results/results.h"

namespace coldaisle {

// Appends datasets to a group, owning the columns that are made here.
class GroupBuilder {
 public:
  GroupBuilder(Results& results, std::string path, std::string axis) : results_(&results) {
    group_.path = std::move(path);
    group_.axis = std::move(axis);
  }

  // Columns of the group's 2-D datasets, one for each value of the dataset of this name.
  void set_column_axis(std::string name) { group_.column_axis = std::move(name); }

  // Values that live elsewhere, for as long as the results.
  void view(std::string name, std::string unit, std::string meaning, DatasetValues values,
            Along along = Along::rows) {
    group_.datasets.push_back(
        {std::move(name), std::move(unit), std::move(meaning), values, along});
  }

  // A text for each column.
  void labels(std::string name, std::string meaning, std::vector<std::string> values) {
    auto& column = results_->owned_string.emplace_back(std::move(values));
    view(std::move(name), "1", std::move(meaning), std::span<const std::string>(column),
         Along::columns);
  }

  // A column of `count` integers, value(i) each.
  template <typename Value>
  void integers(std::string name, std::string unit, std::string meaning, std::size_t count,
                Value value) {
    auto& column = results_->owned_int64.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) column[i] = static_cast<std::int64_t>(value(i));
    view(std::move(name), std::move(unit), std::move(meaning),
         std::span<const std::int64_t>(column));
  }

  template <typename Value>
  void numbers(std::string name, std::string unit, std::string meaning, std::size_t count,
               Value value) {
    auto& column = results_->owned_double.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) column[i] = value(i);
    view(std::move(name), std::move(unit), std::move(meaning), std::span<const double>(column));
  }

  void numbers(std::string name, std::string unit, std::string meaning,
               std::vector<double> values) {
    auto& column = results_->owned_double.emplace_back(std::move(values));
    view(std::move(name), std::move(unit), std::move(meaning), std::span<const double>(column));
  }

  template <typename Value>
  void strings(std::string name, std::string meaning, std::size_t count, Value value) {
    auto& column = results_->owned_string.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) column[i] = value(i);
    view(std::move(name), "1", std::move(meaning), std::span<const std::string>(column));
  }

  void finish() { results_->groups.push_back(std::move(group_)); }

 private:
  Results* results_;
  ResultGroup group_;
};

template <typename T>
std::span<const T> span_of(const std::vector<T>& values) {
  return values;
}

// The group that gives codes 0, 1, ... their names.
template <typename Names>
void add_enum(Results& results, const std::string& path, const std::string& meaning,
              const Names& names) {
  GroupBuilder group(results, path, "code");
  group.integers("code", "1", "code", std::size(names), [](std::size_t i) { return i; });
  group.strings("name", meaning, std::size(names),
                [&](std::size_t i) { return std::string(names[i]); });
  group.finish();
}

}  // namespace coldaisle
