#include "sim/core/object_reader.h"

#include <array>

#include "sim/core/field_writers.h"
#include "sim/core/json_pointer.h"
#include "tests/support/catch.h"

namespace coldaisle {

namespace {

enum class Colour : std::uint8_t { red, green };

constexpr std::array kColours = {Choice<Colour>{Colour::red, "red"},
                                 Choice<Colour>{Colour::green, "green"}};

// A struct with one field of most kinds.
struct Part {
  std::string name;
  int count = 1;
};

struct Machine {
  std::string id;
  Colour colour = Colour::red;
  std::int64_t length_ns = 5;
  std::int64_t cpu_milli = 500;
  std::optional<double> weight;
  std::vector<Part> parts;
  std::optional<Part> spare;
  std::vector<std::pair<std::string, std::int64_t>> rules = {{"alpha", 1}};
  double gap_ns = 0;
  std::vector<Colour> stripes;
};

void describe(Fields& fields, Part& part) {
  fields.string({"name", "What it is called.", kRequired}, part.name);
  fields.integer({"count", "How many."}, {1, 8}, part.count);
  fields.require(part.name != "none" || part.count == 1, "count", "none comes once");
}

void describe(Fields& fields, Machine& machine) {
  fields.string({"id", "Its id.", kRequired}, machine.id);
  fields.choice({"colour", "Its colour."}, kColours, machine.colour);
  fields.quantity({"length", "How long."}, Dimension::duration, {1}, machine.length_ns);
  fields.decimal({"cpus", "Cores."}, 3, {0, 1'000'000}, machine.cpu_milli);
  fields.number({"weight", "Its weight."}, {0, 10, LowerEnd::excluded}, machine.weight);
  fields.list({"parts", "Its parts."}, {1, 3}, machine.parts, ListForm::one_or_list);
  fields.object({"spare", "A spare part."}, machine.spare, "name");
  fields.integer_map({"rules", "Its rules."}, fields.names("rules"), {-5, 5}, MapForm::name_or_map,
                     machine.rules);
  fields.rate({"rate", "How often."}, machine.gap_ns);
  fields.choices({"stripes", "Its colours."}, kColours, machine.stripes);
}

const NameLists kNames = {{"rules", {"alpha", "beta"}}};

struct Outcome {
  Machine machine;
  std::vector<Problem> problems;
  JsonValue tree;
};

Outcome read(const std::string& text) {
  Outcome outcome;
  auto tree = parse_json(text, "m.json", outcome.problems);
  if (!tree) return outcome;
  outcome.tree = std::move(*tree);
  ReadFields(outcome.tree, kNames, outcome.problems).read(outcome.machine);
  return outcome;
}

// The only problem's place, pointer and message.
std::string only_problem(const std::string& text) {
  const auto outcome = read(text);
  if (outcome.problems.size() != 1) return format_problems(outcome.problems);
  const auto& problem = outcome.problems.front();
  return std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " +
         problem.pointer + " " + problem.message;
}

}  // namespace

TEST_CASE("a reader fills members and leaves defaults alone", "[core][object_reader]") {
  const auto outcome = read(R"({"id": "m", "colour": "green", "length": "1.5 us", "cpus": 0.25,
      "weight": 2.5, "parts": [{"name": "a"}, {"name": "b", "count": 3}], "rate": "12 /h",
      "stripes": ["green", "red"]})");
  CHECK(format_problems(outcome.problems).empty());
  const auto& machine = outcome.machine;
  CHECK(machine.colour == Colour::green);
  CHECK(machine.length_ns == 1500);
  CHECK(machine.cpu_milli == 250);
  CHECK(machine.weight == 2.5);
  REQUIRE(machine.parts.size() == 2);
  CHECK(machine.parts[0].count == 1);
  CHECK(machine.parts[1].count == 3);
  CHECK_FALSE(machine.spare);
  CHECK(machine.rules.front().first == "alpha");
  CHECK(machine.gap_ns == 3e11);
  CHECK(machine.stripes == std::vector{Colour::green, Colour::red});
}

TEST_CASE("a refused value leaves the member as it was", "[core][object_reader]") {
  const auto outcome = read(R"({"id": "m", "colour": "blue", "length": "0 s", "cpus": 2000,
                                "weight": 11, "parts": {"name": "a", "count": 9},
                                "rate": "0 /h"})");
  CHECK(outcome.problems.size() == 6);
  CHECK(outcome.machine.colour == Colour::red);
  CHECK(outcome.machine.length_ns == 5);
  CHECK(outcome.machine.cpu_milli == 500);
  CHECK_FALSE(outcome.machine.weight.has_value());
  REQUIRE(outcome.machine.parts.size() == 1);
  CHECK(outcome.machine.parts[0].count == 1);
  CHECK(outcome.machine.gap_ns == 0);
}

