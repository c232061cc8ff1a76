// Inputs at the edge, through the program: valid ones that look wrong, and files that cannot be
// read at all.
#include <filesystem>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "sim/results/write_hdf5.h"
#include "tests/support/broken_input.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

std::string with_crlf(const std::string& text) {
  std::string longer = "\xEF\xBB\xBF";
  for (const char letter : text) longer += letter == '\n' ? "\r\n" : std::string(1, letter);
  return longer;
}

void write_gzip(const std::string& path, const std::string& text) {
  gzFile file = gzopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  REQUIRE(gzwrite(file, text.data(), static_cast<unsigned>(text.size())) > 0);
  REQUIRE(gzclose(file) == Z_OK);
}

// Value of a row of `run --json`.
double summary_value(const ProgramEnd& end, const std::string& metric) {
  INFO(end.err << end.out);
  REQUIRE(end.exit_code == 0);
  for (const auto& row : nlohmann::json::parse(end.out)) {
    if (row["metric"] == metric) return row["value"].get<double>();
  }
  FAIL("no metric " << metric);
  return 0;
}

// Runs a scenario there, which must fail without leaving anything.
std::string failure(const TemporaryDirectory& directory, const std::string& input, int code) {
  const auto end = run_there(directory, {"run", input, "-o", "out.h5"});
  CAPTURE(end.err);
  CHECK(end.exit_code == code);
  check_nothing_left(directory);
  return end.err;
}

}  // namespace

TEST_CASE("a job larger than the fleet is counted as unschedulable", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {.old_text = R"("gpus": 1)", .new_text = R"("gpus": 90)"});
  const auto end = run_there(directory, {"run", "s.json", "--no-output", "--json"});
  CHECK(summary_value(end, "jobs_unschedulable") == 5);
  CHECK(summary_value(end, "jobs_done") == 0);
}

TEST_CASE("a trace whose times are not sorted is sorted, and the report says so",
          "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory,
               {.input = Input::pods, .old_text = ",60,600,70", .new_text = ",95,600,99"});
  const auto end = run_there(directory, {"run", "s.json", "--no-output", "--json"});
  CHECK(summary_value(end, "jobs_done") == 3);
  CHECK(contains(end.err, "created before an earlier row: 1 sorted by creation_time"));
}

TEST_CASE("CRLF line ends and byte order marks change no result", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {.input = Input::traced});
  CHECK(run_there(directory, {"run", "s.json", "-o", "lf.h5"}).exit_code == 0);
  write_file(directory / "s.json", with_crlf(kTraced));
  write_file(directory / "nodes.csv", with_crlf(kNodes));
  write_file(directory / "pods.csv", with_crlf(kPods));
  CHECK(run_there(directory, {"run", "s.json", "-o", "crlf.h5"}).exit_code == 0);
  const auto end = run_there(directory, {"compare", "lf.h5", "crlf.h5", "--exact"});
  INFO(end.out << end.err);
  CHECK(end.exit_code == 0);
}

TEST_CASE("an empty workload is refused with what it may hold", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  for (const char* const workload : {"{}", R"({"generate": []})", R"({"initial": []})"}) {
    write_file(directory / "s.json",
               std::string(R"({"version": 1, "fleet": {"racks": [{"node": "dgx-a100"}]},)") +
                   R"("workload": )" + workload + "}");
    const auto said = failure(directory, "s.json", 3);
    CHECK(contains(said, "/workload"));
    CHECK(contains(said, R"(empty workload: it needs a "trace", "generate" or "initial")"));
  }
}

TEST_CASE("a scenario that is absent or a directory is a file error", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  CHECK(contains(failure(directory, "s.json", 5), "s.json: cannot be read: No such file"));
  CHECK(contains(failure(directory, ".", 5), ".: cannot be read: it is a directory"));
}

