#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/field_writers.h"

namespace coldaisle {

namespace {

using Json = nlohmann::ordered_json;

// Writes a struct back as JSON. Absent optional values, empty strings and empty lists are left out.
class EchoFields : public FieldWriter {
 public:
  explicit EchoFields(NameLists names) : FieldWriter(std::move(names)) {
    open_.push_back({{}, Json::object()});
  }

  std::string finish() override { return open_.back().value.dump(2) + "\n"; }

 protected:
  void scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) override {
    if (set) open_.back().value[field.key] = Json::parse(scalar_json(rule, value));
  }

  void scalar_list(const Field& field, const ScalarRule& rule, const IntegerRange& /*size*/,
                   std::vector<Scalar>& values) override {
    auto list = Json::array();
    for (const auto& value : values) list.push_back(Json::parse(scalar_json(rule, value)));
    if (!list.empty()) open_.back().value[field.key] = std::move(list);
  }

  void scalar_map(const Field& field, const ScalarRule& rule,
                  const std::vector<std::string>* /*keys*/, MapForm /*form*/,
                  std::vector<std::pair<std::string, Scalar>>& values) override {
    auto map = Json::object();
    for (const auto& [key, value] : values) map[key] = Json::parse(scalar_json(rule, value));
    if (!map.empty()) open_.back().value[field.key] = std::move(map);
  }

  bool begin_object(const Field& field, bool set, const char* /*shorthand*/) override {
    if (set) open_.push_back({field.key, Json::object()});
    return set;
  }

  void end_object() override { close(); }

  std::optional<std::size_t> begin_list(const Field& field, const IntegerRange& /*size*/,
                                        std::size_t count, ListForm /*form*/) override {
    if (count == 0) return std::nullopt;
    open_.push_back({field.key, Json::array()});
    return count;
  }

  bool begin_item(std::size_t /*index*/) override {
    open_.push_back({{}, Json::object()});
    return true;
  }

  void end_list() override { close(); }

 private:
  struct Open {
    std::string key;
    Json value;
  };

  void close() {
    auto closed = std::move(open_.back());
    open_.pop_back();
    auto& parent = open_.back().value;
    if (parent.is_array()) {
      parent.push_back(std::move(closed.value));
    } else {
      parent[closed.key] = std::move(closed.value);
    }
  }

  std::vector<Open> open_;
};

}  // namespace

std::unique_ptr<FieldWriter> make_echo_writer(NameLists names) {
  return std::make_unique<EchoFields>(std::move(names));
}

}  // namespace coldaisle
