#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/core/fields.h"
#include "sim/core/json_document.h"

namespace coldaisle {

// Appends a problem; after kMostProblems of them one last note is added and the rest dropped.
inline constexpr std::size_t kMostProblems = 1000;
void add_problem(std::vector<Problem>& problems, Problem problem);

// Reads structs from a JSON tree and collects every problem: missing, unknown and mistyped keys,
// values out of range, names that no list holds. Keys that begin with "x-" are the user's own.
//
//   ReadFields fields(tree, names, problems);
//   fields.read(scenario);
//
// Where a short form stands for an object or list, the tree is completed with an implied level, so
// that each value of the struct has one pointer whatever its form (see locate()).
class ReadFields : public Fields {
 public:
  // `root` and `problems` must outlive the reader.
  ReadFields(JsonValue& root, NameLists names, std::vector<Problem>& problems)
      : Fields(std::move(names)), root_(root), problems_(problems) {}

  // Reads the root object. Returns whether it was an object without problems.
  template <class T>
  bool read(T& value) {
    const auto before = problems_.size();
    if (!open_root()) return false;
    describe(static_cast<Fields&>(*this), value);
    end_object();
    return problems_.size() == before;
  }

  bool present(const char* key) const override;
  void fail(const char* key, const std::string& message) override;

 protected:
  void scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) override;
  void scalar_list(const Field& field, const ScalarRule& rule, const IntegerRange& size,
                   std::vector<Scalar>& values) override;
  void scalar_map(const Field& field, const ScalarRule& rule, const std::vector<std::string>* keys,
                  MapForm form, std::vector<std::pair<std::string, Scalar>>& values) override;
  bool begin_object(const Field& field, bool set, const char* shorthand) override;
  void end_object() override;
  std::optional<std::size_t> begin_list(const Field& field, const IntegerRange& size,
                                        std::size_t count, ListForm form) override;
  bool begin_item(std::size_t index) override;
  void end_list() override;

  bool replaces() const override { return true; }

 private:
  // An open object or list.
  struct Frame {
    JsonValue* value;
    std::string pointer;
    std::vector<std::string> known;   // keys declared so far
    std::vector<std::string> failed;  // keys that already have a problem
  };

  // Whether further problems would be dropped anyway.
  bool full() const { return problems_.size() > kMostProblems; }

  bool open_root();
  JsonValue* take(const Field& field);
  bool check_list(const Field& field, const JsonValue& value, const IntegerRange& size);
  std::string child_pointer(std::string_view key) const;
  void complain(const JsonPlace& place, std::string pointer, std::string message);
  void complain_at(const char* key, const JsonValue& value, std::string message);

  JsonValue& root_;
  std::vector<Problem>& problems_;
  std::vector<Frame> frames_;
};

}  // namespace coldaisle
