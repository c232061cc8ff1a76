#include "sim/core/json_document.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/core/json_scan.h"
#include "sim/core/json_syntax.h"

namespace coldaisle {

namespace {

std::shared_ptr<const JsonSource> make_source(std::string_view text, const std::string& name) {
  auto source = std::make_shared<JsonSource>();
  source->name = name;
  source->line_starts.push_back(0);
  for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    source->line_starts.push_back(at + 1);
  }
  return source;
}

// Builds the tree from the parser's events. The parser gives no positions, but its events come in
// the order of the text, so a cursor that walks the same tokens finds each.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, std::shared_ptr<const JsonSource> source,
              std::vector<Problem>& problems)
      : text_(text), source_(std::move(source)), problems_(problems) {}

  JsonValue take_root() { return std::move(root_); }

  bool null() override { return add(JsonType::null) != nullptr; }

  bool boolean(bool value) override {
    auto* const added = add(JsonType::boolean);
    if (added != nullptr) added->boolean = value;
    return added != nullptr;
  }

  bool number_integer(number_integer_t value) override {
    auto* const added = add(JsonType::integer);
    if (added == nullptr) return false;
    added->integer = value;
    added->number = static_cast<double>(value);
    added->text = literal_;
    return true;
  }

  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<number_unsigned_t>(INT64_MAX)) {
      return number_integer(static_cast<number_integer_t>(value));
    }
    return number_float(static_cast<double>(value), {});
  }

  bool number_float(number_float_t value, const string_t& /*literal*/) override {
    auto* const added = add(JsonType::number);
    if (added == nullptr) return false;
    added->number = value;
    added->text = literal_;
    return true;
  }

  bool string(string_t& value) override {
    auto* const added = add(JsonType::string);
    if (added != nullptr) added->text = std::move(value);
    return added != nullptr;
  }

  bool binary(binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*count*/) override { return open(JsonType::object); }

  bool start_array(std::size_t /*count*/) override { return open(JsonType::array); }

  bool end_array() override { return close(); }

  bool end_object() override {
    report_duplicates(*stack_.back());
    return close();
  }

  bool key(string_t& value) override {
    const JsonPlace place{source_, next_token()};
    auto& members = stack_.back()->members;
    if (members.size() >= kMaxJsonElements) return refuse_elements(place);
    members.push_back({std::move(value), place, {}});
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    SyntaxStop stop{last_, cursor_, position, error.what(), {}, 0};
    if (!stack_.empty()) {
      const bool object = stack_.back()->type == JsonType::object;
      const auto opened = problem_at(stack_.back()->place, {}, {});
      stop.opened =
          fmt::format("'{}' opened at {}:{}", object ? '{' : '[', opened.line, opened.column);
      stop.closer = object ? '}' : ']';
    }
    auto explained = explain_syntax(text_, stop);
    return refuse({source_, explained.offset}, std::move(explained.message));
  }

 private:
  bool refuse(const JsonPlace& place, std::string message) {
    problems_.push_back(problem_at(place, {}, std::move(message)));
    return false;
  }

  bool refuse_elements(const JsonPlace& place) {
    return refuse(place, fmt::format("more than {} elements in one array or object; split the data "
                                     "up, or give it as a CSV file",
                                     kMaxJsonElements));
  }

  // Moves past the next token; gives its offset and keeps its bytes when it is a number.
  std::size_t next_token() {
    auto start = skip_blanks(text_, cursor_);
    while (start < text_.size() && (text_[start] == ',' || text_[start] == ':')) {
      start = skip_blanks(text_, start + 1);
    }
    last_ = start;
    cursor_ = token_end(text_, start);
    if (start < text_.size() && text_[start] != '"')
      literal_ = text_.substr(start, cursor_ - start);
    return start;
  }

  // The new value in its container, or nullptr after reporting a limit.
  JsonValue* add(JsonType type) {
    const JsonPlace place{source_, next_token()};
    if (++count_ > kMaxJsonValues) {
      refuse(place, fmt::format("more than {} values in one file; give the data as a CSV file",
                                kMaxJsonValues));
      return nullptr;
    }
    JsonValue* value = &root_;
    if (!stack_.empty() && stack_.back()->type == JsonType::object) {
      value = &stack_.back()->members.back().value;
    } else if (!stack_.empty()) {
      auto& items = stack_.back()->items;
      if (items.size() >= kMaxJsonElements) {
        refuse_elements(place);
        return nullptr;
      }
      value = &items.emplace_back();
    }
    value->type = type;
    value->place = place;
    return value;
  }

  bool open(JsonType type) {
    auto* const added = add(type);
    if (added == nullptr) return false;
    if (stack_.size() >= kMaxJsonDepth) {
      return refuse(added->place,
                    fmt::format("nested deeper than {} levels; flatten the data", kMaxJsonDepth));
    }
    // Safe to point at: a container does not grow while its last child is open.
    stack_.push_back(added);
    return true;
  }

  bool close() {
    next_token();
    stack_.pop_back();
    return true;
  }

  void report_duplicates(JsonValue& object) {
    auto& members = object.members;
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return members[a].key < members[b].key; });
    std::vector<bool> repeated(members.size(), false);
    std::size_t first = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (members[order[i]].key != members[order[first]].key) {
        first = i;
        continue;
      }
      repeated[order[i]] = true;
      const auto place = problem_at(members[order[first]].place, {}, {});
      refuse(
          members[order[i]].place,
          fmt::format("the key {} appears twice in this object, first at {}:{}; keep one of them",
                      quote_text(members[order[i]].key), place.line, place.column));
    }
    std::size_t index = 0;
    std::erase_if(members, [&](const JsonMember&) { return repeated[index++]; });
  }

  std::string_view text_;
  std::shared_ptr<const JsonSource> source_;
  std::vector<Problem>& problems_;
  std::size_t last_ = 0;    // offset of the last token
  std::size_t cursor_ = 0;  // offset behind it
  std::string_view literal_;
  std::size_t count_ = 0;
  JsonValue root_;
  std::vector<JsonValue*> stack_;
};

