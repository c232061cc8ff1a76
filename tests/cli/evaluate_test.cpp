// `coldaisle evaluate` from the command line: kills, resumption, back ends, replays.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <random>

#include <nlohmann/json.hpp>

#include "sim/app/backend.h"
#include "sim/results/evaluation_file.h"
#include "sim/results/read_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

using Words = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

// A small fleet, `jobs` jobs, and policies: three presets, a grid and random ones.
std::string write_scenario(const TemporaryDirectory& directory, int jobs, int random,
                           const std::string& name = "scenario.json") {
  auto path = directory / name;
  write_file(path, R"({
  "version": 1,
  "fleet": {"racks": [{"node": "dgx-a100", "count": 2, "nodes_per_rack": 2}]},
  "workload": {
    "generate": {
      "arrivals": "60 /h",
      "count": )" + std::to_string(jobs) +
                       R"(,
      "classes": [
        {"demand": {"gpus": 1, "gpu_fraction": 0.3}, "duration": "20 min"},
        {"demand": {"gpus": 4}, "duration": {"distribution": "exponential", "mean": "30 min"}}
      ]
    }
  },
  "policies": {
    "presets": ["best_fit", "fgd", "spread"],
    "grid": {"rules": {"fgd": [0, 1, 5], "gpu_packing": [0, 2]}, "queue": ["skip", "fifo"]},
    "random": {"count": )" +
                       std::to_string(random) + R"(}
  },
  "metrics": {"interval": "1 h"}
})");
  return path;
}

ProgramCall evaluation(const std::string& scenario, const std::string& output,
                       const Words& flags = {}, Variables environment = {}) {
  Words words = {"evaluate", scenario, "-o", output, "--backend", "cpu", "--progress", "json"};
  words.insert(words.end(), flags.begin(), flags.end());
  return {.arguments = std::move(words), .environment = std::move(environment)};
}

// Evaluates to the end; what was said on stderr.
std::string evaluate(const std::string& scenario, const std::string& output,
                     const Words& flags = {}) {
  const auto end = run_program(evaluation(scenario, output, flags));
  INFO(end.err);
  REQUIRE(end.exit_code == 0);
  return end.err;
}

// One of the instruction sets that this processor has, in turn.
std::string instructions(int turn) {
  std::vector<std::string> names;
  names.reserve(instruction_names().size());
  for (const auto& name : instruction_names()) {
    const auto set = static_cast<InstructionSet>(&name - instruction_names().data());
    if (has_instruction_set(set)) names.push_back(name);
  }
  return names[static_cast<std::size_t>(turn) % names.size()];
}

bool is_same(const std::string& a, const std::string& b) {
  const auto end = run_program({"compare", "--exact", a, b});
  INFO(end.out << end.err);
  CHECK(end.out == "same payload\n");
  return end.exit_code == 0;
}

}  // namespace

TEST_CASE("evaluate ranks policies and writes them all", "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 200, 7);
  const auto end = run_program({.arguments = {"evaluate", scenario, "--top", "3", "--sort", "wait",
                                              "--pareto", "wait,allocation", "--backend", "cpu"},
                                .directory = directory.path()});
  CAPTURE(end.out, end.err);
  REQUIRE(end.exit_code == 0);
  CHECK(contains(end.out, " policies on 200 jobs and 32 GPUs"));
  CHECK(contains(end.out, "Pareto set of wait_mean, allocation_mean: "));
  CHECK(contains(end.err, "Results: scenario.evaluation.h5"));
  const auto results = read_results(directory / "scenario.evaluation.h5");
  CHECK(results.kind == "evaluation");
  CHECK(results.status == RunStatus::complete);
  CHECK(column<std::string>(results, "/policies", "id").size() == 3 + 10 + 7);
  const auto done = column<std::uint8_t>(results, "/metrics", "done");
  CHECK(std::count(done.begin(), done.end(), 1) == 3 + 10 + 7);
}

TEST_CASE("threads, batches and instructions change nothing in an evaluation", "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 200, 20);
  evaluate(scenario, directory / "base.h5");
  for (const Words& flags :
       {Words{"--threads", "1"}, Words{"--threads", "7"}, Words{"--batch", "1"},
        Words{"--batch", "13"}, Words{"--instructions", "portable"}}) {
    CAPTURE(flags);
    evaluate(scenario, directory / "other.h5", flags);
    CHECK(is_same(directory / "base.h5", directory / "other.h5"));
  }
}

