#include "sim/results/write_hdf5.h"

#include <bit>
#include <cstdlib>

#include <sys/resource.h>
#include <sys/wait.h>

#include "sim/core/error.h"
#include "sim/core/hdf5_file.h"
#include "sim/core/sha256.h"
#include "sim/results/read_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/child_process.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;
using test::thrown_message;

namespace {

constexpr std::size_t kRows = 200'000;  // more than three chunks

void write_complete(const std::string& path, Results results) {
  results.status = RunStatus::complete;
  ResultsWriter(path).finish(results);
}

template <typename T>
bool is_same_column(const Results& a, const Results& b, const std::string& name) {
  const auto in_a = test::column<T>(a, "/series", name);
  const auto in_b = test::column<T>(b, "/series", name);
  return std::equal(in_a.begin(), in_a.end(), in_b.begin(), in_b.end());
}

}  // namespace

TEST_CASE("columns of every type come back from a file", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  const auto written = test::sample_results(kRows);
  write_complete(directory / "a.h5", test::sample_results(kRows));
  const auto read = read_results(directory / "a.h5");
  CHECK(is_same_column<std::int64_t>(written, read, "time"));
  CHECK(is_same_column<std::int32_t>(written, read, "queued"));
  CHECK(is_same_column<std::uint16_t>(written, read, "nodes"));
  CHECK(is_same_column<std::uint8_t>(written, read, "state"));
  CHECK(is_same_column<std::string>(written, read, "label"));
  const auto power = test::column<double>(read, "/series", "power");
  const auto expected = test::column<double>(written, "/series", "power");
  CHECK(std::equal(power.begin(), power.end(), expected.begin(), expected.end(),
                   [](double a, double b) {
                     return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
                   }));
}

TEST_CASE("attributes, provenance, units and axes come back from a file", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  auto written = test::sample_results(3);
  written.provenance.scenario_original = std::string(100'000, 'x') + "größe";
  written.provenance.inputs.emplace_back("b.csv", "00");
  const auto expected = written.provenance;
  write_complete(directory / "a.h5", std::move(written));
  const auto read = read_results(directory / "a.h5");
  CHECK(read.status == RunStatus::complete);
  CHECK(read.kind == "run");
  CHECK(read.seed == UINT64_MAX);
  CHECK(read.start == "2024-01-01T00:00:00Z");
  CHECK(read.command_line == "coldaisle run größe.json");
  CHECK(read.created_utc == "2024-05-06T07:08:09Z");
  CHECK_FALSE(read.tool_version.empty());
  CHECK_FALSE(read.git_sha.empty());
  CHECK(read.provenance.scenario_original == expected.scenario_original);
  CHECK(read.provenance.scenario_resolved == expected.scenario_resolved);
  CHECK(read.provenance.scenario_path == expected.scenario_path);
  CHECK(read.provenance.catalog_overrides == expected.catalog_overrides);
  CHECK(read.provenance.inputs == expected.inputs);
  REQUIRE(read.groups.size() == 3);  // by path: /enums/state, /placements, /series
  CHECK(read.groups[0].path == "/enums/state");
  CHECK(read.groups[2].axis == "time");
  CHECK(read.groups[2].datasets[2].unit == "W");
  CHECK(read.groups[2].datasets[2].long_name == "Power of the site.");
}

TEST_CASE("groups without rows or without datasets come back", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  auto results = test::sample_results(0);
  results.groups.push_back({.path = "/nothing", .axis = "", .datasets = {}});
  write_complete(directory / "a.h5", std::move(results));
  const auto read = read_results(directory / "a.h5");
  CHECK(test::column<double>(read, "/series", "power").empty());
  CHECK(test::column<std::string>(read, "/placements", "node").empty());
  CHECK(read.groups[1].path == "/nothing");
}

TEST_CASE("the file holds the SHA-256 of the scenario in force", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  write_complete(directory / "a.h5", test::sample_results(1));
  CHECK(Hdf5File::open(directory / "a.h5").text_attribute("/", "scenario_sha256") ==
        sha256_hex("{\"version\":1}"));
}

TEST_CASE("a flush leaves a part file, and the finish only the final one", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  const auto path = directory / "a.h5";
  ResultsWriter writer(path);
  CHECK(std::filesystem::is_empty(directory.path()));
  writer.flush(test::sample_results(5));
  CHECK(read_results(path + ".part").status == RunStatus::running);
  CHECK_FALSE(std::filesystem::exists(path));
  writer.finish(test::sample_results(6));
  CHECK(test::column<double>(read_results(path), "/series", "power").size() == 6);
  CHECK_FALSE(std::filesystem::exists(path + ".part"));
  CHECK_FALSE(std::filesystem::exists(path + ".part.tmp"));
}

TEST_CASE("a writer of an unwritable place is refused at once", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "file", "");
  const auto message = [](const std::string& path) {
    return thrown_message<IoError>([&] { ResultsWriter writer(path); });
  };
  CHECK(contains(message(directory / "absent/a.h5"), "No such file or directory"));
  CHECK(contains(message(directory / "file/a.h5"), "Not a directory"));
  CHECK(contains(message("/proc/a.h5"), "/proc/a.h5"));
  CHECK(contains(message("/dev/null"), "not a regular file"));
  CHECK(contains(message(directory.path()), "not a regular file"));
  CHECK(contains(message(""), "not a regular file"));
}

