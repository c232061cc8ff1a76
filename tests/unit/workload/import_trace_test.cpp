#include <string>
#include <vector>

#include "sim/workload/importers/job_recorder.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/imported.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;
using test::contains;

namespace {

std::vector<Problem> problems_of_import(const char* format, const Trace& trace) {
  return test::problems_of([&] {
    JobListBuilder builder;
    import_trace(*find_importer(format), {.trace = trace}, builder);
  });
}

}  // namespace

TEST_CASE("a key that means nothing to a trace's format is refused by name",
          "[workload][importers][bad-input]") {
  const Trace trace{.file = "never-read", .order_file = "o.csv", .processor = TraceProcessor::cpu};
  for (const char* format : {"philly", "slurm"}) {
    const auto problems = problems_of_import(format, trace);
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].pointer == "/workload/order");
    CHECK(problems[1].pointer == "/workload/processor");
    CHECK_THAT(problems[1].message, contains("means nothing to the format"));
  }
  CHECK(problems_of_import("swf", trace).size() == 1);
  CHECK(problems_of_import("openb", trace).size() == 1);
}

TEST_CASE("a strict import names every finding that dropped or repaired rows",
          "[workload][importers][strict]") {
  const test::TemporaryFolder folder;
  Trace trace;
  trace.strict = true;
  trace.file = folder.write("log.swf",
                            "1 0 0 0 4 -1 -1 4 -1 -1 0 1 1 1 1 1 -1 -1\n"
                            "2 -1 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n"
                            "3 0 0 0 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n");
  const auto problems = problems_of_import("swf", trace);
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0].message, contains("no submit time: 1 row (dropped)"));
  CHECK_THAT(problems[1].message, contains("zero duration: 2 rows (kept, as 1 ns)"));
  trace.file = folder.write("sound.swf", "1 0 0 9 4 -1 -1 4 -1 -1 0 1 1 1 1 1 -1 -1\n");
  CHECK(problems_of_import("swf", trace).empty());
}

TEST_CASE("names that repeat an earlier one are counted", "[workload][importers]") {
  CHECK(count_repeated({}) == 0);
  const std::vector<std::string> names = {"a", "b", "a", "", "a", "", "c"};
  CHECK(count_repeated(names) == 3);
}
