#include "sim/results/read_hdf5.h"

#include "sim/core/error.h"
#include "sim/core/hdf5_file.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;

namespace {

std::string message_of_reading(const std::string& path) {
  return test::thrown_message<IoError>([&] { read_results(path); });
}

}  // namespace

TEST_CASE("a file of a newer schema is refused by name", "[results][read]") {
  const test::TemporaryDirectory directory;
  const auto path = directory / "new.h5";
  auto file = Hdf5File::create(path);
  file.set_attribute("/", "schema", "coldaisle");
  file.set_attribute("/", "schema_version", std::uint64_t{7});
  file.set_attribute("/", "tool_version", "9.1.0");
  file.close();
  const std::string expected =
      path +
      ": schema_version 7 is newer than 1, the newest that this build reads; use coldaisle "
      "9.1.0 or newer";
  CHECK(message_of_reading(path) == expected);
  CHECK(test::thrown_message<IoError>([&] { first_difference(path, path, {}); }) == expected);
}

TEST_CASE("an HDF5 file of another program is refused", "[results][read]") {
  const test::TemporaryDirectory directory;
  auto file = Hdf5File::create(directory / "foreign.h5");
  file.make_group("/jobs");
  file.close();
  CHECK(contains(message_of_reading(directory / "foreign.h5"), "no Coldaisle results"));
  auto bare = Hdf5File::create(directory / "bare.h5");
  bare.set_attribute("/", "schema", "coldaisle");
  bare.close();
  CHECK(contains(message_of_reading(directory / "bare.h5"), "schema_version is missing"));
}

TEST_CASE("a file that is no HDF5, empty or absent is an I/O error", "[results][read]") {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "a.json", "{\"version\": 1}");
  CHECK(contains(message_of_reading(directory / "a.json"), "a.json: not an HDF5 file"));
  CHECK(contains(message_of_reading(directory / "absent"), "No such file or directory"));
}

TEST_CASE("a results file cut short anywhere is an I/O error", "[results][read]") {
  const test::TemporaryDirectory directory;
  ResultsWriter(directory / "a.h5").finish(test::sample_results(1000));
  const auto whole = test::read_file(directory / "a.h5");
  for (std::size_t size = 0; size < whole.size(); size += 1009) {
    test::write_file(directory / "cut.h5", whole.substr(0, size));
    CHECK_FALSE(message_of_reading(directory / "cut.h5") == "(nothing thrown)");
  }
}

TEST_CASE("a results file that lacks a part names it", "[results][read]") {
  const test::TemporaryDirectory directory;
  auto file = Hdf5File::create(directory / "a.h5");
  file.set_attribute("/", "schema", "coldaisle");
  file.set_attribute("/", "schema_version", std::uint64_t{1});
  file.set_attribute("/", "kind", "run");
  file.set_attribute("/", "status", "odd");
  file.close();
  CHECK(contains(message_of_reading(directory / "a.h5"), "status is \"odd\""));
}