TEST_CASE("short forms stand for objects, lists and maps", "[core][object_reader]") {
  const auto outcome =
      read(R"({"id": "m", "parts": {"name": "a"}, "spare": "wheel", "rules": "beta"})");
  CHECK(format_problems(outcome.problems).empty());
  REQUIRE(outcome.machine.parts.size() == 1);
  CHECK(outcome.machine.spare->name == "wheel");
  CHECK(outcome.machine.rules == std::vector<std::pair<std::string, std::int64_t>>{{"beta", 1}});
}

TEST_CASE("problems name the place, the pointer as written and the remedy",
          "[core][object_reader]") {
  CHECK(only_problem(R"({"id": "m", "lenght": "1 s"})") ==
        "1:13 /lenght is not a known key; did you mean \"length\"?");
  CHECK(only_problem(R"({"colour": "red"})") == "1:1  the key \"id\" is missing: Its id.");
  CHECK(only_problem(R"({"id": "m", "colour": "bleu"})") ==
        "1:23 /colour \"bleu\" is not allowed here; allowed: red, green");
  CHECK(only_problem(R"({"id": "m", "length": 5})") ==
        "1:23 /length 5 has no unit; a duration is a string such as \"10 min\" (units: ns, us, ms, "
        "s, min, h, d, w)");
  CHECK(only_problem(R"({"id": "m", "parts": {"name": "a", "count": 9}})") ==
        "1:45 /parts/count must be from 1 to 8, not 9");
  CHECK(only_problem(R"({"id": "m", "parts": [{"name": "none", "count": 2}]})") ==
        "1:49 /parts/0/count none comes once");
  CHECK(only_problem(R"({"id": "m", "spare": 7})") == "1:22 /spare must be a string, not 7");
  CHECK(only_problem(R"({"id": "m", "rules": {"alpa": 1}})") ==
        "1:23 /rules/alpa \"alpa\" is not allowed here; did you mean \"alpha\"?");
  CHECK(only_problem(R"({"id": "m", "weight": 0})") ==
        "1:23 /weight must be above 0, at most 10, not 0");
  CHECK(only_problem(R"({"id": "m", "cpus": 0.0005})") ==
        "1:21 /cpus must be a number with at most 3 decimals, not 0.0005");
  CHECK(only_problem(R"({"id": "m", "parts": []})") ==
        "1:22 /parts has 0 entries; it needs at least 1");
  CHECK(only_problem(R"({"id": "m", "stripes": ["red", "gren"]})") ==
        "1:32 /stripes/1 \"gren\" is not allowed here; did you mean \"green\"?");
}

TEST_CASE("all problems are reported at once, and x- keys are the user's",
          "[core][object_reader]") {
  const auto outcome =
      read(R"({"id": 1, "x-note": {"a": 1}, "cpus": -1, "parts": [3, {"nam": 1}]})");
  CHECK(outcome.problems.size() == 5);
}

TEST_CASE("what the echo writer writes reads back as the same text", "[core][object_reader]") {
  const auto first = read(R"({"id": "m", "length": "90 min", "cpus": 1.5, "rate": "7 /h",
      "parts": {"name": "a"}, "spare": "wheel", "rules": {"beta": -2, "alpha": 3},
      "stripes": ["red"]})");
  const auto text = write_fields(make_echo_writer(kNames), first.machine);
  const auto again = read(text);
  CHECK(format_problems(again.problems).empty());
  CHECK(write_fields(make_echo_writer(kNames), again.machine) == text);
  CHECK(again.machine.length_ns == 5'400'000'000'000);
  CHECK(again.machine.gap_ns == first.machine.gap_ns);
}

TEST_CASE("pointers of the complete form find the place of a short form", "[core][object_reader]") {
  const auto outcome = read(R"({"id": "m", "parts": {"name": "a"}})");
  const auto located = locate(outcome.tree, "/parts/0/name");
  CHECK(located.whole);
  CHECK(located.pointer == "/parts/name");
  CHECK(place_text(located.value->place) == "m.json:1:31");
}

TEST_CASE("the schema and the documentation list every field", "[core][object_reader]") {
  const auto schema = write_fields(make_schema_writer("Machine", kNames), Machine{});
  const auto markdown = write_fields(make_markdown_writer("machine", kNames), Machine{});
  for (const auto* const key : {"id", "colour", "length", "cpus", "weight", "parts", "spare",
                                "rules", "rate", "count", "stripes"}) {
    CHECK(schema.find("\"" + std::string(key) + "\": {") != std::string::npos);
    CHECK(markdown.find("| `" + std::string(key) + "` |") != std::string::npos);
  }
  CHECK(markdown.find("object, or its `name` alone, see `parts[]`") != std::string::npos);
}

}  // namespace coldaisle
