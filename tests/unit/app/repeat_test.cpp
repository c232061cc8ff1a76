#include "sim/app/repeat.h"

#include <filesystem>
#include <sstream>

#include <nlohmann/json.hpp>

#include "sim/core/error.h"
#include "sim/results/read_hdf5.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;
using test::thrown_message;

namespace {

constexpr const char* kGpu = R"({
  "id": "made-up", "vendor": "nvidia", "architecture": "ampere", "memory_gib": 10,
  "logical_devices": 1, "tdp_w": 300, "idle_w": 30, "sources": ["a test"]
})";
constexpr const char* kNode = R"({
  "id": "made-up-box", "gpu": "made-up", "gpu_packages": 2, "cpu_cores": 8, "memory_gib": 64,
  "base_w": 100, "sources": ["a test"]
})";
constexpr const char* kScenario = R"({
  "version": 1,
  "fleet": {"racks": [{"node": "made-up-box"}]},
  "workload": {"generate": {"arrivals": "12 /h", "count": 20,
    "classes": [{"demand": {"gpus": 1}, "duration": {"distribution": "exponential",
                                                     "mean": "10 min"}}]}}
})";

// A scenario on hardware that only the user's catalogue has.
class Case {
 public:
  Case() {
    for (const char* const folder : {"hardware/gpus", "hardware/nodes", "hardware/other"}) {
      std::filesystem::create_directories(folder_ / folder);
    }
    test::write_file(folder_ / "hardware/gpus/made-up.json", kGpu);
    test::write_file(folder_ / "hardware/nodes/made-up-box.json", kNode);
    test::write_file(folder_ / "hardware/other/notes.json", "not ours");
    test::write_file(folder_ / "scenario.json", kScenario);
  }

  std::string file(const std::string& name) const { return folder_ / name; }

  // Runs `input` into the file `output`, whose path it returns.
  std::string run(const std::string& input, const std::string& output, bool with_catalog) const {
    RunOptions options;
    options.input = input;
    options.output = file(output);
    options.common.quiet = true;
    if (with_catalog) options.common.catalog_directory = file("hardware");
    std::ostringstream out;
    std::ostringstream err;
    CHECK(run_verb(options, out, err) == 0);
    return options.output;
  }

  // A results file of that scenario that says to have used these catalogue files.
  std::string results_with(const std::string& overrides) const {
    auto results = test::sample_results(4, 0);
    results.provenance.inputs.clear();
    results.provenance.scenario_resolved = kScenario;
    results.provenance.catalog_overrides = overrides;
    ResultsWriter(file("crafted.h5")).finish(results);
    return file("crafted.h5");
  }

 private:
  test::TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("a run with the user's catalogue repeats, and so does the repetition", "[app][repeat]") {
  const Case files;
  const auto first = files.run(files.file("scenario.json"), "first.h5", true);
  const auto second = files.run(first, "second.h5", false);
  const auto third = files.run(second, "third.h5", false);
  CHECK(first_difference(first, second, {}).empty());
  CHECK(first_difference(second, third, {}).empty());
  const auto overrides = read_results(first).provenance.catalog_overrides;
  CHECK(!overrides.empty());
  CHECK(read_results(third).provenance.catalog_overrides == overrides);
}

TEST_CASE("only the catalogue's own files are kept with the results", "[app][repeat]") {
  const Case files;
  const auto kept = nlohmann::json::parse(catalog_overrides(files.file("hardware")));
  CHECK(kept == nlohmann::json{{"gpus/made-up.json", kGpu}, {"nodes/made-up-box.json", kNode}});
  CHECK(catalog_overrides("").empty());
}

TEST_CASE("a catalogue that would leave its folder is refused and writes nothing",
          "[app][repeat]") {
  const Case files;
  const auto outside = files.file("outside.json");
  for (const auto& name : {std::string("../outside.json"), std::string("gpus/../../outside.json"),
                           outside, std::string("gpus/"), std::string()}) {
    CAPTURE(name);
    const auto input = files.results_with(nlohmann::json{{name, "x"}}.dump());
    const auto message = thrown_message<IoError>([&] { load_run(input, {}); });
    CHECK(contains(message, input + ": its catalogue has a file "));
    CHECK(!std::filesystem::exists(outside));
  }
}

TEST_CASE("a broken catalogue in a results file is a file error that names it", "[app][repeat]") {
  const Case files;
  for (const char* const overrides : {"{", "[1]", R"({"gpus/a.json": 1})"}) {
    CAPTURE(overrides);
    const auto input = files.results_with(overrides);
    const auto message = thrown_message<IoError>([&] { load_run(input, {}); });
    CHECK(contains(message, input + ": its catalogue is no JSON object of texts"));
  }
}
