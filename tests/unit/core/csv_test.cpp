#include "sim/core/csv.h"

#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <zlib.h>

#include "sim/core/text_file.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;
using test::contains;

namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& text) {
  CsvReader csv(text, "t.csv");
  std::vector<std::vector<std::string>> rows;
  while (csv.next()) {
    rows.emplace_back();
    for (std::size_t i = 0; i < csv.header().size(); ++i) {
      rows.back().emplace_back(csv.field(static_cast<int>(i)));
    }
  }
  csv.throw_if_broken();
  return rows;
}

using Rows = std::vector<std::vector<std::string>>;

// The problems of reading column "a" of every row as a whole number in 0...100.
std::vector<Problem> problems_of(const std::string& text) {
  constexpr std::array<std::string_view, 1> kNames = {"a"};
  try {
    CsvReader csv(text, "t.csv");
    const int a = csv.require(kNames)[0];
    csv.throw_if_broken();
    while (csv.next()) csv.integer(a, 0, 100);
    csv.throw_if_broken();
  } catch (const ScenarioError& error) {
    return error.problems();
  }
  return {};
}

void write_gzip(const std::string& path, const std::string& text) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
}

}  // namespace

TEST_CASE("CSV fields are found by the names of the header row", "[core][csv]") {
  CsvReader csv("b,a\n2,1\n", "t.csv");
  CHECK(csv.find("a") == 1);
  CHECK(csv.find("c") == -1);
  REQUIRE(csv.next());
  CHECK(csv.field(1) == "1");
  CHECK(csv.line() == 2);
  CHECK(csv.column_position(1) == 3);
  CHECK_FALSE(csv.next());
  CHECK(csv.row_count() == 1);
}

TEST_CASE("CSV line ends, a BOM, empty lines and a missing last newline change nothing",
          "[core][csv]") {
  const Rows expected = {{"1", "x"}, {"2", ""}};
  CHECK(rows_of("a,b\n1,x\n2,\n") == expected);
  CHECK(rows_of("a,b\r\n1,x\r\n2,\r\n") == expected);
  CHECK(rows_of("\xEF\xBB\xBF"
                "a,b\n1,x\n2,\n") == expected);
  CHECK(rows_of("\na,b\n\n1,x\n\r\n2,\n\n") == expected);
  CHECK(rows_of("a,b\n1,x\n2,") == expected);
  CHECK(rows_of("a,b\r\n1,x\r\n2,\r") == expected);
}

TEST_CASE("quoted CSV fields may hold commas, newlines and doubled quotes", "[core][csv]") {
  CHECK(rows_of("a,b\n\"1,5\",\"say \"\"hi\"\"\"\n") == Rows{{"1,5", "say \"hi\""}});
  CHECK(rows_of("a,b\n\"two\nlines\",\"\"\n") == Rows{{"two\nlines", ""}});
  CHECK(rows_of("a,b\r\n\"1\",\"2\"\r\n") == Rows{{"1", "2"}});
  CHECK(rows_of("a\n\"\"\"\"\"\"\n") == Rows{{"\"\""}});
  CHECK(rows_of("a,b\nx\"y,2\n") == Rows{{"x\"y", "2"}});
}

TEST_CASE("UTF-8 letters in CSV fields come through as they are", "[core][csv]") {
  const std::string text = "M\xC3\xBCller \xE2\x82\xAC \xF0\x9F\x98\x80";
  CHECK(rows_of("a,b\n1," + text + "\n") == Rows{{"1", text}});
}

TEST_CASE("lines are counted through quoted newlines", "[core][csv]") {
  CsvReader csv("a\n\"x\n\"\"\ny\"\nz\n", "t.csv");
  REQUIRE(csv.next());
  CHECK(csv.field(0) == "x\n\"\ny");
  CHECK(csv.line() == 2);
  REQUIRE(csv.next());
  CHECK(csv.field(0) == "z");
  CHECK(csv.line() == 5);
}

