#include "sim/workload/importers/philly.h"

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/imported.h"
#include "tests/support/shared_data.h"

using namespace coldaisle;
using test::contains;
using test::Imported;

namespace {

const std::string kHeader = "timestamp,duration,num_gpus,gpu_time,cluster\n";

Imported import_text(const std::string& text, ImportRequest request = {}) {
  CsvReader csv(text, "philly.csv");
  if (request.trace.file.empty()) request.trace.file = "folder/philly.csv";
  JobListBuilder builder;
  Imported result;
  result.report = import_philly(csv, request, builder);
  result.list = builder.finish(0);
  return result;
}

using Times = std::vector<TimeNs>;

}  // namespace

TEST_CASE("philly jobs are submitted at their timestamp from the earliest and last their duration",
          "[workload][importers][philly]") {
  const auto jobs = import_text(kHeader +
                                "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n"
                                "2017-10-09 06:13:03,2951.5,8,23612.0,6214e9\n"
                                "2017-10-10 06:13:03,0.000000001,1,0.000000001,11cb48\n");
  CHECK(jobs.list.submit_ns == Times{0, 2932 * kNsPerSecond, 24 * kNsPerHour});
  CHECK(jobs.list.duration_ns == Times{2'951'500'000'000, 66 * kNsPerSecond, 1});
  CHECK(jobs.list.groups == std::vector<std::string>{"11cb48", "6214e9"});
  CHECK(jobs.list.job_group == std::vector<std::int16_t>{1, 0, 0});
  CHECK(jobs.list.names.empty());
  REQUIRE(jobs.list.demands.size() == 2);
  CHECK(jobs.list.demands[1].gpus == 8);
  CHECK(jobs.list.demands[1].gpu_milli == 1000);
  CHECK(jobs.list.demands[1].nodes == 0);
  CHECK(jobs.list.original_count == std::vector<std::int64_t>{2, 1});
  CHECK(jobs.report.format == "philly");
  CHECK(jobs.report.rows == 3);
  CHECK(jobs.report.jobs == 3);
  CHECK(jobs.report.first_ns == 0);
  CHECK(jobs.report.last_ns == 24 * kNsPerHour);
  CHECK(jobs.count("submitted before an earlier row") == 1);
  CHECK(jobs.count("first submission") == 1);
  CHECK(jobs.report.findings.front().detail == "2017-10-09 06:13:03: time 0 of the run");
}

