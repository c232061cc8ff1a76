#include <sstream>

#include "sim/app/verbs.h"
#include "tests/support/catch.h"
#include "tests/support/scenario_samples.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;

namespace {

struct Answer {
  int code = 0;
  std::string out, err;
};

// Validates the plain scenario whose jobs ask for `demand`.
Answer validate(const std::string& demand, const CommonOptions& common) {
  const test::TemporaryFolder folder;
  auto text = test::plain_scenario();
  const std::string plain = R"({"gpus": 1})";
  text.replace(text.find(plain), plain.size(), demand);
  std::ostringstream out;
  std::ostringstream err;
  const int code =
      validate_verb({.common = common, .input = folder.write("s.json", text)}, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace

TEST_CASE("validate warns of jobs that no node could ever hold and answers 0", "[app][validate]") {
  const auto answer = validate(R"({"gpus": 9, "cpus": 2.5, "memory": "3 GiB"})", {});
  CHECK(answer.code == 0);
  CHECK(answer.out.find(": valid\n") != std::string::npos);
  CHECK(answer.err ==
        "warning: 10 jobs can never run: no node, were it empty, could hold\n"
        "  10 jobs: 9 GPUs, 2.5 CPUs, 3 GiB\n");
}

TEST_CASE("validate has no warning where all jobs fit, or where it is told to be quiet",
          "[app][validate]") {
  CHECK(validate(R"({"gpus": 8})", {}).err.empty());
  CommonOptions quiet;
  quiet.quiet = true;
  CHECK(validate(R"({"gpus": 9})", quiet).err.empty());
}

TEST_CASE("validate --json of a valid scenario prints an empty list, whatever it warns of",
          "[app][validate]") {
  CommonOptions json;
  json.json = true;
  const auto answer = validate(R"({"gpus": 9})", json);
  CHECK(answer.code == 0);
  CHECK(answer.out == "[]\n");
  CHECK(answer.err.substr(0, 8) == "warning:");
}
