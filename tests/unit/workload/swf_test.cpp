#include "sim/workload/importers/swf.h"

#include <map>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/imported.h"

using namespace coldaisle;
using test::contains;
using test::Imported;

namespace {

Imported import_text(const std::string& text, ImportRequest request = {}) {
  TableReader rows(text, "log.swf", swf_form());
  if (request.trace.file.empty()) request.trace.file = "folder/log.swf.gz";
  JobListBuilder builder;
  Imported result;
  result.report = import_swf(rows, request, builder);
  result.list = builder.finish(0);
  return result;
}

using Times = std::vector<TimeNs>;

}  // namespace

TEST_CASE("swf jobs have the log's times and a core for each processor",
          "[workload][importers][swf]") {
  const auto jobs = import_text(
      "; Version: 2.2\n; UnixStartTime: 1000000000\n;\n"
      "1 5 3 100.5 4 -1 -1 8 3600 1000 1 1 1 1 1 1 -1 -1\n"
      "  2\t7 -1  60 16 55.2 2000 16 -1 -1 1 2 1 -1 -1 -1 -1 -1\n");
  CHECK(jobs.list.submit_ns == Times{5 * kNsPerSecond, 7 * kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{100'500'000'000, 60 * kNsPerSecond});
  CHECK(jobs.list.walltime_ns == Times{3600 * kNsPerSecond, kNever});
  CHECK(jobs.list.names == std::vector<std::string>{"1", "2"});
  CHECK(jobs.list.groups == std::vector<std::string>{"log"});
  REQUIRE(jobs.list.demands.size() == 2);
  CHECK(jobs.list.demands[0].cpu_milli == 4'000);
  CHECK(jobs.list.demands[0].memory_mib == 4);  // 4 x 1000 KiB, rounded up
  CHECK(jobs.list.demands[0].gpus == 0);
  CHECK(jobs.list.demands[0].gpu_milli == 0);
  CHECK(jobs.list.demands[1].cpu_milli == 16'000);
  CHECK(jobs.list.demands[1].memory_mib == 0);
  CHECK(jobs.report.format == "swf");
  CHECK(jobs.report.rows == 2);
  CHECK(jobs.report.first_ns == 5 * kNsPerSecond);
  CHECK(jobs.report.last_ns == 7 * kNsPerSecond);
  CHECK(jobs.count("used memory but none requested") == 1);
}

TEST_CASE("a processor of an swf log may be a whole GPU", "[workload][importers][swf]") {
  ImportRequest request;
  request.trace.processor = TraceProcessor::gpu;
  const auto jobs = import_text("1 0 0 9 64 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1\n", request);
  CHECK(jobs.list.demands.at(0).gpus == 64);
  CHECK(jobs.list.demands.at(0).gpu_milli == 1000);
  CHECK(jobs.list.demands.at(0).cpu_milli == 0);
}

TEST_CASE("what is odd in an swf line is reported with what was done",
          "[workload][importers][swf]") {
  const auto jobs = import_text(
      "1 0 0 50 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n"
      "1 0 0 20 4 -1 -1 4 -1 -1 2 1 1 1 1 1 -1 -1\n"
      "1 0 0 30 4 -1 -1 4 -1 -1 3 1 1 1 1 1 -1 -1\n"
      "2 1 9 0 4 -1 -1 4 -1 -1 5 1 1 1 1 1 -1 -1\n"
      "3 -1 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n"
      "4 3 0 -1 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n"
      "5 4 0 9 0 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1\n"
      "6 5 0 9 -1 -1 -1 2 -1 -1 -1 1 1 1 1 1 -1 -1\n"
      "7 6 0 0 4 -1 -1 4 -1 -1 0 1 1 1 1 1 -1 -1\n"
      "7 5 0 9 4 -1 -1 4 8 -1 5 1 1 1 1 1 -1 -1\n");
  CHECK(jobs.report.rows == 10);
  CHECK(jobs.report.jobs == 4);
  CHECK(jobs.list.names == std::vector<std::string>{"1", "6", "7", "7"});
  CHECK(jobs.list.duration_ns == Times{50 * kNsPerSecond, 9 * kNsPerSecond, 9 * kNsPerSecond, 1});
  CHECK(jobs.list.walltime_ns == Times{kNever, kNever, 9 * kNsPerSecond, kNever});
  CHECK(jobs.list.demands.at(1).cpu_milli == 2'000);
  using enum FindingEffect;
  const std::map<std::string, FindingEffect> once = {
      {"cancelled before it ran", dropped},
      {"no submit time", dropped},
      {"no run time", dropped},
      {"no processors, allocated or requested", dropped},
      {"no allocated processors", repaired},
      {"zero duration", repaired},
      {"ran longer than its time limit", repaired},
      {"status failed", remark},
      {"status cancelled", remark},
      {"status unknown", remark},
      {"submitted before an earlier row", remark},
      {"id of an earlier row", remark}};
  for (const auto& [what, effect] : once) {
    CAPTURE(what);
    CHECK(jobs.count(what) == 1);
    CHECK(jobs.effect(what) == effect);
  }
  CHECK(jobs.count("partial execution (status 2 to 4)") == 2);
  CHECK(jobs.effect("partial execution (status 2 to 4)") == dropped);
}

TEST_CASE("one swf job a second that never leaves needs no times", "[workload][importers][swf]") {
  ImportRequest request;
  request.trace.timing = TraceTiming::one_per_second;
  request.trace.departures = false;
  const auto jobs = import_text(
      "1 -1 0 -1 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"
      "2 9 0 0 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n",
      request);
  CHECK(jobs.list.submit_ns == Times{0, kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{kNever, kNever});
  CHECK(jobs.list.walltime_ns == Times{kNever, kNever});
  CHECK(jobs.count("zero duration") == 0);
}

TEST_CASE("a broken swf log is refused with place and remedy",
          "[workload][importers][swf][bad-input]") {
  const std::vector<test::BrokenTrace> cases = {
      {"", 0, "", "the file has no jobs"},
      {"; only a header\n", 0, "", "the file has no jobs"},
      {"1 0 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1", 1, "",
       "has 17 fields, a row of this format has 18; is the file cut short?"},
      {"1 0 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1 7\n", 1, "", "has 19 fields"},
      {"1,0,0,9,4,-1,-1,4,-1,-1,1,1,1,1,1,1,-1,-1\n", 1, "", "has 1 field, a row of this"},
      {"1 0 0 -9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "run_time", "\"-9\" is out of range"},
      {"1 0 0 -0.5 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "run_time", "or -1 for unknown"},
      {"1 -60 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "submit_time", "out of range"},
      {"1 0 0 9 4 -1 -1 4 -1 -1 7 1 1 1 1 1 -1 -1\n", 1, "status", "from -1 to 5"},
      {"1 0 0 9 four -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "allocated_procs",
       "is not a whole number"},
      {"1 0 0 9 9999999999 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "allocated_procs",
       "out of range"},
      {"1 0 0 9 4 -1 -1 -2 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "requested_procs", "out of range"},
      {"1 0 0 1e9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "run_time", "is not a plain number"},
      {"1 99999999999999999999 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "submit_time",
       "out of range"},
      {"1 2024-01-31 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "submit_time",
       "is not a plain number"},
      {"1 0 0 9 1000000 -1 -1 4 -1 1099511627776 1 1 1 1 1 1 -1 -1\n", 1, "requested_memory",
       "MiB in all"},
      {"x 0 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", 1, "job_number", "is not a whole number"},
      {std::string("1 0 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n\0", 43), 2, "", "NUL byte"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.text, each.fragment);
    const auto problems = test::problems_of([&] { import_text(each.text); });
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].file == "log.swf");
    CHECK(problems[0].line == each.line);
    CHECK(problems[0].pointer == each.pointer);
    CHECK_THAT(problems[0].message, contains(each.fragment));
  }
}