TEST_CASE("a broken CSV file is refused with place and remedy", "[core][csv][bad-input]") {
  struct Case {
    std::string text;
    int line, column;
    std::string pointer, fragment;
  };

  const std::vector<Case> cases = {
      {"", 0, 0, "", "the file is empty; its first row must name the columns"},
      {"\n\r\n", 0, 0, "", "the file is empty"},
      {"\xEF\xBB\xBF", 0, 0, "", "the file is empty"},
      {std::string("\xFF\xFE"
                   "a\0",
                   4),
       0, 0, "", "UTF-16 text; save it as UTF-8"},
      {std::string("a,b\n1,\0", 7), 2, 3, "", "NUL byte"},
      {"a,b\n1,M\xFCller\n", 2, 4, "", "the byte 0xFC is not valid UTF-8; save the file as UTF-8"},
      {"a,\xE9\n1,2\n", 1, 3, "", "the byte 0xE9 is not valid UTF-8"},
      {"a,b\n1,\"x\ny\xC3\"\n", 3, 2, "", "the byte 0xC3 is not valid UTF-8"},
      {"b\n1\n", 1, 1, "", "missing column \"a\""},
      {"a,a\n1,2\n", 1, 3, "a", "two columns are named \"a\""},
      {"a,b\n1,2\n3\n", 3, 1, "", "has 1 field, the header has 2; is the file cut short?"},
      {"a,b\n1\n3,4\n", 2, 1, "", "has 1 field, the header has 2"},
      {"a,b\n1,2,3\n", 2, 1, "", "has 3 fields, the header has 2"},
      {"a,b\n1,\"2\n", 2, 3, "", "the quote opened here is never closed"},
      {"a,b\n\"1\"x,2\n", 2, 4, "", "only a comma may follow a closing quote"},
      {"b,a\n1,\n", 2, 3, "a", "is empty; give a whole number"},
      {"b,a\n1,x\n", 2, 3, "a", "\"x\" is not a whole number"},
      {"a\n1.5\n", 2, 1, "a", "\"1.5\" is not a whole number"},
      {"a\n +1\n", 2, 1, "a", "is not a whole number"},
      {"a\n1e2\n", 2, 1, "a", "is not a whole number"},
      {"a\nnan\n", 2, 1, "a", "is not a whole number"},
      {"a\n-1\n", 2, 1, "a", "\"-1\" is out of range; give a whole number from 0 to 100"},
      {"a\n101\n", 2, 1, "a", "out of range"},
      {"a\n99999999999999999999\n", 2, 1, "a", "out of range"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.text, each.fragment);
    const auto problems = problems_of(each.text);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].file == "t.csv");
    CHECK(problems[0].line == each.line);
    CHECK(problems[0].column == each.column);
    CHECK(problems[0].pointer == each.pointer);
    CHECK_THAT(problems[0].message, contains(each.fragment));
  }
}

TEST_CASE("all missing columns are named at once, with the nearest names", "[core][csv]") {
  CsvReader csv("name,cpu_mili,x\n", "t.csv");
  constexpr std::array<std::string_view, 3> kNames = {"name", "cpu_milli", "num_gpu"};
  CHECK(csv.require(kNames, "see the manual") == std::vector{0, -1, -1});
  CHECK_THROWS_WITH(csv.throw_if_broken(),
                    contains("missing columns \"cpu_milli\" (did you mean \"cpu_mili\"?), "
                             "\"num_gpu\"; see the manual"));
}

TEST_CASE("sound rows after broken ones are still read", "[core][csv]") {
  CsvReader csv("a,b\n1\n\"2\"x,2\n3,3\n", "t.csv");
  REQUIRE(csv.next());
  CHECK(csv.field(0) == "3");
  CHECK(csv.line() == 4);
  CHECK(csv.problems().count() == 2);
}

TEST_CASE("a file broken in every row gives fifty problems and a count", "[core][csv]") {
  std::string text = "a\n";
  for (int i = 0; i < 1000; ++i) text += "x\n";
  const auto problems = problems_of(text);
  REQUIRE(problems.size() == 51);
  CHECK(problems[50].message == "and 950 more");
}