TEST_CASE("an evaluation killed at any moment goes on to the same payload with other instructions",
          "[cli][evaluate][kill]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 2'000, 300);
  evaluate(scenario, directory / "reference.h5");
  std::mt19937 random(20240102);  // raw numbers of a fixed generator: the same moments each time
  for (int i = 0; i < 6; ++i) {
    const auto output = directory / ("killed" + std::to_string(i) + ".h5");
    RunningProgram program(evaluation(scenario, output,
                                      {"--batch", "5", "--instructions", instructions(i)},
                                      {{"COLDAISLE_TEST_FLUSH_MS", "1"}}));
    if (i % 3 != 0) REQUIRE(program.wait_for_error_text("\"flushed\""));
    program.wait_for(std::chrono::microseconds(random() % 100'000));
    program.send(SIGKILL);
    program.wait();
    CAPTURE(i);
    evaluate(scenario, output, {"--resume", "--instructions", instructions(i + 1)});
    CHECK(is_same(directory / "reference.h5", output));
    CHECK_FALSE(std::filesystem::exists(output + ".part"));
  }
}

TEST_CASE("an evaluation killed inside a flush goes on to the same payload",
          "[cli][evaluate][kill]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 200, 12);
  evaluate(scenario, directory / "reference.h5");
  const auto datasets = dataset_count(read_results(directory / "reference.h5"));
  for (const auto step : {std::size_t{0}, datasets, datasets + 1, datasets + 2}) {
    CAPTURE(step);
    const auto output = directory / ("in" + std::to_string(step) + ".h5");
    const auto end =
        run_program(evaluation(scenario, output, {"--batch", "5", "--instructions", "portable"},
                               {{"COLDAISLE_TEST_FLUSH_MS", "0"},
                                {"COLDAISLE_TEST_KILL_IN_FLUSH", "3:" + std::to_string(step)}}));
    REQUIRE(end.signal == SIGKILL);
    const auto kept = read_results(output + ".part");
    CHECK(restore_outcomes(kept, output).size() == (step >= datasets + 2 ? 15 : 10));
    evaluate(scenario, output, {"--resume"});
    CHECK(is_same(directory / "reference.h5", output));
  }
}

TEST_CASE("an interrupted evaluation keeps what was done, says so, and can go on",
          "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 3'000, 20'000);
  const auto output = directory / "out.h5";
  RunningProgram program(evaluation(scenario, output, {"--batch", "20"}));
  REQUIRE(program.wait_for_error_text("eta_s"));
  program.send(SIGTERM);
  const auto end = program.wait();
  CAPTURE(end.err);
  CHECK(end.exit_code == 143);
  CHECK(contains(end.err, "Interrupted; results so far: " + output));
  const auto results = read_results(output);
  CHECK(results.status == RunStatus::interrupted);
  const auto kept = restore_outcomes(results, output).size();
  CHECK(kept > 0);
  CHECK(kept < 20'000);
  RunningProgram second(evaluation(scenario, output, {"--batch", "20", "--resume"}));
  REQUIRE(second.wait_for_error_text(std::to_string(kept) + " of 20013 policies are done"));
  second.send(SIGINT);
  CHECK(second.wait().exit_code == 130);
  CHECK(restore_outcomes(read_results(output), output).size() >= kept);
}

TEST_CASE("what cannot be resumed is said, and what need not be", "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 100, 3);
  const auto output = directory / "out.h5";
  CHECK(contains(evaluate(scenario, output, {"--resume"}), "Nothing to resume"));
  const auto before = read_file(output);
  CHECK(contains(evaluate(scenario, output, {"--resume"}), "nothing left to do"));
  CHECK(read_file(output) == before);
  const auto refused = [&](const Words& flags) {
    Words words = {"--resume"};
    words.insert(words.end(), flags.begin(), flags.end());
    return run_program(evaluation(scenario, output, words));
  };
  const auto seed = refused({"--seed", "99"});
  CHECK(seed.exit_code == 3);
  CHECK(contains(seed.err, "is of seed 1, not 99"));
  const auto other = refused({"--set", "/workload/generate/count=101"});
  CHECK(other.exit_code == 3);
  CHECK(contains(other.err, "is of another scenario"));
  CHECK(read_file(output) == before);
  write_file(output + ".part", before.substr(0, before.size() / 2));
  CHECK(refused({}).exit_code == 5);
}

TEST_CASE("a CUDA device that is asked for and absent is exit 6, and auto goes on without",
          "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto scenario = write_scenario(directory, 50, 3);
  const auto doctor = nlohmann::json::parse(run_program({"doctor", "--json"}).out);
  if (doctor["cuda_device"]["usable"]) {
    WARN("skipped: this machine has a CUDA device");
    return;
  }
  const auto reason = doctor["cuda_device"]["reason"].get<std::string>();
  const auto output = directory / "out.h5";
  const auto end = run_program({"evaluate", scenario, "-o", output, "--backend", "cuda"});
  CAPTURE(end.err);
  CHECK(end.exit_code == 6);
  CHECK(contains(end.err, "--backend cuda: " + reason + "; use --backend cpu"));
  CHECK_FALSE(std::filesystem::exists(output));
  // A build that could use a device says that it goes on without; one that could not says nothing.
  const auto go_on = run_program({"evaluate", scenario, "-o", output});
  CAPTURE(go_on.err);
  CHECK(go_on.exit_code == 0);
  CHECK(contains(go_on.err, "No CUDA device can be used (" + reason + "): evaluating on the CPU") ==
        doctor["backends"]["cuda"].get<bool>());
}

TEST_CASE("wrong flags of evaluate are usage errors before anything is read", "[cli][evaluate]") {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"--sort", "wiat"}, "did you mean \"wait\"?"},
      {{"--pareto", "cost"}, "two or three"},
      {{"--pareto", "cost,wait,energy,jct"}, "two or three"},
      {{"--backend", "gpu"}, "--backend"},
      {{"--instructions", "sse"}, "--instructions"},
      {{"--top", "-1"}, "--top"},
      {{"--batch", "many"}, "--batch"}};
  for (const auto& [flags, message] : cases) {
    Words words = {"evaluate", "absent.json"};
    words.insert(words.end(), flags.begin(), flags.end());
    const auto end = run_program(words);
    CAPTURE(flags, end.err);
    CHECK(end.exit_code == 2);
    CHECK(contains(end.err, message));
  }
}

