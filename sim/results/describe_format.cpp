#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/core/hdf5_file.h"
#include "sim/results/layout.h"
#include "sim/results/write_hdf5.h"

namespace coldaisle {
namespace {

// A line of a FORMAT.md: `place` is begin or end.
std::string marker(const std::string& kind, const char* place) {
  return fmt::format("<!-- datasets of kind {}: {} -->", kind, place);
}

std::string line(std::string_view group, std::string_view name, std::string_view type,
                 std::string_view shape, std::string_view unit, std::string_view meaning) {
  return fmt::format("- {}, **{}** (*{}{}*, {}): {}\n", group, name, type, shape, unit, meaning);
}

// The axes of a dataset as FORMAT.md shows them: "[id]", "[policy,metric]".
std::string shape_of(const ResultGroup& group, const Dataset& dataset) {
  switch (dataset.along) {
    case Along::rows:
      return fmt::format("[{}]", group.axis);
    case Along::columns:
      return fmt::format("[{}]", group.column_axis);
    case Along::both:
      return fmt::format("[{},{}]", group.axis, group.column_axis);
  }
  fail_expectation("a dataset runs along no known axes");
}

Hdf5Type type_of(const DatasetValues& values) {
  return std::visit([](auto span) { return hdf5_type<typename decltype(span)::value_type>(); },
                    values);
}

}  // namespace

std::string describe_format(const Results& results) {
  std::string text;
  for (const auto& group : results.groups) {
    for (const auto& dataset : group.datasets) {
      text += line(group.path, dataset.name, type_name(type_of(dataset.values)),
                   shape_of(group, dataset), dataset.unit, dataset.long_name);
    }
  }
  for (const auto& scalar : kProvenanceTexts) {
    text += line("/provenance", scalar.name, "string", "", "1", scalar.long_name);
  }
  for (const auto& column : {kInputPath, kInputSha256}) {
    text += line(kInputsGroup, column.name, "string", fmt::format("[{}]", kInputPath.name), "1",
                 column.long_name);
  }
  return text;
}

std::string format_section(const std::string& markdown, const std::string& kind) {
  const auto first_line = marker(kind, "begin");
  const auto last_line = marker(kind, "end");
  const auto begin = markdown.find(first_line + "\n");
  const auto end = markdown.find(last_line);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    throw IoError(
        fmt::format("FORMAT.md: a marker is missing; the dataset list stands between "
                    "\"{}\" and \"{}\"",
                    first_line, last_line));
  }
  const auto first = begin + first_line.size() + 1;
  return markdown.substr(first, end - first);
}

}  // namespace coldaisle
