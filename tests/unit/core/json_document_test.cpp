#include "sim/core/json_document.h"

#include "tests/support/catch.h"

namespace coldaisle {

namespace {

// "LINE:COLUMN MESSAGE" of every problem of a text, joined by '|'.
std::string problems_of(const std::string& text) {
  std::vector<Problem> problems;
  parse_json(text, "t.json", problems);
  std::string all;
  for (const auto& problem : problems) {
    if (!all.empty()) all += "|";
    all +=
        std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " + problem.message;
  }
  return all;
}

// The part of `text` that a comparison with `beginning` needs.
std::string head(const std::string& text, const std::string& beginning) {
  return text.substr(0, beginning.size());
}

void check_starts(const std::string& text, const std::string& beginning) {
  INFO(text);
  CHECK(head(text, beginning) == beginning);
}

// A text and how the report of its problems begins.
struct Row {
  std::string text;
  std::string problem;
};

}  // namespace

TEST_CASE("every key and value knows its place", "[core][json]") {
  std::vector<Problem> problems;
  const auto root = parse_json(
      "// a comment, with \"quotes\"\r\n{\"a\" : [1, /* two */ -2.5e1 , true],\r\n "
      "\"b:,\":{\"\\\"\":null}}",
      "t.json", problems);
  REQUIRE(root);
  CHECK(problems.empty());
  CHECK(place_text(root->place) == "t.json:2:1");
  const auto& list = root->members[0].value;
  CHECK(place_text(root->members[0].place) == "t.json:2:2");
  CHECK(place_text(list.place) == "t.json:2:8");
  CHECK(place_text(list.items[1].place) == "t.json:2:22");
  CHECK(list.items[1].text == "-2.5e1");
  CHECK(place_text(list.items[2].place) == "t.json:2:31");
  CHECK(place_text(root->members[1].place) == "t.json:3:2");
  CHECK(place_text(root->members[1].value.members[0].place) == "t.json:3:9");
  CHECK(place_text(root->members[1].value.members[0].value.place) == "t.json:3:14");
}

TEST_CASE("a syntax error names its place and what to write instead", "[core][json]") {
  const std::vector<Row> rows = {
      {"", "1:1 the text is empty"},
      {"  \n // nothing\n", "1:1 the text is empty"},
      {"{\"a\": 1", "1:8 the text ends too early; the '{' opened at 1:1 is not closed"},
      {"{\"a\": [1,", "1:10 the text ends too early; the '[' opened at 1:7 is not closed"},
      {"{\"a\": 1,}", "1:8 a comma with nothing between it and '}'"},
      {"[1, 2,\n]", "1:6 a comma with nothing between it and ']'"},
      {"{\"a\" 1}", "1:6 unexpected '1'; expected ':' behind the key"},
      {"{\"a\":, 1}", "1:6 unexpected ','; expected a value"},
      {"{\"a\": 1 \"b\": 2}", "1:9 unexpected \"b\"; expected ',' or '}'"},
      {"[1 2]", "1:4 unexpected '2'; expected ',' or ']'"},
      {"{a: 1}", "1:2 unexpected 'a'; expected a key in double quotes"},
      {"{'a': 1}", "1:2 strings and keys take double quotes"},
      {"{\"a\": NaN}", "1:7 NaN is not a number in JSON"},
      {"{\"a\": -Infinity}", "1:7 -Infinity is not a number in JSON"},
      {"{\"a\": nan}", "1:7 nan is not a number in JSON"},
      {"{\"a\": True}", "1:7 True: write true"},
      {"{\"a\": None}", "1:7 None is not a JSON value"},
      {"{\"a\": 1e400}", "1:7 1e400 is too large for a number"},
      {"{\"a\": 01}", "1:7 '01' is not a JSON number"},
      {"{\"a\": .5}", "1:7 '.5' is not a JSON number"},
      {"{\"a\": +1}", "1:7 '+1' is not a JSON number"},
      {"{\"a\": 1.}", "1:7 '1.' is not a JSON number"},
      {"{\"a\": \"x}", "1:7 this string is not closed"},
      {"{\"a\": \"x\n\"}", "1:9 a line break or control character inside a string"},
      {"{\"a\": \"\\q\"}", "1:9 this backslash sequence is not valid"},
      {"{\"a\": \"\\ud800\"}", "1:14 this backslash sequence is not valid"},
      {"{} {}", "1:4 unexpected '{'; expected nothing more"},
      {"{} /* open", "1:4 this comment is not closed"},
      {"{\"a\": /* open 1}", "1:7 this comment is not closed"},
      {"# note\n{}", "1:1 comments start with // or /*"},
      {"{\"a\": \xC3\x28}", "1:7 the byte 0xC3 is not valid UTF-8"},
      {std::string{'{', '\0', '}'}, "1:2 a NUL byte"},
      {"\xFF\xFE{", "1:1 the text is UTF-16"},
  };
  for (const auto& row : rows) check_starts(problems_of(row.text), row.problem);
}

TEST_CASE("each duplicate key is a problem and parsing goes on", "[core][json]") {
  CHECK(problems_of("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 2, \"a\": 3}") ==
        "1:24 the key \"c\" appears twice in this object, first at 1:16; keep one of them|"
        "2:2 the key \"a\" appears twice in this object, first at 1:2; keep one of them|"
        "2:10 the key \"a\" appears twice in this object, first at 1:2; keep one of them");
}

TEST_CASE("a byte order mark and CRLF do no harm", "[core][json]") {
  CHECK(problems_of("\xEF\xBB\xBF{\r\n\"a\": 1\r\n}\r\n").empty());
  check_starts(problems_of("\xEF\xBB\xBF{\r\n\"a\": x}"), "2:6 unexpected 'x'");
}

TEST_CASE("nesting and sizes beyond the limits are refused", "[core][json]") {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  CHECK(problems_of(deep).empty());
  check_starts(problems_of("[" + deep + "]"), "1:65 nested deeper than 64 levels");
  check_starts(problems_of(std::string(1'000'000, '[')), "1:65 nested deeper");
  std::string wide = "[0";
  for (std::size_t i = 1; i <= kMaxJsonElements; ++i) wide += ",0";
  check_starts(problems_of(wide + "]"), "1:2000002 more than 1000000 elements");
  check_starts(problems_of(std::string(kMaxJsonBytes + 1, ' ')), "1:1 the file is larger");
}

TEST_CASE("numbers keep their literal and their exact integer", "[core][json]") {
  std::vector<Problem> problems;
  const auto root = parse_json("[9007199254740993, 0.1, 18446744073709551615]", "t", problems);
  REQUIRE(root);
  CHECK(root->items[0].integer == 9007199254740993);
  CHECK(root->items[1].text == "0.1");
  CHECK(root->items[2].type == JsonType::number);
}

TEST_CASE("a file that cannot be read says why", "[core][json]") {
  CHECK_THROWS_AS(read_json_text("/nowhere/at-all.json"), IoError);
  CHECK_THROWS_WITH(read_json_text("/"), "/: cannot be read: it is a directory");
}

}  // namespace coldaisle
