// The same scenario and seed give the same payload, whatever else differs.
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/program.h"
#include "tests/support/scenario_files.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

using Words = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

// Runs the quickstart, or another input; what was said on stderr.
std::string run_into(const std::string& output, const Words& flags,
                     const Variables& environment = {},
                     const std::string& input = scenario_file("quickstart.json")) {
  Words words = {"run", input, "-o", output, "--progress", "json"};
  words.insert(words.end(), flags.begin(), flags.end());
  const auto end = run_program({.arguments = words, .environment = environment});
  INFO(end.err);
  REQUIRE(end.exit_code == 0);
  return end.err;
}

// What `compare --exact` says: "same payload", or the first difference.
std::string compare(const std::string& base, const std::string& other, const Words& flags = {}) {
  Words words = {"compare", base, other, "--exact"};
  words.insert(words.end(), flags.begin(), flags.end());
  const auto end = run_program(words);
  INFO(end.err);
  REQUIRE(end.exit_code == (end.out == "same payload\n" ? 0 : 4));
  return end.out;
}

}  // namespace

TEST_CASE("any number of threads gives the same payload", "[cli][payload]") {
  const TemporaryDirectory directory;
  run_into(directory / "1.h5", {"--threads", "1"});
  for (const char* const threads : {"2", "7", "0"}) {
    CAPTURE(threads);
    run_into(directory / "n.h5", {"--threads", threads});
    CHECK(compare(directory / "1.h5", directory / "n.h5") == "same payload\n");
  }
}

TEST_CASE("the sampling interval changes nothing but the series", "[cli][payload]") {
  const TemporaryDirectory directory;
  run_into(directory / "base.h5", {"--set", "/metrics/interval=5 min"});
  for (const char* const interval : {"1 s", "7 s", "59 min"}) {
    CAPTURE(interval);
    run_into(directory / "n.h5", {"--set", std::string("/metrics/interval=") + interval});
    CHECK(compare(directory / "base.h5", directory / "n.h5", {"--except", "/series"}) ==
          "same payload\n");
    CHECK(contains(compare(directory / "base.h5", directory / "n.h5"), "/series"));
  }
}

TEST_CASE("running a results file repeats its payload", "[cli][payload]") {
  const TemporaryDirectory directory;
  run_into(directory / "first.h5", {"--seed", "11", "--set", "/scheduler/rules=best_fit"});
  run_into(directory / "again.h5", {}, {}, directory / "first.h5");
  CHECK(compare(directory / "first.h5", directory / "again.h5") == "same payload\n");
}

TEST_CASE("another seed gives another payload", "[cli][payload]") {
  const TemporaryDirectory directory;
  run_into(directory / "7.h5", {"--seed", "7"});
  run_into(directory / "8.h5", {"--seed", "8"});
  CHECK(contains(compare(directory / "7.h5", directory / "8.h5"), "first difference"));
  run_into(directory / "default.h5", {});  // the scenario's own seed is 7
  CHECK(compare(directory / "7.h5", directory / "default.h5") == "same payload\n");
}

TEST_CASE("the code paths of the mathematical library change no result", "[cli][payload]") {
  const TemporaryDirectory directory;
  run_into(directory / "base.h5", {});
  // The C library chooses variants of exp, log and pow by what the processor can do; glibc 2.36 and
  // newer know the features by the shorter names (manual, section "Hardware Capability Tunables").
  run_into(
      directory / "plain.h5", {},
      {{"GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2_Usable,-AVX2,-FMA_Usable,-FMA,-FMA4,-AVX512F"}});
  CHECK(compare(directory / "base.h5", directory / "plain.h5") == "same payload\n");
}

TEST_CASE("flushes on the way change no result", "[cli][payload]") {
  const TemporaryDirectory directory;
  const Words longer = {"--set", "/horizon=20 d", "--set", "/workload/generate/until=20 d"};
  CHECK_FALSE(contains(run_into(directory / "base.h5", longer), "\"flushed\""));
  const auto said = run_into(directory / "flushed.h5", longer, {{"COLDAISLE_TEST_FLUSH_MS", "0"}});
  CHECK(contains(said, "\"flushed\":3"));
  CHECK(compare(directory / "base.h5", directory / "flushed.h5") == "same payload\n");
}

}  // namespace coldaisle::test
