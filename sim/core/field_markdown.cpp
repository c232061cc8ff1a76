#include <map>

#include <fmt/format.h>

#include "sim/core/field_writers.h"

namespace coldaisle {

namespace {

// Writes one section per object: its keys with type, default and meaning. An object that looks like
// an earlier one points there instead.
class MarkdownFields : public FieldWriter {
 public:
  MarkdownFields(std::string root, NameLists names)
      : FieldWriter(std::move(names)), root_(std::move(root)) {
    open(root_);
  }

  std::string finish() override {
    std::string text;
    for (const auto& section : sections_) {
      if (section.rows.empty()) continue;
      text += fmt::format("{}## {}\n\n| key | type | default | meaning |\n|---|---|---|---|\n{}",
                          text.empty() ? "" : "\n", section.path, section.rows);
    }
    return text;
  }

 protected:
  void scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) override {
    std::string initial;
    if (set && field.presence == Presence::optional) {
      initial = fmt::format("`{}`", scalar_json(rule, value));
    }
    row(field, rule_phrase(rule), initial);
  }

  void scalar_list(const Field& field, const ScalarRule& rule, const IntegerRange& /*size*/,
                   std::vector<Scalar>& /*values*/) override {
    row(field, fmt::format("list of: {}", rule_phrase(rule)), {});
  }

  void scalar_map(const Field& field, const ScalarRule& rule, const std::vector<std::string>* keys,
                  MapForm form, std::vector<std::pair<std::string, Scalar>>& values) override {
    std::string type = "object of: ";
    if (keys != nullptr) {
      for (const auto& key : *keys) type += fmt::format("`{}` ", key);
      type += "→ ";
    }
    type += rule_phrase(rule);
    if (form == MapForm::name_or_map) type += "; or one name";
    std::string initial;
    for (const auto& [key, value] : values) {
      initial +=
          fmt::format("{}`\"{}\": {}`", initial.empty() ? "" : ", ", key, scalar_json(rule, value));
    }
    row(field, type, initial);
  }

  bool begin_object(const Field& field, bool /*set*/, const char* shorthand) override {
    const auto path = child_path(field, "");
    row(field,
        fmt::format("object{}, see {}",
                    shorthand == nullptr ? "" : fmt::format(", or its `{}` alone", shorthand),
                    marked(path)),
        {});
    open(path);
    return true;
  }

  void end_object() override { close(); }

  std::optional<std::size_t> begin_list(const Field& field, const IntegerRange& /*size*/,
                                        std::size_t /*count*/, ListForm form) override {
    const auto path = child_path(field, "[]");
    row(field,
        fmt::format("list of objects{}, see {}",
                    form == ListForm::one_or_list ? ", or one object" : "", marked(path)),
        {});
    open(path);
    return 1;
  }

  bool begin_item(std::size_t /*index*/) override { return true; }

  void end_list() override {}  // the item's end_object() closed the section

 private:
  // A path that close() replaces by a link.
  static std::string marked(const std::string& path) { return fmt::format("\x01{}\x01", path); }

  struct Section {
    std::string path;
    std::string rows;
  };

  std::string child_path(const Field& field, const char* suffix) const {
    const auto& path = sections_[open_.back()].path;
    return fmt::format("{}{}{}{}", path == root_ ? "" : path, path == root_ ? "" : ".", field.key,
                       suffix);
  }

  void open(std::string path) {
    open_.push_back(sections_.size());
    sections_.push_back({std::move(path), {}});
  }

  // Links in the parent's rows point at the section, or at the earlier one that is the same.
  void close() {
    const auto index = open_.back();
    open_.pop_back();
    auto& section = sections_[index];
    const auto [first, fresh] = first_path_.emplace(section.rows, section.path);
    const auto target = fmt::format("`{}`", first->second);
    auto& parent = sections_[open_.back()].rows;
    const auto mark = marked(section.path);
    parent.replace(parent.find(mark), mark.size(), target);
    if (!fresh) section.rows.clear();
  }

  void row(const Field& field, const std::string& type, const std::string& initial) {
    const auto* const required = field.presence == Presence::required ? "required" : "";
    sections_[open_.back()].rows +=
        fmt::format("| `{}` | {} | {} | {} |\n", field.key, type,
                    initial.empty() ? required : initial, field.meaning);
  }

  std::string root_;
  std::vector<Section> sections_;
  std::vector<std::size_t> open_;
  std::map<std::string, std::string> first_path_;
};

}  // namespace

std::unique_ptr<FieldWriter> make_markdown_writer(std::string root, NameLists names) {
  return std::make_unique<MarkdownFields>(std::move(root), std::move(names));
}

}  // namespace coldaisle