TEST_CASE("a gzip trace cut short is a file error", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {.input = Input::traced, .old_text = "pods.csv", .new_text = "pods.gz"});
  write_gzip(directory / "pods.gz", kPods);
  const auto whole = run_there(directory, {"run", "s.json", "--no-output", "--json"});
  CHECK(summary_value(whole, "jobs_done") == 3);
  const auto bytes = read_file(directory / "pods.gz");
  for (const std::size_t kept : {bytes.size() - 1, bytes.size() - 9, bytes.size() / 2}) {
    CAPTURE(kept);
    write_file(directory / "pods.gz", bytes.substr(0, kept));
    const auto said = failure(directory, "s.json", 5);
    CHECK(contains(said, "pods.gz"));
    CHECK(contains(said, "cut short or damaged"));
  }
}

TEST_CASE("a catalogue that is absent or a file is a file error", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {});
  for (const char* const folder : {"nowhere", "s.json"}) {
    const auto end = run_there(directory, {"run", "s.json", "-o", "out.h5", "--catalog", folder});
    CHECK(end.exit_code == 5);
    CHECK(contains(end.err, std::string(folder) + ": no such directory; --catalog names one"));
  }
  check_nothing_left(directory);
}

TEST_CASE("a results file cut short is a file error as an input", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {});
  REQUIRE(run_there(directory, {"run", "s.json", "-o", "whole.h5"}).exit_code == 0);
  const auto bytes = read_file(directory / "whole.h5");
  for (const std::size_t kept : {std::size_t{8}, std::size_t{100}, bytes.size() / 2}) {
    write_file(directory / "cut.h5", bytes.substr(0, kept));
    CHECK(contains(failure(directory, "cut.h5", 5), "cut.h5: cannot open:"));
    const auto end = run_there(directory, {"compare", "whole.h5", "cut.h5", "--exact"});
    CHECK(end.exit_code == 5);
    CHECK(contains(end.err, "restore a copy or repeat the run"));
  }
}

TEST_CASE("a results file of another kind or as a scenario is refused", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  auto results = sample_results(3);
  results.kind = "study";
  ResultsWriter(directory / "study.h5").finish(results);
  CHECK(contains(failure(directory, "study.h5", 2), "holds a study; only a run can be repeated"));
  const auto end = run_there(directory, {"validate", "study.h5"});
  CHECK(end.exit_code == 3);
  CHECK(contains(end.err, "this is an HDF5 file, not JSON; `coldaisle run` repeats"));
}

TEST_CASE("a repeat refuses data that changed or went since", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {.input = Input::traced});
  REQUIRE(run_there(directory, {"run", "s.json", "-o", "first.h5"}).exit_code == 0);
  CHECK(run_there(directory, {"run", "first.h5", "-o", "again.h5"}).exit_code == 0);
  write_file(directory / "pods.csv", std::string(kPods) + "p3,1,1,0,0,,LS,Succeeded,99,500,99\n");
  CHECK(contains(failure(directory, "first.h5", 3), "has changed since first.h5 was made from it"));
  std::filesystem::remove(directory / "pods.csv");
  CHECK(contains(failure(directory, "first.h5", 3), "is gone; first.h5 was made from it"));
}

TEST_CASE("no output takes the place of an input", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {.input = Input::traced});
  for (const char* const name : {"s.json", "./s.json", "pods.csv", "nodes.csv"}) {
    CAPTURE(name);
    const auto end = run_there(directory, {"run", "s.json", "-o", name});
    CHECK(end.exit_code == 2);
    CHECK(contains(end.err, "would overwrite"));
  }
  const auto end = run_there(directory, {"explain", "s.json", "-o", "s.json"});
  CHECK(end.exit_code == 2);
  CHECK(contains(end.err, "would overwrite"));
  CHECK(read_file(directory / "s.json") == kTraced);
  CHECK(read_file(directory / "pods.csv") == kPods);
  CHECK(read_file(directory / "nodes.csv") == kNodes);
}

TEST_CASE("validate --json lists problems as JSON with the same exit code", "[cli][bad-input]") {
  const TemporaryDirectory directory;
  write_inputs(directory, {.old_text = R"("count": 5)", .new_text = R"("cuont": 5)"});
  const auto end = run_there(directory, {"validate", "s.json", "--json"});
  CHECK(end.exit_code == 3);
  const auto report = nlohmann::json::parse(end.out).dump();
  CHECK(contains(report, "/workload/generate/cuont"));
}

}  // namespace coldaisle::test
