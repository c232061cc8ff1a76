// Signals, full disks and places that cannot be written.
#include <csignal>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "sim/results/read_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"
#include "tests/support/reduced.h"
#include "tests/support/sample_results.h"
#include "tests/support/scenario_files.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

// A run that takes seconds at least: its progress is told for the first time after 0.2 s.
std::string write_long_scenario(const TemporaryDirectory& directory) {
  auto path = directory / "long.json";
  write_file(path, R"({
  "version": 1,
  "fleet": {"racks": [{"node": "dgx-a100", "count": 10, "nodes_per_rack": 10}]},
  "workload": {
    "generate": {
      "arrivals": "6000 /h",
      "count": 400000,
      "classes": [
        {"demand": {"gpus": 1, "gpu_fraction": 0.3}, "duration": "20 min"},
        {"demand": {"gpus": 2}, "duration": "8 min"}
      ]
    }
  },
  "scheduler": {"rules": {"fgd": 1}},
  "metrics": {"interval": "1 h"}
})");
  return path;
}

// Interrupts such a run once it simulates; how it ended.
ProgramEnd interrupted(const TemporaryDirectory& directory, int signal) {
  RunningProgram program({.arguments = {"run", write_long_scenario(directory), "-o",
                                        directory / "out.h5", "--progress", "json"}});
  REQUIRE(program.wait_for_error_text("eta_s"));
  program.send(signal);
  return program.wait();
}

std::size_t files_in(const TemporaryDirectory& directory) {
  const std::filesystem::directory_iterator begin(directory.path());
  return static_cast<std::size_t>(std::distance(begin, std::filesystem::directory_iterator()));
}

ProgramEnd run_quickstart(const std::string& output, rlim_t file_size_limit = RLIM_INFINITY) {
  return run_program(
      {.arguments = {"run", scenario_file("quickstart.json"), "-o", output, "--progress", "json"},
       .file_size_limit = file_size_limit});
}

}  // namespace

TEST_CASE("an interrupted run keeps what it simulated and says so", "[cli][interrupt]") {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const TemporaryDirectory directory;
    const auto end = interrupted(directory, signal);
    CAPTURE(signal, end.err);
    CHECK(end.signal == 0);
    CHECK(end.exit_code == code);
    CHECK(contains(end.err, "Interrupted; results so far: " + (directory / "out.h5")));
    CHECK(contains(end.out, "jobs_done"));
    CHECK_FALSE(std::filesystem::exists(directory / "out.h5.part"));
    const auto results = read_results(directory / "out.h5");
    CHECK(results.status == RunStatus::interrupted);
    CHECK(column<std::int64_t>(results, "/jobs", "id").size() > 0);
  }
}

TEST_CASE("an interrupted run without a results file still ends with its code",
          "[cli][interrupt]") {
  const TemporaryDirectory directory;
  RunningProgram program({.arguments = {"run", write_long_scenario(directory), "--no-output",
                                        "--json", "--progress", "json"}});
  REQUIRE(program.wait_for_error_text("eta_s"));
  program.send(SIGINT);
  const auto end = program.wait();
  CHECK(end.exit_code == 130);
  CHECK(nlohmann::json::parse(end.out).is_array());
  CHECK(files_in(directory) == 1);
}

TEST_CASE("progress as JSON is one object a line with share, time, rate and ETA",
          "[cli][interrupt]") {
  const TemporaryDirectory directory;
  const auto end = interrupted(directory, SIGINT);
  const auto line = nlohmann::json::parse(end.err.substr(0, end.err.find('\n')));
  CHECK(line["progress"].get<double>() > 0);
  CHECK(line["progress"].get<double>() < 1);
  CHECK(line["simulated_h"].get<double>() > 0);
  CHECK(line["events"].get<std::int64_t>() > 0);
  CHECK(line["events_per_s"].get<double>() > 0);
  CHECK(line["eta_s"].get<double>() > 0);
}

TEST_CASE("a file-size limit is a file error that leaves nothing under the final name",
          "[cli][interrupt]") {
  for (const rlim_t limit : {rlim_t{0}, rlim_t{5'000}, rlim_t{100'000}}) {
    const TemporaryDirectory directory;
    const auto end = run_quickstart(directory / "out.h5", limit);
    CAPTURE(limit, end.err);
    CHECK(end.signal == 0);
    CHECK(end.exit_code == 5);
    CHECK(contains(end.err, "out.h5"));
    CHECK(contains(end.err, "File too large"));
    CHECK(files_in(directory) == 0);
  }
}

TEST_CASE("a limit met after some flushes keeps the last one", "[cli][interrupt]") {
  const TemporaryDirectory directory;
  const auto end =
      run_program({.arguments = {"run", write_long_scenario(directory), "-o", directory / "out.h5",
                                 "--set", "/workload/generate/count=20000"},
                   .environment = {{"COLDAISLE_TEST_FLUSH_MS", "0"}},
                   .file_size_limit = 600'000});
  CAPTURE(end.err);
  CHECK(end.exit_code == 5);
  CHECK(contains(end.err, "what was flushed before is kept in"));
  CHECK_FALSE(std::filesystem::exists(directory / "out.h5"));
  CHECK_FALSE(std::filesystem::exists(directory / "out.h5.part.tmp"));
  CHECK(read_results(directory / "out.h5.part").status == RunStatus::running);
}

TEST_CASE("a place that cannot be written is refused before anything is simulated",
          "[cli][interrupt]") {
  const TemporaryDirectory directory;
  write_file(directory / "file", "");
  const auto long_run = write_long_scenario(directory);
  const auto before = files_in(directory);
  for (const auto& output :
       {directory / "missing/out.h5", directory / "file/out.h5", std::string("/proc/out.h5"),
        directory.path(), std::string("/dev/null"), directory / "dir/"}) {
    const auto end = run_program({"run", long_run, "-o", output, "--progress", "json"});
    CAPTURE(output, end.err);
    CHECK(end.exit_code == 5);
    CHECK(contains(end.err, output));
    CHECK_FALSE(contains(end.err, "eta_s"));
    CHECK(end.out.empty());
    CHECK(files_in(directory) == before);
  }
}

TEST_CASE("a broken pipe behind stdout does not cost the results file", "[cli][interrupt]") {
  const TemporaryDirectory directory;
  const auto command = std::string("bash -c 'set -o pipefail; " COLDAISLE_PROGRAM " run ") +
                       scenario_file("quickstart.json") + " -q -o " + (directory / "out.h5") +
                       " | true'";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(read_results(directory / "out.h5").status == RunStatus::complete);
}

}  // namespace coldaisle::test
