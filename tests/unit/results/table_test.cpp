// 2-D datasets: written with a scale on both axes, described and read back.
#include <algorithm>

#include "sim/core/error.h"
#include "sim/core/hdf5_file.h"
#include "sim/results/group_builder.h"
#include "sim/results/read_hdf5.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;

namespace {

const std::vector<double>& table_values() {
  static const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  return values;
}

// Three rows, two columns.
Results with_table() {
  Results results;
  GroupBuilder group(results, "/table", "row");
  group.set_column_axis("column");
  group.integers("row", "1", "Row.", 3, [](std::size_t i) { return i; });
  group.labels("column", "Column.", {"left", "right"});
  group.labels("unit", "Unit.", {"s", "W"});
  group.view("value", "1", "Value.", span_of(table_values()), Along::both);
  group.finish();
  return results;
}

const Dataset& dataset(const ResultGroup& group, const std::string& name) {
  return *std::find_if(group.datasets.begin(), group.datasets.end(),
                       [&](const Dataset& each) { return each.name == name; });
}

}  // namespace

TEST_CASE("a 2-D dataset comes back with the axes of its rows and columns", "[results][table]") {
  const test::TemporaryDirectory directory;
  ResultsWriter(directory / "a.h5").finish(with_table());
  const auto read = read_results(directory / "a.h5");
  const auto& group = read.groups.front();
  CHECK(group.axis == "row");
  CHECK(group.column_axis == "column");
  CHECK(dataset(group, "value").along == Along::both);
  CHECK(dataset(group, "column").along == Along::columns);
  CHECK(dataset(group, "unit").along == Along::columns);
  CHECK(dataset(group, "row").along == Along::rows);
  const auto values = test::column<double>(read, "/table", "value");
  CHECK(std::equal(values.begin(), values.end(), table_values().begin(), table_values().end()));
  ResultsWriter(directory / "b.h5").finish(read);
  CHECK(first_difference(directory / "a.h5", directory / "b.h5", {}).empty());
}

TEST_CASE("each axis of a 2-D dataset has a dimension scale", "[results][table]") {
  const test::TemporaryDirectory directory;
  ResultsWriter(directory / "a.h5").finish(with_table());
  const auto file = Hdf5File::open(directory / "a.h5");
  const auto value = file.dataset("/table/value");
  CHECK(value.shape() == std::vector<std::uint64_t>{3, 2});
  CHECK(value.scale(0) == "/table/row");
  CHECK(value.scale(1) == "/table/column");
  CHECK(file.dataset("/table/unit").scale(0) == "/table/column");
  CHECK(file.dataset("/table/row").scale(0).empty());
  CHECK(file.dataset("/table/column").is_scale());
}

TEST_CASE("the format of a 2-D dataset names both axes", "[results][table]") {
  const auto text = describe_format(with_table());
  CHECK(test::contains(text, "- /table, **value** (*float64[row,column]*, 1): Value.\n"));
  CHECK(test::contains(text, "- /table, **unit** (*string[column]*, 1): Unit.\n"));
}

TEST_CASE("a 2-D dataset that does not fill its rows and columns is our fault",
          "[results][table]") {
  const test::TemporaryDirectory directory;
  ResultsWriter writer(directory / "a.h5");
  auto results = with_table();
  results.groups[0].datasets.back().values = std::span(table_values()).subspan(1);
  CHECK_THROWS_AS(writer.flush(results), InternalError);
  results = with_table();
  results.groups[0].column_axis = "";
  CHECK_THROWS_AS(writer.flush(results), InternalError);
}
