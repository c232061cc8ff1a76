#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/field_writers.h"

namespace coldaisle {

namespace {

using Json = nlohmann::ordered_json;

Json empty_object() {
  return {{"type", "object"},
          {"properties", Json::object()},
          {"patternProperties", {{"^x-", true}}},
          {"additionalProperties", false}};
}

void add_size(const IntegerRange& size, Json& schema) {
  if (size.least > 0) schema["minItems"] = size.least;
  if (size.most != IntegerRange{}.most) schema["maxItems"] = size.most;
}

// Writes the schema of a struct: one property per field.
class SchemaFields : public FieldWriter {
 public:
  SchemaFields(std::string title, NameLists names)
      : FieldWriter(std::move(names)), title_(std::move(title)) {
    open_.push_back({{}, {}, nullptr, empty_object()});
  }

  std::string finish() override {
    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title_}};
    schema.update(open_.back().schema);
    return schema.dump(2) + "\n";
  }

 protected:
  void scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) override {
    auto schema = described(field);
    schema.update(Json::parse(rule_schema(rule)));
    if (set && field.presence == Presence::optional) {
      schema["default"] = Json::parse(scalar_json(rule, value));
    }
    add(field, std::move(schema));
  }

  void scalar_list(const Field& field, const ScalarRule& rule, const IntegerRange& size,
                   std::vector<Scalar>& /*values*/) override {
    auto schema = described(field);
    schema["type"] = "array";
    schema["items"] = Json::parse(rule_schema(rule));
    add_size(size, schema);
    add(field, std::move(schema));
  }

  void scalar_map(const Field& field, const ScalarRule& rule, const std::vector<std::string>* keys,
                  MapForm form, std::vector<std::pair<std::string, Scalar>>& values) override {
    Json map = {{"type", "object"}};
    if (keys == nullptr) {
      map["additionalProperties"] = Json::parse(rule_schema(rule));
    } else {
      map = empty_object();
      for (const auto& key : *keys) map["properties"][key] = Json::parse(rule_schema(rule));
    }
    auto schema = described(field);
    if (form == MapForm::name_or_map && keys != nullptr) {
      schema["anyOf"] = Json::array();
      schema["anyOf"].push_back({{"type", "string"}, {"enum", *keys}});
      schema["anyOf"].push_back(std::move(map));
    } else {
      schema.update(map);
    }
    for (const auto& [key, value] : values) {
      schema["default"][key] = Json::parse(scalar_json(rule, value));
    }
    add(field, std::move(schema));
  }

  bool begin_object(const Field& field, bool /*set*/, const char* shorthand) override {
    open_.push_back({field, {}, shorthand, empty_object()});
    return true;
  }

  void end_object() override {
    auto closed = std::move(open_.back());
    open_.pop_back();
    if (open_.back().list) {
      open_.back().schema["items"] = std::move(closed.schema);
      return;
    }
    auto schema = described(closed.field);
    if (closed.shorthand != nullptr) {
      auto brief = closed.schema["properties"][closed.shorthand];
      brief.erase("description");
      brief.erase("default");
      schema["anyOf"] = Json::array({std::move(brief), std::move(closed.schema)});
    } else {
      schema.update(closed.schema);
    }
    add(closed.field, std::move(schema));
  }

  std::optional<std::size_t> begin_list(const Field& field, const IntegerRange& size,
                                        std::size_t /*count*/, ListForm form) override {
    Json schema = {{"type", "array"}};
    add_size(size, schema);
    open_.push_back({field, form, nullptr, std::move(schema)});
    return 1;
  }

  bool begin_item(std::size_t /*index*/) override {
    open_.push_back({{}, {}, nullptr, empty_object()});
    return true;
  }

  void end_list() override {
    auto closed = std::move(open_.back());
    open_.pop_back();
    auto schema = described(closed.field);
    if (closed.list == ListForm::one_or_list) {
      auto item = closed.schema["items"];
      schema["anyOf"] = Json::array({std::move(item), std::move(closed.schema)});
    } else {
      schema.update(closed.schema);
    }
    add(closed.field, std::move(schema));
  }

 private:
  // An open object, or list when `list` is set.
  struct Open {
    Field field;
    std::optional<ListForm> list;
    const char* shorthand;
    Json schema;
  };

  static Json described(const Field& field) { return {{"description", field.meaning}}; }

  void add(const Field& field, Json schema) {
    auto& parent = open_.back().schema;
    parent["properties"][field.key] = std::move(schema);
    if (field.presence == Presence::required) parent["required"].push_back(field.key);
  }

  std::string title_;
  std::vector<Open> open_;
};

}  // namespace

std::unique_ptr<FieldWriter> make_schema_writer(std::string title, NameLists names) {
  return std::make_unique<SchemaFields>(std::move(title), std::move(names));
}

}  // namespace coldaisle
