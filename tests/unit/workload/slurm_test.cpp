#include "sim/workload/importers/slurm.h"

#include <map>
#include <string>
#include <vector>

#include "sim/workload/importers/slurm_tres.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/imported.h"

using namespace coldaisle;
using test::contains;
using test::Imported;

namespace {

const std::string kHeader = "JobID|Submit|Start|End|Timelimit|State|AllocTRES|ReqTRES\n";

Imported import_text(const std::string& text, ImportRequest request = {}) {
  TableReader rows(text, "sacct.txt", slurm_form());
  if (request.trace.file.empty()) request.trace.file = "folder/site";
  JobListBuilder builder;
  Imported result;
  result.report = import_slurm(rows, request, builder);
  result.list = builder.finish(0);
  return result;
}

using Times = std::vector<TimeNs>;

// A row that ran for a minute with these resources.
std::string row_with(const std::string& id, const std::string& tres) {
  return id + "|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:01:00|01:00:00|COMPLETED|" +
         tres + "|\n";
}

}  // namespace

TEST_CASE("slurm jobs are submitted at Submit and run from Start to End",
          "[workload][importers][slurm]") {
  const auto jobs = import_text(
      kHeader +
      "7|2024-01-31T12:00:00|2024-01-31T12:00:10|2024-02-01T12:00:10|1-02:03:04|COMPLETED|"
      "billing=8,cpu=8,gres/gpu=2,gres/gpu:a100=2,mem=62.5G,node=1|\n"
      "7.batch|2024-01-31T12:00:10|2024-01-31T12:00:10|2024-02-01T12:00:10||COMPLETED|cpu=8|\n"
      "8_1|2024-01-31T12:00:30|2024-01-31T12:00:30|2024-01-31T12:01:30|UNLIMITED|"
      "CANCELLED by 1000|cpu=1,mem=500M|\n");
  CHECK(jobs.list.submit_ns == Times{0, 30 * kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{24 * kNsPerHour, kNsPerMinute});
  CHECK(jobs.list.walltime_ns == Times{93'784 * kNsPerSecond, kNever});
  CHECK(jobs.list.names == std::vector<std::string>{"7", "8_1"});
  CHECK(jobs.list.groups == std::vector<std::string>{"site"});
  REQUIRE(jobs.list.demands.size() == 2);
  CHECK(jobs.list.demands[0].gpus == 2);
  CHECK(jobs.list.demands[0].gpu_milli == 1000);
  CHECK(jobs.list.demands[0].cpu_milli == 8'000);
  CHECK(jobs.list.demands[0].memory_mib == 64'000);
  CHECK(jobs.list.demands[0].nodes == 0);
  CHECK(jobs.list.demands[1].gpu_milli == 0);
  CHECK(jobs.list.demands[1].memory_mib == 500);
  CHECK(jobs.report.rows == 3);
  CHECK(jobs.report.jobs == 2);
  CHECK(jobs.count("job step") == 1);
  CHECK(jobs.count("gres/gpu of a model") == 1);
  CHECK(jobs.count("state COMPLETED") == 1);
  CHECK(jobs.count("state CANCELLED") == 1);
  CHECK(jobs.count("first submission") == 1);
}

TEST_CASE("slurm columns may come in any order and by their other names",
          "[workload][importers][slurm]") {
  const auto jobs = import_text(
      "State|ReqTRES|End|User|Start|Timelimit|Submit|JobIDRaw|\n"
      "FAILED|cpu=4,gres/gpu:v100=1,gres/gpu:a100=2|2024-01-31T12:01:00|u|2024-01-31T12:00:00|"
      "Partition_Limit|2024-01-31T11:00:00|12|\n");
  CHECK(jobs.list.names == std::vector<std::string>{"12"});
  CHECK(jobs.list.demands.at(0).gpus == 3);
  CHECK(jobs.list.duration_ns == Times{kNsPerMinute});
}

TEST_CASE("a slurm job over several nodes is a gang with equal parts",
          "[workload][importers][slurm]") {
  const auto jobs = import_text(kHeader + row_with("1", "cpu=64,gres/gpu=16,mem=1T,node=2") +
                                row_with("2", "cpu=7,mem=100M,node=3"));
  const auto& gang = jobs.list.demands.at(0);
  CHECK(gang.nodes == 2);
  CHECK(gang.gpus == 8);
  CHECK(gang.cpu_milli == 32'000);
  CHECK(gang.memory_mib == 524'288);
  const auto& cores = jobs.list.demands.at(1);
  CHECK(cores.nodes == 3);
  CHECK(cores.gpus == 0);
  CHECK(cores.cpu_milli == 2'334);
  CHECK(cores.memory_mib == 34);
}

TEST_CASE("what is odd in a slurm row is reported with what was done",
          "[workload][importers][slurm]") {
  const std::string text =
      kHeader +
      "1|2024-01-31T12:00:00|Unknown|Unknown|1:00:00|PENDING||cpu=1,mem=1G\n"
      "2|2024-01-31T12:00:01|2024-01-31T12:00:02|Unknown|1:00:00|RUNNING|cpu=1|cpu=1\n"
      "3|Unknown|2024-01-31T12:00:02|2024-01-31T12:00:03|1:00:00|COMPLETED|cpu=1|cpu=1\n"
      "4|2024-01-31T12:00:09|2024-01-31T12:00:08|2024-01-31T12:00:10|1:00:00|FAILED|cpu=1|\n"
      "5|2024-01-31T12:00:07|2024-01-31T12:00:09|2024-01-31T12:00:08|1:00:00|FAILED|cpu=1|\n"
      "6_[2-9]|2024-01-31T12:00:10|None|None|1:00:00|PENDING||cpu=1\n"
      "7|2024-01-31T12:00:11|2024-01-31T12:00:11|2024-01-31T12:00:11|1:00:00|NODE_FAIL|cpu=1|\n"
      "8|2024-01-31T12:00:11|2024-01-31T12:00:11|2024-01-31T12:00:12|1:00:00|CANCELLED||\n" +
      row_with("9", "cpu=4,gres/gpu=5,node=2") + row_with("10", "cpu=4,gres/shard=3") +
      row_with("11", "billing=1") + row_with("9", "cpu=1") +
      "13|2024-01-31T12:00:13|2024-01-31T12:00:13|2024-01-31T12:02:00|01:30|TIMEOUT|cpu=2|\n";
  const auto jobs = import_text(text);
  CHECK(jobs.report.rows == 13);
  CHECK(jobs.list.names == std::vector<std::string>{"9", "10", "11", "9", "7", "13"});
  CHECK(jobs.list.duration_ns.at(4) == 1);
  CHECK(jobs.list.walltime_ns.at(5) == 107 * kNsPerSecond);  // its limit was 90 s
  using enum FindingEffect;
  const std::map<std::string, FindingEffect> once = {
      {"no Start", dropped},
      {"no End", dropped},
      {"no Submit", dropped},
      {"Start before Submit", dropped},
      {"End before Start", dropped},
      {"array of tasks that have not started", dropped},
      {"no AllocTRES or ReqTRES", dropped},
      {"zero duration", repaired},
      {"GPUs that do not divide by its nodes", repaired},
      {"gres/shard or gres/mps", repaired},
      {"asks for nothing", remark},
      {"ran longer than its time limit", repaired},
      {"id of an earlier row", remark}};
  for (const auto& [what, effect] : once) {
    CAPTURE(what);
    CHECK(jobs.count(what) == 1);
    CHECK(jobs.effect(what) == effect);
  }
  ImportRequest request;
  request.trace.timing = TraceTiming::one_per_second;
  request.trace.departures = false;
  CHECK(import_text(text, request).list.size() == 11);  // all but the array and the one of no TRES
}

TEST_CASE("a TRES list gives cores and memory in MiB and nodes and GPUs",
          "[workload][importers][slurm]") {
  std::string wrong;
  const auto memory = [&](const std::string& text) {
    return parse_slurm_tres("mem=" + text, wrong).value().memory_mib;
  };
  CHECK(memory("1024K") == 1);
  CHECK(memory("1K") == 1);
  CHECK(memory("0") == 0);
  CHECK(memory("512") == 512);
  CHECK(memory("1.50G") == 1'536);
  CHECK(memory("2T") == 2'097'152);
  CHECK(memory("0.001P") == 1'073'742);
  CHECK(parse_slurm_tres("node=0", wrong).value().nodes == 1);
  CHECK(parse_slurm_tres("energy=-1,fs/disk=3,license/x=1", wrong).value().cpus == 0);
  for (const char* text : {"cpu", "cpu=", "cpu=x", "cpu=-1", "cpu=1.5", "cpu=1,", ",", "=1",
                           "mem=4X", "mem=G", "mem=-1G", "mem=99999P", "node=9999999",
                           "gres/gpu=many", "gres/gpu:a=1000000,gres/gpu:b=1000000"}) {
    CAPTURE(text);
    wrong.clear();
    CHECK(!parse_slurm_tres(text, wrong));
    CHECK(!wrong.empty());
  }
}

TEST_CASE("a broken slurm file is refused with place and remedy",
          "[workload][importers][slurm][bad-input]") {
  const auto row = [](const std::string& submit, const std::string& limit, const std::string& state,
                      const std::string& tres) {
    return kHeader + "1|" + submit + "|2024-01-31T12:00:00|2024-01-31T12:01:00|" + limit + "|" +
           state + "|" + tres + "|\n";
  };
  const std::string noon = "2024-01-31T12:00:00";
  const std::vector<test::BrokenTrace> cases = {
      {"", 0, "", "the file is empty"},
      {kHeader, 0, "", "the file has no jobs"},
      {"JobID|Submit|Start|Ende|Timelimit|State|AllocTRES\n", 1, "",
       "missing column \"End\" (did you mean \"Ende\"?); print them with sacct --parsable2"},
      {"User|Submit|Start|End|Timelimit|State|AllocTRES\n", 1, "", "missing column \"JobID\""},
      {"JobID|Submit|Start|End|Timelimit|State\n", 1, "", "missing column \"AllocTRES\""},
      {"JobID|Submit|Start|End|Timelimit|State|AllocTRES|End\n", 1, "End", "two columns"},
      {kHeader + "1,2024-01-31T12:00:00,2024-01-31T12:00:00\n", 2, "", "has 1 field"},
      {kHeader + "1|2024-01-31T12:00:00|2024-01-3", 2, "", "is the file cut short?"},
      {row("2024-01-31T12:00:00Z", "01:00", "COMPLETED", "cpu=1"), 2, "Submit", "no zone"},
      {row("01/31-12:00:00", "01:00", "COMPLETED", "cpu=1"), 2, "Submit", "is not a time like"},
      {row(noon, "forever", "COMPLETED", "cpu=1"), 2, "Timelimit", "is not a duration like"},
      {row(noon, "-1:00", "COMPLETED", "cpu=1"), 2, "Timelimit", "is not a duration like"},
      {row(noon, "01:00", "", "cpu=1"), 2, "State", "is not a job's state"},
      {row(noon, "01:00", "0:0", "cpu=1"), 2, "State", "is not a job's state"},
      {row(noon, "01:00", "COMPLETED", "cpu:1"), 2, "AllocTRES", "is not a resource like"},
      {row(noon, "01:00", "COMPLETED", "mem=12Q"), 2, "AllocTRES", "is not an amount of memory"},
      {row(noon, "01:00", "COMPLETED", "cpu=99999999999999999999"), 2, "AllocTRES",
       "is not a whole number from 0"},
      {kHeader + row_with("", "cpu=1"), 2, "JobID", "every job needs an id"},
      {kHeader + row_with("1", std::string("cpu=1\0", 6)), 2, "", "NUL byte"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.text, each.fragment);
    const auto problems = test::problems_of([&] { import_text(each.text); });
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].file == "sacct.txt");
    CHECK(problems[0].line == each.line);
    CHECK(problems[0].pointer == each.pointer);
    CHECK_THAT(problems[0].message, contains(each.fragment));
  }
}
