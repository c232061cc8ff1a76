#pragma once

#include <memory>
#include <string>
#include <utility>

#include "sim/core/fields.h"

namespace coldaisle {

// Visits a struct and makes a text of it.
class FieldWriter : public Fields {
 public:
  using Fields::Fields;

  // The finished text; once.
  virtual std::string finish() = 0;
};

// JSON Schema, draft 2020-12; visit a struct with its defaults.
std::unique_ptr<FieldWriter> make_schema_writer(std::string title, NameLists names);

// The struct as JSON, defaults included; reading it gives the same struct.
std::unique_ptr<FieldWriter> make_echo_writer(NameLists names);

// Markdown: one table of keys per object; visit a struct with its defaults. `root` names it.
std::unique_ptr<FieldWriter> make_markdown_writer(std::string root, NameLists names);

// The text that `writer` makes of `value`.
template <class T>
std::string write_fields(std::unique_ptr<FieldWriter> writer, T value) {
  describe(static_cast<Fields&>(*writer), value);
  return writer->finish();
}

}  // namespace coldaisle