TEST_CASE("a group with uneven columns or without its axis is our fault", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  ResultsWriter writer(directory / "a.h5");
  auto results = test::sample_results(5);
  results.groups[0].axis = "absent";
  CHECK_THROWS_AS(writer.flush(results), InternalError);
  results = test::sample_results(5);
  results.groups[0].datasets[1].values = std::span<const double>();
  CHECK_THROWS_AS(writer.flush(results), InternalError);
  CHECK(std::filesystem::is_empty(directory.path()));
}

namespace {

// Flushes once without a limit, then finishes more under a file-size limit; the message goes to a
// file of its own. 0: the limit was met and told.
int finish_under_limit(const std::string& path, rlim_t limit_bytes, const std::string& report) {
  ResultsWriter writer(path);
  writer.flush(test::sample_results(10, 1));
  const auto large = test::sample_results(100'000, 2);
  const rlimit limited{limit_bytes, RLIM_INFINITY};
  const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &limited);
  const auto message = thrown_message<IoError>([&] { writer.finish(large); });
  ::setrlimit(RLIMIT_FSIZE, &unlimited);
  test::write_file(report, message);
  writer.finish(large);  // with room again the same writer still works
  return 0;
}

}  // namespace

TEST_CASE("a file-size limit met anywhere in a file is an I/O error that loses nothing flushed",
          "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  write_complete(directory / "whole.h5", test::sample_results(100'000, 2));
  const auto size = std::filesystem::file_size(directory / "whole.h5");
  for (const rlim_t limit : {rlim_t{0}, rlim_t{3000}, size / 2, size - 100}) {
    const auto path = directory / "a.h5";
    const auto end = test::run_in_child([&] {
      ResultsWriter writer(path);
      writer.flush(test::sample_results(10, 1));
      const rlimit limited{limit, RLIM_INFINITY};
      ::setrlimit(RLIMIT_FSIZE, &limited);
      const auto message =
          thrown_message<IoError>([&] { writer.finish(test::sample_results(100'000, 2)); });
      const bool told = contains(message, "a.h5") && contains(message, "File too large") &&
                        contains(message, "kept in " + path + ".part");
      return told ? 0 : 1;
    });
    CAPTURE(limit);
    CHECK(end.exit_code == 0);
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_FALSE(std::filesystem::exists(path + ".part.tmp"));
    CHECK(test::column<double>(read_results(path + ".part"), "/series", "power").size() == 10);
  }
}

TEST_CASE("a writer that met a limit works again when there is room", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  const auto path = directory / "a.h5";
  const auto end =
      test::run_in_child([&] { return finish_under_limit(path, 50'000, directory / "report"); });
  CHECK(end.exit_code == 0);
  CHECK(contains(test::read_file(directory / "report"), "File too large"));
  write_complete(directory / "b.h5", test::sample_results(100'000, 2));
  CHECK(contains(first_difference(path, directory / "b.h5", {}), "attribute status"));
}

TEST_CASE("an existing file survives a finish that fails", "[results][hdf5]") {
  const test::TemporaryDirectory directory;
  const auto path = directory / "a.h5";
  write_complete(path, test::sample_results(7));
  const auto before = test::read_file(path);
  const auto end = test::run_in_child([&] {
    ResultsWriter writer(path);
    const rlimit limited{5000, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limited);
    return thrown_message<IoError>([&] {
             writer.finish(test::sample_results(9));
           }).find("File too large") == std::string::npos;
  });
  CHECK(end.exit_code == 0);
  CHECK(test::read_file(path) == before);
  CHECK_FALSE(std::filesystem::exists(path + ".part.tmp"));
}

TEST_CASE("h5py and xarray read a file", "[results][hdf5][python]") {
  constexpr int kModuleMissing = 77;
  const test::TemporaryDirectory directory;
  write_complete(directory / "a.h5", test::sample_results(kRows));
  const std::string command =
      "/usr/bin/python3 " COLDAISLE_SOURCE_DIR "/tests/support/read_results.py " +
      (directory / "a.h5") + " " + std::to_string(kRows) + " > " + (directory / "report") + " 2>&1";
  const int status = std::system(command.c_str());
  const auto report = test::read_file(directory / "report");
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const char* ci = std::getenv("CI");
  if ((code == kModuleMissing || code == 127) && (ci == nullptr || std::string(ci) != "true")) {
    WARN("skipped: /usr/bin/python3 with h5py, h5netcdf and xarray is absent: " << report);
    return;
  }
  CAPTURE(report);
  CHECK(code == 0);
}