TEST_CASE("what is odd in a philly row is reported with what was done",
          "[workload][importers][philly]") {
  const auto jobs = import_text(kHeader +
                                ",5,1,5,a\n"
                                "2017-10-09 06:00:00,,1,,a\n"
                                "2017-10-09 06:00:01,0,1,0,a\n"
                                "2017-10-09 06:00:02,5,0,0,a\n"
                                "2017-10-09 06:00:03,5,2,5,a\n"
                                "2017-10-09 06:00:04,5,2,10,\n");
  CHECK(jobs.report.rows == 6);
  CHECK(jobs.report.jobs == 4);
  CHECK(jobs.list.submit_ns == Times{0, kNsPerSecond, 2 * kNsPerSecond, 3 * kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{1, 5 * kNsPerSecond, 5 * kNsPerSecond, 5 * kNsPerSecond});
  CHECK(jobs.list.groups == std::vector<std::string>{"a", "philly"});
  using enum FindingEffect;
  const std::map<std::string, FindingEffect> expected = {
      {"no timestamp", dropped},
      {"no duration", dropped},
      {"zero duration", repaired},
      {"asks for nothing", remark},
      {"gpu_time is not duration x num_gpus", remark},
      {"no cluster", remark}};
  for (const auto& [what, effect] : expected) {
    CAPTURE(what);
    CHECK(jobs.count(what) == 1);
    CHECK(jobs.effect(what) == effect);
  }
}

TEST_CASE("one philly job a second keeps the file's order and needs no timestamp",
          "[workload][importers][philly]") {
  ImportRequest request;
  request.trace.timing = TraceTiming::one_per_second;
  const std::string text = kHeader + "2017-10-09 07:00:00,7,1,7,a\n,8,1,8,a\n";
  auto jobs = import_text(text, request);
  CHECK(jobs.list.submit_ns == Times{0, kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{7 * kNsPerSecond, 8 * kNsPerSecond});
  request.trace.departures = false;
  jobs = import_text(text, request);
  CHECK(jobs.list.duration_ns == Times{kNever, kNever});
}

TEST_CASE("a broken philly file is refused with place and remedy",
          "[workload][importers][philly][bad-input]") {
  const std::string ok = "2017-10-09 07:00:00,7,1,7,a\n";
  const std::vector<test::BrokenTrace> cases = {
      {kHeader, 0, "", "the file has no jobs"},
      {"timestamp,duration,num_gpu,gpu_time,cluster\n" + ok, 1, "",
       "missing column \"num_gpus\" (did you mean \"num_gpu\"?)"},
      {"timestamp;duration;num_gpus;gpu_time;cluster\n", 1, "", "with commas"},
      {kHeader + ok + "2017-10-09 07:00:00;7;1;7;a\n", 3, "", "has 1 field, the header has 5"},
      {kHeader + "2017-10-09 07:00:00,7,1,7", 2, "", "is the file cut short?"},
      {kHeader + "2017-10-09 07:00:00,-7,1,7,a\n", 2, "duration", "\"-7\" is out of range"},
      {kHeader + "2017-10-09 07:00:00,7,,7,a\n", 2, "num_gpus", "is empty"},
      {kHeader + "2017-10-09 07:00:00,7,-1,7,a\n", 2, "num_gpus", "\"-1\" is out of range"},
      {kHeader + "2017-10-09 07:00:00,7,1.5,7,a\n", 2, "num_gpus", "is not a whole number"},
      {kHeader + "2017-10-09 07:00:00,7,1000001,7,a\n", 2, "num_gpus", "from 0 to 1000000"},
      {kHeader + "2017-10-09 07:00:00,1e3,1,7,a\n", 2, "duration", "is not a plain number"},
      {kHeader + "2017-10-09 07:00:00,99999999999999,1,7,a\n", 2, "duration", "out of range"},
      {kHeader + "2017-10-09 07:00:00,7,1,-7,a\n", 2, "gpu_time", "\"-7\" is out of range"},
      {kHeader + "2017-10-09T07:00:00Z,7,1,7,a\n", 2, "timestamp", "no zone"},
      {kHeader + "09.10.2017 07:00:00,7,1,7,a\n", 2, "timestamp", "is not a time like"},
      {kHeader + "2017-02-29 07:00:00,7,1,7,a\n", 2, "timestamp", "is not a time like"},
      {kHeader + "2017-10-09 24:00:00,7,1,7,a\n", 2, "timestamp", "is not a time like"},
      {kHeader + "1507532400,7,1,7,a\n", 2, "timestamp", "is not a time like"},
      {kHeader + "1969-12-31 23:59:59,7,1,7,a\n", 2, "timestamp", "years 1970 to 2199"},
      {kHeader + ok + "2107-10-09 07:00:00,7,1,7,a\n", 0, "", "more than 73 years"},
      {kHeader + std::string("2017-10-09 07:00:00,7,1,7,\0\n", 27), 2, "", "NUL byte"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.text, each.fragment);
    const auto problems = test::problems_of([&] { import_text(each.text); });
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].file == "philly.csv");
    CHECK(problems[0].line == each.line);
    CHECK(problems[0].pointer == each.pointer);
    CHECK_THAT(problems[0].message, contains(each.fragment));
  }
}

// Counts and sums of an independent reading of the file (decimal arithmetic, not this code).
TEST_CASE("the whole philly file has its 82247 jobs and their GPU-time",
          "[workload][importers][philly]") {
  const auto file = test::shared_data("philly/philly_82k.csv");
  if (!file) return;
  ImportRequest request;
  request.trace.file = *file;
  request.trace.format = "philly";
  request.trace.strict = true;
  JobListBuilder builder;
  const ImportReport report = import_trace(*find_importer("philly"), request, builder);
  const JobList jobs = builder.finish(0);
  CHECK(report.rows == 82'247);
  CHECK(report.jobs == 82'247);
  CHECK(report.last_ns == 9'408'690 * kNsPerSecond);
  bool whole_seconds = true;
  std::int64_t gpu_seconds = 0;
  std::map<int, int> jobs_of_gpus;
  std::map<std::string, int> jobs_of_cluster;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const int gpus = jobs.demands.at(static_cast<std::size_t>(jobs.demand_type[i])).gpus;
    whole_seconds = whole_seconds && jobs.duration_ns[i] % kNsPerSecond == 0;
    gpu_seconds += jobs.duration_ns[i] / kNsPerSecond * gpus;
    ++jobs_of_gpus[gpus];
    ++jobs_of_cluster[jobs.groups.at(static_cast<std::size_t>(jobs.job_group[i]))];
  }
  CHECK(whole_seconds);
  CHECK(gpu_seconds == 3'521'082'502);
  CHECK(jobs_of_gpus == std::map<int, int>{{1, 76'627},
                                           {2, 1'818},
                                           {4, 1'870},
                                           {8, 1'643},
                                           {12, 7},
                                           {16, 199},
                                           {24, 7},
                                           {32, 67},
                                           {64, 6},
                                           {128, 3}});
  CHECK(jobs_of_cluster.size() == 15);
  CHECK(jobs_of_cluster.at("6214e9") == 41'226);
  CHECK(jobs_of_cluster.at("0e4a51") == 1'435);
  CHECK(std::accumulate(jobs.original_count.begin(), jobs.original_count.end(), 0LL) == 82'247);
}