TEST_CASE("a scenario without policies cannot be evaluated", "[cli][evaluate]") {
  const TemporaryDirectory directory;
  write_file(directory / "plain.json", R"({
  "version": 1,
  "fleet": {"racks": [{"node": "dgx-a100"}]},
  "workload": {"generate": {"arrivals": "60 /h", "count": 5,
                            "classes": [{"demand": {"gpus": 1}, "duration": "1 h"}]}}
})");
  const auto end = run_program({"evaluate", directory / "plain.json", "-o", directory / "x.h5"});
  CHECK(end.exit_code == 3);
  CHECK(contains(end.err, "/policies"));
  CHECK(contains(end.err, "there are no policies to compare"));
}

TEST_CASE("what the evaluator does not cover is refused by name", "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto end = run_program(
      {"evaluate", COLDAISLE_SOURCE_DIR "/scenarios/quickstart.json", "-o", directory / "x.h5"});
  CHECK(end.exit_code == 3);
  CHECK(contains(end.err, "/fleet/changes"));
  const auto scenario = write_scenario(directory, 10, 1);
  const auto refused = [&](const std::string& change) {
    const auto call = evaluation(scenario, directory / "x.h5", {"--set", change});
    const auto end_of_call = run_program(call);
    CAPTURE(change);
    CHECK(end_of_call.exit_code == 3);
    CHECK_FALSE(std::filesystem::exists(directory / "x.h5"));
    return end_of_call.err;
  };
  const auto scheduler = refused("/scheduler/queue=easy");
  CHECK(contains(scheduler, "1 problem"));
  CHECK(contains(scheduler, "/scheduler/queue  `evaluate` does not cover the queue `easy`"));
  // Not its preemption, which nobody asked for by that name.
  const auto las = refused("/scheduler/queue=las");
  CHECK(contains(las, "1 problem"));
  CHECK(contains(las, "/scheduler/queue  `evaluate` does not cover the queue `las`"));
  CHECK(contains(refused("/scheduler={\"queue\": \"priority\", \"preemption\": {}}"),
                 "/scheduler/preemption  `evaluate` does not cover jobs that are stopped"));
  CHECK(contains(refused("/policies/grid/queue/1=conservative"), "/policies/grid/queue"));
  CHECK(contains(refused("/policies/list=[{\"queue\": \"easy\"}]"), "/policies/list/0/queue"));
  CHECK(contains(refused("/workload/generate/classes/0/walltime=1 h"),
                 "does not cover walltimes, which"));
}

