// kill -9 at any moment loses nothing that was flushed.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>

#include <nlohmann/json.hpp>

#include "sim/results/read_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"
#include "tests/support/reduced.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"

namespace coldaisle::test {
namespace {

// One line `{"flushed":number,"simulated_ns":…,"jobs_done":…}` of the progress.
struct Flush {
  std::int64_t number = 0, simulated_ns = 0, jobs_done = 0;
};

// Short jobs without a horizon, more than any test here waits for.
std::string write_scenario(const TemporaryDirectory& directory, int jobs) {
  auto path = directory / "long.json";
  write_file(path, R"({
  "version": 1,
  "fleet": {"racks": [{"node": "dgx-a100", "count": 4, "nodes_per_rack": 4}]},
  "workload": {
    "generate": {
      "arrivals": "600 /h",
      "count": )" + std::to_string(jobs) +
                       R"(,
      "classes": [{"demand": {"gpus": 1}, "duration": {"distribution": "exponential", "mean": "9 min"}}]
    }
  },
  "metrics": {"interval": "1 h"}
})");
  return path;
}

ProgramCall victim(const std::string& scenario, const std::string& output,
                   std::vector<std::pair<std::string, std::string>> environment) {
  return {.arguments = {"run", scenario, "-o", output, "--progress", "json", "--threads", "1"},
          .environment = std::move(environment)};
}

// The flushes that a program announced, a last line that was cut off left out.
std::vector<Flush> announced(const std::string& progress) {
  std::vector<Flush> flushes;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = progress.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const auto line = nlohmann::json::parse(progress.substr(begin, end - begin), nullptr, false);
    if (!line.is_object() || !line.contains("flushed")) continue;
    flushes.push_back({line["flushed"], line["simulated_ns"], line["jobs_done"]});
  }
  return flushes;
}

std::int64_t jobs_done_in(const Results& results) {
  const auto codes = column<std::int64_t>(results, "/enums/job_state", "code");
  const auto names = column<std::string>(results, "/enums/job_state", "name");
  std::int64_t done = -1;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (names[i] == "done") done = codes[i];
  }
  REQUIRE(done >= 0);
  const auto states = column<std::uint8_t>(results, "/jobs", "state");
  return std::count(states.begin(), states.end(), static_cast<std::uint8_t>(done));
}

std::int64_t last_end_in(const Results& results) {
  const auto ends = column<std::int64_t>(results, "/jobs", "end");
  return *std::max_element(ends.begin(), ends.end());
}

// Checks what a kill left behind: at least the last flush announced, and no finished file.
void check_left(const std::string& output, const std::vector<Flush>& flushes) {
  CHECK_FALSE(std::filesystem::exists(output));
  const auto part = output + ".part";
  if (flushes.empty() && !std::filesystem::exists(part)) return;
  const auto left = read_results(part);
  CHECK(left.status == RunStatus::running);
  const auto done = jobs_done_in(left);
  if (flushes.empty()) return;
  CHECK(done >= flushes.back().jobs_done);
  // Of the flush announced, or of the next, which had its name but not yet its line.
  if (done == flushes.back().jobs_done) CHECK(last_end_in(left) <= flushes.back().simulated_ns);
}

}  // namespace

TEST_CASE("a kill at a random moment of a run leaves all up to the last flush", "[cli][kill]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, reduced() ? 30'000 : 100'000);
  std::mt19937 random(20240101);  // raw numbers of a fixed generator: the same moments each time
  std::size_t flushes_seen = 0;
  for (int i = 0; i < 20; ++i) {
    const auto output = directory / ("killed" + std::to_string(i) + ".h5");
    RunningProgram program(victim(scenario, output, {{"COLDAISLE_TEST_FLUSH_MS", "1"}}));
    // Most kills come after the first flush, some before it.
    if (i % 5 != 0) REQUIRE(program.wait_for_error_text("\"flushed\""));
    program.wait_for(std::chrono::microseconds(random() % 150'000));
    program.send(SIGKILL);
    const auto end = program.wait();
    CAPTURE(i, end.err, end.exit_code);
    CHECK(end.signal == SIGKILL);
    const auto flushes = announced(end.err);
    flushes_seen += flushes.size();
    check_left(output, flushes);
  }
  CHECK(flushes_seen >= 16);
}

namespace {

// Runs with a kill at step `step` of flush `flush`, flushing at each look at the clock: after the
// same events in every run.
ProgramEnd killed_in_flush(const std::string& scenario, const std::string& output, int flush,
                           std::size_t step) {
  const auto chosen = std::to_string(flush) + ":" + std::to_string(step);
  return run_program(
      victim(scenario, output,
             {{"COLDAISLE_TEST_FLUSH_MS", "0"}, {"COLDAISLE_TEST_KILL_IN_FLUSH", chosen}}));
}

// Steps of a flush of `datasets` datasets worth a kill, five of them: KillHook says which is which.
std::vector<std::size_t> steps_of(std::size_t datasets) {
  return {0, datasets / 2, datasets, datasets + 1, datasets + 2};
}

}  // namespace

TEST_CASE("a kill inside a flush leaves exactly the last completed one", "[cli][kill]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 45'000);
  // What each flush holds: a kill at the first step of the next one leaves it.
  constexpr int kFlushes = 5;
  std::vector<std::string> references = {""};
  for (int flush = 1; flush < kFlushes; ++flush) {
    const auto output = directory / ("reference" + std::to_string(flush) + ".h5");
    const auto end = killed_in_flush(scenario, output, flush + 1, 0);
    REQUIRE(end.signal == SIGKILL);
    const auto flushes = announced(end.err);
    REQUIRE(flushes.size() == static_cast<std::size_t>(flush));
    references.push_back(output + ".part");
    CHECK(jobs_done_in(read_results(references.back())) == flushes.back().jobs_done);
  }
  const auto datasets = dataset_count(read_results(references[1]));
  for (int flush = 1; flush < kFlushes; ++flush) {
    for (const auto step : steps_of(datasets)) {
      CAPTURE(flush, step);
      const auto output =
          directory / ("in" + std::to_string(flush) + "_" + std::to_string(step) + ".h5");
      CHECK(killed_in_flush(scenario, output, flush, step).signal == SIGKILL);
      CHECK_FALSE(std::filesystem::exists(output));
      const int kept = step >= datasets + 2 ? flush : flush - 1;
      CHECK(std::filesystem::exists(output + ".part") == (kept > 0));
      if (kept == 0) continue;
      const auto& reference = references[static_cast<std::size_t>(kept)];
      CHECK(first_difference(output + ".part", reference, {}).empty());
    }
  }
}

TEST_CASE("a run after a kill takes away what the kill left", "[cli][kill]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 30'000);
  const auto output = directory / "again.h5";
  CHECK(killed_in_flush(scenario, output, 2, 3).signal == SIGKILL);
  CHECK(std::filesystem::exists(output + ".part.tmp"));
  const auto end = run_program({"run", scenario, "-o", output, "--quiet"});
  CHECK(end.exit_code == 0);
  CHECK(read_results(output).status == RunStatus::complete);
  CHECK_FALSE(std::filesystem::exists(output + ".part"));
  CHECK_FALSE(std::filesystem::exists(output + ".part.tmp"));
}

}  // namespace coldaisle::test
