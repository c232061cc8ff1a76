#include "sim/app/command_line.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

#include "sim/app/exit_code.h"
#include "sim/core/build_info.h"
#include "sim/core/error.h"
#include "sim/core/nearest_name.h"
#include "tests/support/catch.h"

namespace {

struct Outcome {
  int code = 0;
  std::string out, err;
};

Outcome run(std::vector<const char*> words) {
  words.insert(words.begin(), "coldaisle");
  std::ostringstream out;
  std::ostringstream err;
  const int code =
      coldaisle::run_command_line(static_cast<int>(words.size()), words.data(), out, err);
  return {code, out.str(), err.str()};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <typename Error>
Outcome report(const Error& error) {
  std::ostringstream err;
  const int code = coldaisle::report_error(std::make_exception_ptr(error), err);
  return {code, "", err.str()};
}

// The exit code of a shell command, whose output is thrown away.
int shell(const std::string& command) {
  const int status = std::system(("( " + command + " ) >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

const std::array kVerbs = {"run",    "validate", "explain", "schema",    "catalog",
                           "import", "compare",  "doctor",  "completion"};

}  // namespace

TEST_CASE("no verb at all shows the help and is a usage error", "[cli]") {
  const auto outcome = run({});
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK(contains(outcome.err, "Exit codes"));
}

TEST_CASE("the help goes to stdout and names every verb", "[cli]") {
  const auto outcome = run({"--help"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  for (const char* const verb : kVerbs) CHECK(contains(outcome.out, std::string("  ") + verb));
}

TEST_CASE("each verb's help has an example of that verb", "[cli]") {
  for (const char* const verb : kVerbs) {
    CAPTURE(verb);
    const auto outcome = run({verb, "--help"});
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "Example:"));
    CHECK(contains(outcome.out, std::string("coldaisle ") + verb));
  }
}

TEST_CASE("an output file with --no-output is a usage error that names both", "[cli]") {
  const auto outcome = run({"run", "absent.json", "--no-output", "-o", "x.h5"});
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "run: --no-output writes no file, and -o x.h5 names one"));
}

TEST_CASE("an unknown verb is a usage error that names the nearest one", "[cli]") {
  const auto near = run({"explian", "a.json"});
  CHECK(near.code == 2);
  CHECK(contains(near.err, "\"explian\" is no verb; did you mean \"explain\"?"));
  const auto far = run({"xylophone"});
  CHECK(far.code == 2);
  CHECK_FALSE(contains(far.err, "did you mean"));
  CHECK(contains(far.err, "validate"));
}

TEST_CASE("an unknown flag is a usage error that names the nearest one", "[cli]") {
  const auto outcome = run({"run", "a.json", "--thread=3"});
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "not understood: --thread=3; did you mean \"--threads\"?"));
}

TEST_CASE("flags before the verb are refused with the remedy", "[cli]") {
  const auto outcome = run({"--json", "doctor"});
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "coldaisle VERB --json"));
}

TEST_CASE("a missing argument is a usage error with an example", "[cli]") {
  const auto outcome = run({"compare", "base.h5"});
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "NEW is required"));
  CHECK(contains(outcome.err, "coldaisle compare base.h5 new.h5 --exact"));
}

TEST_CASE("seeds and thread counts are whole decimal numbers in range", "[cli]") {
  for (const char* const seed :
       {"-1", "1.5", "1e3", "0x10", "", " 1", "9007199254740993", "99999999999999999999999"}) {
    CAPTURE(seed);
    const auto outcome = run({"doctor", "--seed", seed});
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "--seed"));
  }
  CHECK(run({"doctor", "--seed", "9007199254740992"}).code == 0);
  CHECK(run({"doctor", "--seed", "010"}).code == 0);
  CHECK(run({"doctor", "--threads", "4097"}).code == 2);
}

TEST_CASE("an override without a pointer or a value is a usage error", "[cli]") {
  CHECK(run({"doctor", "--set", "seed=3"}).code == 2);
  CHECK(run({"doctor", "--set", "/seed"}).code == 2);
  CHECK(run({"doctor", "--set", "/seed=3", "--set", "/name=x"}).code == 0);
}

TEST_CASE("a progress mode that does not exist is refused with the modes that do", "[cli]") {
  const auto outcome = run({"doctor", "--progress", "on"});
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "auto, off, json"));
}

TEST_CASE("import takes no output file yet", "[cli]") {
  CHECK(run({"import", "openb", "pods.csv", "-o", "x"}).code == 2);
}

TEST_CASE("the version says version, SHA, build type and back ends", "[cli]") {
  const auto outcome = run({"--version"});
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, std::string("coldaisle ") + coldaisle::tool_version()));
  CHECK(contains(outcome.out, coldaisle::git_sha()));
  CHECK(contains(outcome.out, coldaisle::build_type()));
  CHECK(contains(outcome.out, coldaisle::cuda_enabled() ? "cuda yes" : "cuda no"));
}