namespace {

// The summary of a run of one policy: metric -> value; unknown ones are left out.
std::map<std::string, double> replay(const std::string& evaluated, const std::string& policy,
                                     const std::string& output) {
  const auto end =
      run_program({"run", evaluated, "--policy", policy, "-o", output, "--json", "-q"});
  INFO(end.err);
  REQUIRE(end.exit_code == 0);
  std::map<std::string, double> summary;
  for (const auto& row : nlohmann::json::parse(end.out)) {
    if (!row["value"].is_null()) summary[row["metric"]] = row["value"];
  }
  return summary;
}

}  // namespace

TEST_CASE("run --policy repeats one policy of an evaluation in the engine", "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto output = directory / "out.h5";
  evaluate(write_scenario(directory, 300, 3), output);
  const auto results = read_results(output);
  const auto ids = column<std::string>(results, "/policies", "id");
  const auto names = column<std::string>(results, "/metrics", "metric");
  const auto values = column<double>(results, "/metrics", "value");
  for (std::size_t policy = 0; policy < ids.size(); policy += 3) {
    const auto run = directory / "run.h5";
    const auto summary = replay(output, ids[policy], run);
    for (const char* shared : {"cost_usd", "cost_usd_spot", "gpu_hours_free", "wait_p95"}) {
      CAPTURE(shared);
      CHECK((summary.count(shared) == 1 && std::count(names.begin(), names.end(), shared) == 1));
    }
    for (std::size_t metric = 0; metric < names.size(); ++metric) {
      // The engine's percentiles are exact, those of an evaluation from buckets (log_histogram.h).
      const bool is_percentile = contains(names[metric], "_p5") || contains(names[metric], "_p9");
      const auto row = summary.find(names[metric]);
      if (row == summary.end()) continue;
      CAPTURE(ids[policy], names[metric]);
      const double epsilon = is_percentile ? 1.0 / 128 : 1e-12;
      CHECK(values[policy * names.size() + metric] == Approx(row->second).epsilon(epsilon));
    }
    // The run's own file repeats like any other.
    REQUIRE(run_program({"run", run, "-q", "-o", directory / "again.h5"}).exit_code == 0);
    CHECK(is_same(run, directory / "again.h5"));
  }
}

TEST_CASE("run names policies where one is needed, and refuses one where none fits",
          "[cli][evaluate]") {
  const TemporaryDirectory directory;
  const auto output = directory / "out.h5";
  const auto scenario = write_scenario(directory, 50, 3);
  evaluate(scenario, output);
  const auto failure = [](const Words& words) {
    const auto end = run_program(words);
    CHECK(end.exit_code == 2);
    return end.err;
  };
  CHECK(contains(failure({"run", output}), "name one of them with --policy (best_fit, fgd"));
  CHECK(contains(failure({"run", output, "--policy", "best_fti"}), "did you mean \"best_fit\"?"));
  CHECK(contains(failure({"run", scenario, "--policy", "fgd"}), "--policy goes with"));
  const auto run = directory / "run.h5";
  REQUIRE(run_program({"run", output, "--policy", "fgd", "-q", "-o", run}).exit_code == 0);
  CHECK(contains(failure({"run", run, "--policy", "fgd"}), "--policy goes with"));
  CHECK(contains(failure({"evaluate", run}), "holds a run"));
  evaluate(output, directory / "again.h5");
  CHECK(is_same(output, directory / "again.h5"));
}

}  // namespace coldaisle::test
