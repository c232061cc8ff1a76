#include "sim/core/table_reader.h"

#include <array>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;
using test::contains;

namespace {

constexpr std::array<std::string_view, 3> kColumns = {"a", "b", "c"};
constexpr TableForm kBars = {};
constexpr TableForm kBlanks = {.separator = ' ', .comment = ';', .columns = kColumns};

std::vector<std::vector<std::string>> rows_of(const std::string& text, const TableForm& form) {
  TableReader table(text, "t.txt", form);
  std::vector<std::vector<std::string>> rows;
  while (table.next()) {
    rows.emplace_back();
    for (std::size_t i = 0; i < table.header().size(); ++i) {
      rows.back().emplace_back(table.field(static_cast<int>(i)));
    }
  }
  table.throw_if_broken();
  return rows;
}

using Rows = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("fields between bars keep their blanks and may be empty", "[core][table]") {
  CHECK(rows_of("x|y\n1| 2 \n|\n", kBars) == Rows{{"1", " 2 "}, {"", ""}});
  CHECK(rows_of("\xEF\xBB\xBFx|y\r\n\r\n1|2\r\n3|4", kBars) == Rows{{"1", "2"}, {"3", "4"}});
}

TEST_CASE("runs of blanks separate fields and comments are skipped", "[core][table]") {
  CHECK(rows_of("; header\n 1\t2   3 \n;\n\n4 5 6\r\n", kBlanks) ==
        Rows{{"1", "2", "3"}, {"4", "5", "6"}});
}

TEST_CASE("a table is read from a file block by block", "[core][table]") {
  const test::TemporaryFolder folder;
  std::string text = "x|y\n";
  constexpr int kRows = 300'000;
  for (int i = 0; i < kRows; ++i) text += std::to_string(i) + "|" + std::to_string(i + 1) + "\n";
  REQUIRE(text.size() > 3 * (std::size_t{1} << 20));
  TableReader table = TableReader::open(folder.write("t.txt", text), kBars);
  std::int64_t rows = 0;
  bool all_there = true;
  while (table.next()) {
    all_there = all_there && table.integer(0, 0, kRows) == rows && table.integer(1, 0, kRows);
    ++rows;
  }
  CHECK(rows == kRows);
  CHECK(all_there);
  CHECK(table.line() == kRows + 1);
}

TEST_CASE("a broken table is refused with its place", "[core][table][bad-input]") {
  const auto message = [](const std::string& text, const TableForm& form) -> std::string {
    try {
      rows_of(text, form);
    } catch (const ScenarioError& error) {
      return error.what();
    }
    return {};
  };
  CHECK_THAT(message("", kBars), contains("the file is empty"));
  CHECK_THAT(message("x|x\n", kBars), contains("two columns are named \"x\""));
  CHECK_THAT(message("x|y\n1\n2|3\n", kBars),
             contains("this row has 1 field, the header has 2") && !contains("cut short"));
  CHECK_THAT(message("x|y\n1|2\n3", kBars), contains("is the file cut short?"));
  CHECK_THAT(message("1 2 3 4\n", kBlanks), contains("a row of this format has 3"));
  CHECK_THAT(message(std::string("x|y\n1|\0\n", 8), kBars),
             contains("2:3") && contains("NUL byte"));
  CHECK_THAT(message("x|y\n1|\xFF\n", kBars), contains("2:3") && contains("0xFF"));
  CHECK_THAT(message("x|y\n" + std::string(TableReader::kMostLineBytes + 1, '1'), kBars),
             contains("longer than 1048576 bytes"));
}
