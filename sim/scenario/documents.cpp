#include <fmt/format.h>

#include "sim/core/field_writers.h"
#include "sim/scenario/load.h"
#include "sim/scenario/scenario_fields.h"

namespace coldaisle {

namespace {

constexpr const char* kIntroduction = R"(# Scenario files

A scenario is a JSON file; comments (`//` and `/* */`) are welcome. Only `version`, `fleet` and
`workload` must be there.

- A value with a dimension is a string with a unit; a bare number there is an error. Units: {}.
- Unknown and repeated keys are errors, except keys that begin with `x-`, which are yours.
- `extends` names a base file; this file is applied to it as a JSON merge patch (RFC 7396).
- `--set /json/pointer=value` goes over both; the value is JSON, or a bare string.
- Paths of data files are relative to the file that names them, else to `--data DIR`, else to
  `COLDAISLE_DATA`, else to `../shared/data` beside the sources.
- `coldaisle validate` tells every problem at once, `coldaisle explain` where each value came from,
  `coldaisle schema` prints the JSON Schema for editors.

This file is written from the declarations of the keys: do not edit it. To rewrite it, run the tests
tagged `[format]` with `COLDAISLE_UPDATE=1`.

)";

std::string dimension_lines() {
  std::string text;
  for (const auto dimension : {Dimension::duration, Dimension::memory, Dimension::rate}) {
    const auto& info = dimension_info(dimension);
    text += fmt::format("{}{} `{}` ({})", text.empty() ? "" : "; ", info.name, info.example,
                        unit_list(dimension));
  }
  return text;
}

}  // namespace

std::string scenario_schema(const Vocabulary& vocabulary) {
  return write_fields(make_schema_writer("Coldaisle scenario", name_lists(vocabulary)), Scenario{});
}

std::string scenario_format_markdown(const Vocabulary& vocabulary) {
  return fmt::format(fmt::runtime(kIntroduction), dimension_lines()) +
         write_fields(make_markdown_writer("Top level", name_lists(vocabulary)), Scenario{});
}

}  // namespace coldaisle