TEST_CASE("each kind of error has its exit code", "[cli]") {
  CHECK(report(coldaisle::ScenarioError({{"a.json", 1, 2, "/seed", "is odd"}})).code == 3);
  CHECK(report(coldaisle::UsageError("x")).code == 2);
  CHECK(report(coldaisle::IoError("x")).code == 5);
  CHECK(report(coldaisle::AbsentError("x")).code == 6);
  CHECK(report(coldaisle::InternalError("internal error: x")).code == 1);
  CHECK(report(std::runtime_error("x")).code == 1);
  CHECK(report(std::bad_alloc()).code == 1);
  CHECK(report(3).code == 1);
}

TEST_CASE("an internal error asks for a report and says so once", "[cli]") {
  const auto outcome = report(coldaisle::InternalError("internal error: node 3 is full"));
  CHECK(contains(outcome.err, "coldaisle: internal error: node 3 is full\n"));
  CHECK(contains(outcome.err, "Please report it"));
}

TEST_CASE("a shell no completion exists for is refused by name", "[cli]") {
  const auto outcome = run({"completion", "tcsh"});
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "tcsh"));
}

TEST_CASE("completion scripts know the verbs and their flags", "[cli]") {
  for (const char* const name : {"bash", "zsh", "fish"}) {
    CAPTURE(name);
    const auto outcome = run({"completion", name});
    CHECK(outcome.code == 0);
    for (const char* const verb : kVerbs) CHECK(contains(outcome.out, verb));
    CHECK(contains(outcome.out, "threads"));
    CHECK(contains(outcome.out, "except"));
  }
}

TEST_CASE("bash completes verbs, flags and the values of flags", "[cli]") {
  const std::string script = "source <(" COLDAISLE_PROGRAM " completion bash); ";
  const auto completes = [&](const std::string& words, int index, const std::string& expected) {
    return shell("bash -c '" + script + "COMP_WORDS=(coldaisle " + words +
                 "); COMP_CWORD=" + std::to_string(index) +
                 "; _coldaisle; [[ \"${COMPREPLY[*]}\" == \"" + expected + "\" ]]'");
  };
  CHECK(completes("val", 1, "validate") == 0);
  CHECK(completes("run --thr", 2, "--threads") == 0);
  CHECK(completes("run --progress o", 3, "off") == 0);
  CHECK(completes("val", 1, "explain") == 1);
}

TEST_CASE("the output flag puts what a verb prints into a file", "[cli]") {
  const std::string path = "/tmp/coldaisle_cli_" + std::to_string(getpid()) + ".txt";
  const auto outcome = run({"doctor", "-o", path.c_str()});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
  std::ifstream file(path);
  std::string first;
  std::getline(file, first);
  CHECK(contains(first, coldaisle::tool_version()));
  std::remove(path.c_str());
}

TEST_CASE("an output file that cannot be written is a file error", "[cli]") {
  const auto outcome = run({"doctor", "-o", "/nowhere/at/all.txt"});
  CHECK(outcome.code == 5);
  CHECK(contains(outcome.err, "/nowhere/at/all.txt"));
  CHECK(contains(outcome.err, "No such file or directory"));
}

TEST_CASE("a full disk or a size limit behind stdout is a file error", "[cli]") {
  CHECK(shell(COLDAISLE_PROGRAM " --help >/dev/full") == 5);
  // TMPDIR is for the thread sanitizer, whose start-up writes a file there if it can.
  CHECK(shell("ulimit -f 0; TMPDIR=/nowhere " COLDAISLE_PROGRAM
              " --help >/tmp/coldaisle_cli_limit") == 5);
  std::remove("/tmp/coldaisle_cli_limit");
}

TEST_CASE("a reader that leaves early is no error", "[cli]") {
  CHECK(shell("bash -c 'set -o pipefail; " COLDAISLE_PROGRAM " completion fish | true'") == 0);
}

TEST_CASE("the program passes its exit code on", "[cli]") {
  CHECK(shell(COLDAISLE_PROGRAM) == 2);
  CHECK(shell(COLDAISLE_PROGRAM " doctor") == 0);
}

TEST_CASE("the nearest word is near or none", "[cli]") {
  const std::vector<std::string> words = {"run", "validate", "explain"};
  CHECK(coldaisle::nearest_name("rnu", words) == "run");
  CHECK(coldaisle::nearest_name("valid", words).empty());
  CHECK(coldaisle::nearest_name("valdate", words) == "validate");
  CHECK(coldaisle::nearest_name("xyz", words).empty());
  CHECK(coldaisle::nearest_name("", words).empty());
}
