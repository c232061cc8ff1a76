#include "sim/core/hdf5_file.h"

#include <numeric>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;
using test::thrown_message;

namespace {

template <typename T>
std::vector<T> round_trip(const std::string& path, const std::vector<T>& values) {
  auto file = Hdf5File::create(path);
  file.write("/x", std::span<const T>(values));
  file.close();
  const auto read = Hdf5File::open(path);
  const auto dataset = read.dataset("/x");
  CHECK(dataset.type() == hdf5_type<T>());
  CHECK(dataset.shape() == std::vector<std::uint64_t>{values.size()});
  return dataset.template read<T>(0, dataset.rows());
}

template <typename T>
std::vector<T> extremes() {
  return {std::numeric_limits<T>::lowest(), 0, std::numeric_limits<T>::max()};
}

}  // namespace

TEST_CASE("numbers of each type come back as they were", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const auto path = directory / "a.h5";
  CHECK(round_trip(path, extremes<std::int64_t>()) == extremes<std::int64_t>());
  CHECK(round_trip(path, extremes<std::int32_t>()) == extremes<std::int32_t>());
  CHECK(round_trip(path, extremes<std::uint16_t>()) == extremes<std::uint16_t>());
  CHECK(round_trip(path, extremes<std::uint8_t>()) == extremes<std::uint8_t>());
  CHECK(round_trip(path, extremes<double>()) == extremes<double>());
}