// What is wrong with the bytes as such, before any grammar; empty message if nothing.
SyntaxError check_bytes(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return {0, "the file is larger than 64 MiB; give bulk data as a CSV file"};
  }
  if (text.substr(0, 4) == "\x89HDF") {
    return {0, "this is an HDF5 file, not JSON; `coldaisle run` repeats the run of a results file"};
  }
  const auto mark = text.substr(0, 2);
  if (mark == "\xFF\xFE" || mark == "\xFE\xFF") {
    return {0, "the text is UTF-16; save it as UTF-8"};
  }
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    return {nul, "a NUL byte; this is no text file, or it is UTF-16: save it as UTF-8"};
  }
  if (const auto bad = find_invalid_utf8(text)) {
    return {*bad, fmt::format("the byte 0x{:02X} is not valid UTF-8; save the file as UTF-8",
                              static_cast<unsigned char>(text[*bad]))};
  }
  return {};
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const auto& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

JsonValue* JsonValue::find(std::string_view key) {
  return const_cast<JsonValue*>(std::as_const(*this).find(key));
}

std::optional<JsonValue> parse_json(std::string_view text, const std::string& name,
                                    std::vector<Problem>& problems) {
  const auto first_new = static_cast<std::ptrdiff_t>(problems.size());
  const auto source = make_source(text.substr(0, std::min(text.size(), kMaxJsonBytes)), name);
  if (auto bytes = check_bytes(text); !bytes.message.empty()) {
    problems.push_back(problem_at({source, bytes.offset}, {}, std::move(bytes.message)));
    return std::nullopt;
  }
  std::string unmarked;  // the mark is blanked, not cut, so that offsets stay true
  if (text.substr(0, 3) == "\xEF\xBB\xBF") {
    unmarked = fmt::format("   {}", text.substr(3));
    text = unmarked;
  }
  TreeBuilder builder(text, source, problems);
  const bool whole = nlohmann::json::sax_parse(text.begin(), text.end(), &builder,
                                               nlohmann::json::input_format_t::json, true, true);
  std::stable_sort(problems.begin() + first_new, problems.end(),
                   [](const Problem& a, const Problem& b) {
                     return std::pair(a.line, a.column) < std::pair(b.line, b.column);
                   });
  if (!whole) return std::nullopt;
  return builder.take_root();
}

std::string read_json_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw IoError(fmt::format("{}: cannot be read: it is a directory", path));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) throw IoError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (text.size() <= kMaxJsonBytes) {
    const auto wanted = std::min(block.size(), kMaxJsonBytes + 1 - text.size());
    const auto got = std::fread(block.data(), 1, wanted, file.get());
    text.append(block.data(), got);
    if (got < wanted) break;
  }
  if (std::ferror(file.get()) != 0) {
    throw IoError(fmt::format("{}: reading failed: {}", path, std::strerror(errno)));
  }
  return text;
}

Problem problem_at(const JsonPlace& place, std::string pointer, std::string message) {
  Problem problem{{}, 0, 0, std::move(pointer), std::move(message)};
  if (!place.source) return problem;
  problem.file = place.source->name;
  const auto& starts = place.source->line_starts;
  if (starts.empty()) return problem;
  const auto next = std::upper_bound(starts.begin(), starts.end(), place.offset);
  problem.line = static_cast<int>(next - starts.begin());
  problem.column = static_cast<int>(place.offset - *(next - 1)) + 1;
  return problem;
}

std::string place_text(const JsonPlace& place) {
  const auto problem = problem_at(place, {}, {});
  if (problem.line == 0) return problem.file;
  return fmt::format("{}:{}:{}", problem.file, problem.line, problem.column);
}

std::string_view type_phrase(JsonType type) {
  switch (type) {
    case JsonType::null:
      return "null";
    case JsonType::boolean:
      return "true or false";
    case JsonType::integer:
      return "a whole number";
    case JsonType::number:
      return "a number";
    case JsonType::string:
      return "a string";
    case JsonType::array:
      return "an array";
    case JsonType::object:
      return "an object";
  }
  return "a value";
}

std::string value_phrase(const JsonValue& value) {
  switch (value.type) {
    case JsonType::boolean:
      return value.boolean ? "true" : "false";
    case JsonType::integer:
    case JsonType::number:
      return value.text.substr(0, 40);
    case JsonType::string:
      return quote_text(value.text);
    default:
      return std::string(type_phrase(value.type));
  }
}

std::string quote_text(std::string_view text) {
  constexpr std::size_t kLongest = 60;  // bytes shown of a long string
  auto shown = text.substr(0, kLongest);
  while (shown.size() < text.size() && !shown.empty() && find_invalid_utf8(shown)) {
    shown.remove_suffix(1);
  }
  auto literal = nlohmann::json(std::string(shown))
                     .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (shown.size() < text.size()) literal.insert(literal.size() - 1, "...");
  return literal;
}

}  // namespace coldaisle