TEST_CASE("a row of 60 KB is read and one above 16 MiB or 65,536 fields refused", "[core][csv]") {
  const std::string order(60'000, '7');
  CHECK(rows_of("a,b\n1," + order + "\n") == Rows{{"1", order}});
  const std::string huge(CsvReader::kMostRowBytes + 1, '7');
  const std::string wide(CsvReader::kMostFields, ',');
  for (const auto& row : {huge, wide}) {
    const auto problems = problems_of("a\n" + row + "\n500\n");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].line == 2);
    CHECK_THAT(problems[0].message, contains("at most 16777216 bytes and 65536 fields"));
    CHECK(problems[1].line == 3);
  }
}

TEST_CASE("a long or unprintable field is shortened and escaped in messages", "[core][csv]") {
  CHECK(quote_field("a\tb\xFF") == "\"a\\x09b\\xff\"");
  CHECK(quote_field(std::string(100, 'x')) == "\"" + std::string(40, 'x') + "...\"");
}

TEST_CASE("decimals are scaled exactly or refused", "[core][csv]") {
  CHECK(parse_scaled_decimal("0.1", 9) == 100'000'000);
  CHECK(parse_scaled_decimal("12537496", 9) == 12'537'496'000'000'000);
  CHECK(parse_scaled_decimal("-1.000000001", 9) == -1'000'000'001);
  CHECK(parse_scaled_decimal("1.5000000000000", 1) == 15);
  CHECK(parse_scaled_decimal("9223372036.854775807", 9) == INT64_MAX);
  for (const char* text : {"", "-", ".", "1.", ".5", "+1", "1e3", "0x10", "1.0000000001", "nan",
                           "1 ", "1.2.3", "--1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_scaled_decimal(text, 9).has_value());
  }
  bool too_large = false;
  CHECK_FALSE(parse_scaled_decimal("9223372036.854775808", 9, &too_large).has_value());
  CHECK(too_large);
  too_large = false;
  CHECK_FALSE(parse_scaled_decimal(std::string(100'000, '9'), 9, &too_large).has_value());
  CHECK(too_large);
}

TEST_CASE("a decimal field out of range names the bounds in its own unit", "[core][csv]") {
  CsvReader csv("t\n-0.5\n1.5\n", "t.csv");
  REQUIRE(csv.next());
  CHECK_FALSE(csv.decimal(0, 3, 0, 2'500).has_value());
  REQUIRE(csv.next());
  CHECK(csv.decimal(0, 3, 0, 2'500) == 1'500);
  CHECK_THROWS_WITH(csv.throw_if_broken(), contains("give a number from 0 to 2.5"));
}

TEST_CASE("a CSV file is read plain or gzipped", "[core][csv]") {
  const test::TemporaryFolder folder;
  const auto sum = [](const std::string& path) {
    CsvReader csv = CsvReader::open(path);
    std::int64_t total = 0;
    while (csv.next()) total += csv.integer(0, 0, 100).value_or(0);
    csv.throw_if_broken();
    return total;
  };
  std::string text = "a\n";
  for (int i = 0; i < 200'000; ++i) text += "1\n";
  CHECK(sum(folder.write("plain.csv", text)) == 200'000);
  write_gzip(folder.path("packed.csv.gz"), text);
  CHECK(sum(folder.path("packed.csv.gz")) == 200'000);
}

TEST_CASE("a file that cannot be read is an IoError with its path", "[core][csv]") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_AS(CsvReader::open(folder.path("absent.csv")), IoError);
  CHECK_THROWS_WITH(CsvReader::open(folder.path("absent.csv")),
                    contains("absent.csv") && contains("No such file"));
  CHECK_THROWS_AS(CsvReader::open(folder.path(".")), IoError);
}

TEST_CASE("a gzip file cut short is an IoError", "[core][csv]") {
  const test::TemporaryFolder folder;
  std::string text = "a\n";
  for (int i = 0; i < 10'000; ++i) text += std::to_string(i * 7919 % 10007) + "\n";
  write_gzip(folder.path("whole.gz"), text);
  std::ifstream whole(folder.path("whole.gz"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(whole)), {});
  const auto cut = folder.write("cut.gz", bytes.substr(0, bytes.size() / 2));
  CHECK_THROWS_AS(CsvReader::open(cut), IoError);
  CHECK_THROWS_WITH(read_text_file(folder.path("whole.gz"), 1000),
                    contains("larger than 1000 bytes"));
}