TEST_CASE("a dataset of several chunks comes back, whole and in part", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  std::vector<std::int64_t> values(200'000);
  std::iota(values.begin(), values.end(), -7);
  CHECK(round_trip(directory / "a.h5", values) == values);
  const auto file = Hdf5File::open(directory / "a.h5");
  CHECK(file.dataset("/x").read<std::int64_t>(65'535, 3) ==
        std::vector<std::int64_t>{65'528, 65'529, 65'530});
}

TEST_CASE("empty datasets of numbers and of texts come back empty", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  CHECK(round_trip(directory / "a.h5", std::vector<double>{}).empty());
  CHECK(round_trip(directory / "b.h5", std::vector<std::string>{}).empty());
}

TEST_CASE("texts come back, with UTF-8, empty and longer than 64 KiB", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const std::vector<std::string> texts = {"", "größe 日本 🙂", std::string(100'000, 'x')};
  CHECK(round_trip(directory / "a.h5", texts) == texts);
}

TEST_CASE("a NUL in a text becomes the replacement character", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const std::vector<std::string> texts = {std::string("a\0b", 3), "c"};
  CHECK(round_trip(directory / "a.h5", texts) == std::vector<std::string>{"a\uFFFDb", "c"});
}

TEST_CASE("a 2-D dataset keeps its rows, and its axes their scales", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  std::vector<double> values(6000);
  std::iota(values.begin(), values.end(), 0.5);
  const std::vector<std::int64_t> rows(3000, 1);
  const std::vector<std::uint8_t> columns = {1, 2};
  auto file = Hdf5File::create(directory / "a.h5");
  file.make_group("/g/h");
  file.write("/g/h/value", std::span<const double>(values), 2);
  file.write("/g/h/row", std::span<const std::int64_t>(rows));
  file.write("/g/h/column", std::span<const std::uint8_t>(columns));
  file.make_scale("/g/h/row");
  file.make_scale("/g/h/column");
  file.attach_scale("/g/h/value", 0, "/g/h/row");
  file.attach_scale("/g/h/value", 1, "/g/h/column");
  file.close();
  const auto read = Hdf5File::open(directory / "a.h5");
  const auto dataset = read.dataset("/g/h/value");
  CHECK(dataset.shape() == std::vector<std::uint64_t>{3000, 2});
  CHECK(dataset.read<double>(2998, 2) == std::vector<double>{5996.5, 5997.5, 5998.5, 5999.5});
  CHECK_FALSE(dataset.is_scale());
  CHECK(read.dataset("/g/h/row").is_scale());
}

TEST_CASE("attributes of a file and of its datasets come back", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const std::string long_text(100'000, 'x');
  auto file = Hdf5File::create(directory / "a.h5");
  file.write_scalar("/text", "one");
  file.set_attribute("/", "seed", UINT64_MAX);
  file.set_attribute("/text", "units", "größe");
  file.set_attribute("/", "long", long_text);
  file.close();
  const auto read = Hdf5File::open(directory / "a.h5");
  CHECK(read.integer_attribute("/", "seed") == UINT64_MAX);
  CHECK(read.text_attribute("/", "long") == long_text);
  CHECK(read.dataset("/text").text_attribute("units") == "größe");
  CHECK(read.text_attribute("/", "seed") == std::nullopt);
  CHECK(read.integer_attribute("/text", "absent") == std::nullopt);
  CHECK(read.dataset("/text").read<std::string>(0, 1) == std::vector<std::string>{"one"});
  CHECK(read.dataset("/text").shape().empty());
}

TEST_CASE("members of a group are listed by name", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  auto file = Hdf5File::create(directory / "a.h5");
  file.make_group("/b/c");
  file.write_scalar("/a", "");
  const auto members = file.members("/");
  REQUIRE(members.size() == 2);
  CHECK((members[0].name == "a" && !members[0].is_group));
  CHECK((members[1].name == "b" && members[1].is_group));
  CHECK(file.has("/b/c"));
  CHECK_FALSE(file.has("/x/y"));
}

TEST_CASE("equal data give equal bytes", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const std::vector<std::int64_t> values(100'000, 5);
  for (const auto* name : {"a.h5", "b.h5"}) {
    auto file = Hdf5File::create(directory / name);
    file.write("/x", std::span<const std::int64_t>(values));
    file.set_attribute("/x", "units", "1");
    file.close();
  }
  CHECK(test::read_file(directory / "a.h5") == test::read_file(directory / "b.h5"));
}

TEST_CASE("what cannot be opened is an I/O error with path, reason and remedy", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const auto message = [&](const std::string& path) {
    return thrown_message<IoError>([&] { Hdf5File::open(path); });
  };
  test::write_file(directory / "text.h5", "version 1\n");
  test::write_file(directory / "empty.h5", "");
  CHECK(message(directory / "absent.h5") ==
        (directory / "absent.h5") +
            ": cannot open: No such file or directory; check the path and its permissions");
  CHECK(contains(message(directory.path()), "Is a directory"));
  CHECK(contains(message(directory / "text.h5"), "not an HDF5 file; give a results file"));
  CHECK(contains(message(directory / "empty.h5"), "the file is empty"));
}

TEST_CASE("a file cut short anywhere is an I/O error, never a crash", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  const std::vector<std::int64_t> values(100'000, 5);
  auto file = Hdf5File::create(directory / "a.h5");
  file.write("/x", std::span<const std::int64_t>(values));
  file.close();
  const auto whole = test::read_file(directory / "a.h5");
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    test::write_file(directory / "cut.h5", whole.substr(0, size));
    CHECK_THROWS_AS(Hdf5File::open(directory / "cut.h5"), IoError);
  }
}

TEST_CASE("a file that cannot be made is an I/O error with the system's reason", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "file", "");
  const auto message = [&](const std::string& path) {
    return thrown_message<IoError>([&] { Hdf5File::create(path); });
  };
  CHECK(contains(message(directory / "file/a.h5"), "cannot create: Not a directory; choose"));
  CHECK(contains(message(directory / "absent/a.h5"), "No such file or directory"));
}

TEST_CASE("a dataset that is absent or of another type is refused", "[core][hdf5]") {
  const test::TemporaryDirectory directory;
  auto file = Hdf5File::create(directory / "a.h5");
  file.write_scalar("/x", "text");
  CHECK_THROWS_AS(file.dataset("/y"), IoError);
  CHECK_THROWS_AS(file.dataset("/x").read<double>(0, 1), InternalError);
}
