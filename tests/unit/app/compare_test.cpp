#include <sstream>

#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;

namespace {

// Two files that differ in /series only.
class Files {
 public:
  Files() {
    ResultsWriter(base).finish(test::sample_results(4, 0));
    ResultsWriter(other).finish(test::sample_results(4, 1));
  }

  CompareOptions options(const std::string& with) const {
    CompareOptions options;
    options.base = base;
    options.other = with;
    options.exact = true;
    return options;
  }

 private:
  test::TemporaryDirectory directory_;

 public:
  std::string base = directory_ / "a.h5";
  std::string other = directory_ / "b.h5";
};

struct Answer {
  int code;
  std::string out;
};

Answer compare(const CompareOptions& options) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = compare_verb(options, out, err);
  CHECK(err.str().empty());
  return {code, out.str()};
}

}  // namespace

TEST_CASE("compare --exact says that files have the same payload", "[app][compare]") {
  const Files files;
  auto options = files.options(files.base);
  CHECK(compare(options).code == 0);
  CHECK(compare(options).out == "same payload\n");
  options.common.json = true;
  CHECK(compare(options).out == "{\n  \"same\": true\n}\n");
}

TEST_CASE("compare --exact names the first difference and answers 4", "[app][compare]") {
  const Files files;
  auto options = files.options(files.other);
  CHECK(compare(options).code == 4);
  CHECK(compare(options).out == "first difference: /series/power row 0: 0.1 in " + files.base +
                                    ", 1.1 in " + files.other + "\n");
  options.common.json = true;
  CHECK(compare(options).code == 4);
  CHECK(test::contains(compare(options).out, "\"first_difference\": \"/series/power row 0:"));
}

TEST_CASE("compare --exact leaves out what it is told to", "[app][compare]") {
  const Files files;
  auto options = files.options(files.other);
  options.except = {"/series"};
  CHECK(compare(options).code == 0);
  options.except = {"series"};
  CHECK_THROWS_AS(compare(options), UsageError);
}

TEST_CASE("compare without --exact says that only that exists", "[app][compare]") {
  CompareOptions options;
  CHECK(test::contains(test::thrown_message<UsageError>([&] { compare(options); }), "--exact"));
}
