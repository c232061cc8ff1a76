// Broken traces of every format but openb's, through the program: `import` and a scenario that
// names them end with their exit code, the place and the remedy.
#include <string>
#include <vector>

#include "tests/support/broken_input.h"
#include "tests/support/catch.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

struct TraceCase {
  std::string format, text;
  std::vector<std::string> fragments;
};

const std::string kPhilly = "timestamp,duration,num_gpus,gpu_time,cluster\n";
const std::string kMuri = "job_id,num_gpu,submit_time,iterations,model_name,iteration_time\n";
const std::string kSlurm = "JobID|Submit|Start|End|Timelimit|State|AllocTRES\n";
const std::string kSlurmRow =
    "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:01:00|1:00:00|COMPLETED|cpu=1\n";
const std::string kSwfRow = "1 0 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n";

const std::vector<TraceCase> kBroken = {
    {"philly", "", {"trace: 1 problem", "its first row must name the columns"}},
    {"philly", kPhilly, {"trace: 1 problem", "the file has no jobs; the workload would be empty"}},
    {"philly",
     kPhilly + "2017-10-09 07:00:00,-7,1,7,a\n",
     {"2:21", "duration", R"("-7" is out of range; give a number from 0 to)"}},
    {"philly", kPhilly + "2017-10-09 07:00:00,7,,7,a\n", {"2:23", "num_gpus", "is empty"}},
    {"philly",
     kPhilly + "09/10/2017 07:00,7,1,7,a\n",
     {"2:1", "timestamp", R"(is not a time like "2024-01-31 12:00:00")"}},
    {"philly",
     kPhilly + "2017-10-09 07:00:00+02:00,7,1,7,a\n",
     {"2:1", R"("2017-10-09 07:00:00+02:00" is not a time)", "no zone"}},
    {"philly", kPhilly + "2017-10-09 07:00:00,7,1", {"2:1", "is the file cut short?"}},
    {"philly", kSwfRow, {"1:1", R"(missing columns "timestamp", "duration")"}},
    {"muri", kMuri, {"trace: 1 problem", "the file has no jobs"}},
    {"muri", kPhilly, {"1:1", R"(missing columns "job_id", "num_gpu")"}},
    {"muri",
     kMuri + "0,3,0,10,dqn,490\n",
     {"2:3", "num_gpu", "3 is not one of 1, 2, 4, 8, 16, 32"}},
    {"muri",
     kMuri + "0,1,0,10,dqm,490\n",
     {"2:10", "model_name", R"("dqm" is not a model of Muri's; those are vgg16)"}},
    {"muri", kMuri + "0,1,0,10,dqn,4.9\n", {"2:14", "iteration_time"}},
    {"muri",
     kMuri + "0,1,0,2000000000000,dqn,490000\n",
     {"2:7", "iterations", "takes over 73 years"}},
    {"swf", "; no jobs\n", {"trace: 1 problem", "the file has no jobs"}},
    {"swf",
     "1 0 0 -9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n",
     {"1:7", "run_time", R"("-9" is out of range)"}},
    {"swf", kSwfRow + "2 0 0 9 4 -1 -1 4", {"2:1", "has 8 fields", "is the file cut short?"}},
    {"swf", kSwfRow + "2,0,0,9,4\n", {"2:1", "this row has 1 field"}},
    {"swf",
     "1 0 0 9 99999999999999999999 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n",
     {"1:9", "allocated_procs", "out of range"}},
    {"swf", kSwfRow + std::string("\0\0\n", 3), {"2:1", "there is a NUL byte here"}},
    {"slurm", kSlurm, {"trace: 1 problem", "the file has no jobs"}},
    {"slurm",
     "JobID|Submit|Begin|End|Timelimit|State|AllocTRES\n" + kSlurmRow,
     {"1:1", R"(missing column "Start")", "print them with sacct --parsable2"}},
    {"slurm", kPhilly, {"1:1", "missing columns"}},
    {"slurm",
     kSlurm + "1|31.01.2024 12:00|None|None|1:00:00|PENDING|\n",
     {"2:3", "Submit", "is not a time like"}},
    {"slurm",
     kSlurm + "1|2024-01-31T12:00:00|None|None|an hour|PENDING|\n",
     {"2:33", "Timelimit", "is not a duration like"}},
    {"slurm",
     kSlurm + "1|2024-01-31T12:00:00|None|None|1:00:00|PENDING|8 cpus\n",
     {"2:49", "AllocTRES", R"("8 cpus" is not a resource like "cpu=8")"}},
};

// Traces that are read with a finding, and refused with --strict.
const std::vector<TraceCase> kRepaired = {
    {"philly", kPhilly + "2017-10-09 07:00:00,0,1,0,a\n", {"zero duration: 1 row"}},
    {"philly",
     kPhilly + "2017-10-09 07:00:00,7,1,7,a\n2017-10-09 07:00:00,,1,,a\n",
     {"no duration: 1 row"}},
    {"swf",
     kSwfRow + "2 0 0 9 -1 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n",
     {"no allocated processors: 1 row"}},
    {"swf",
     kSwfRow + "2 -1 0 9 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n" +
         "3 1 0 -1 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n",
     {"trace: 2 problems", "no submit time: 1 row", "no run time: 1 row"}},
    {"slurm",
     kSlurm + kSlurmRow +
         "2|2024-01-31T12:00:00|2024-01-31T12:02:00|2024-01-31T12:01:00|1:00:00|FAILED|cpu=1\n",
     {"End before Start: 1 row"}},
    {"slurm",
     kSlurm + kSlurmRow + "2|2024-01-31T12:00:00|Unknown|Unknown|1:00:00|PENDING|\n",
     {"no Start: 1 row"}},
};

std::string scenario_of(const std::string& format, const std::string& more = {}) {
  return R"({"version": 1, "fleet": {"racks": [{"node": "dgx-a100", "count": 2}]},
  "workload": {"trace": "trace", "format": ")" +
         format + "\"" + more + "}}\n";
}

void check_refused(const ProgramEnd& end, const std::vector<std::string>& fragments) {
  std::string missing;
  for (const auto& fragment : fragments) {
    if (!contains(end.err, fragment)) missing += fragment + "\n";
  }
  INFO(end.err << end.out);
  CHECK(end.signal == 0);
  CHECK(end.exit_code == 3);
  CHECK(end.out.empty());
  CHECK(missing == "");
}

}  // namespace

TEST_CASE("a broken trace of any format ends with its exit code and the place and the remedy",
          "[cli][bad-input][importers]") {
  for (const auto& each : kBroken) {
    CAPTURE(each.format, each.text);
    const TemporaryDirectory directory;
    write_file(directory / "trace", each.text);
    write_file(directory / "s.json", scenario_of(each.format));
    check_refused(run_there(directory, {"import", each.format, "trace"}), each.fragments);
    check_refused(run_there(directory, {"run", "s.json", "-o", "out.h5"}), each.fragments);
    check_nothing_left(directory);
  }
}

TEST_CASE("a repaired trace is read with a finding and refused where strict",
          "[cli][bad-input][importers]") {
  for (const auto& each : kRepaired) {
    CAPTURE(each.format, each.text);
    const TemporaryDirectory directory;
    write_file(directory / "trace", each.text);
    write_file(directory / "s.json", scenario_of(each.format));
    write_file(directory / "strict.json", scenario_of(each.format, ", \"strict\": true"));
    CHECK(run_there(directory, {"import", each.format, "trace"}).exit_code == 0);
    CHECK(run_there(directory, {"run", "s.json", "-o", "sound.h5"}).exit_code == 0);
    check_refused(run_there(directory, {"import", each.format, "trace", "--strict"}),
                  each.fragments);
    check_refused(run_there(directory, {"run", "strict.json", "-o", "out.h5"}), each.fragments);
    check_nothing_left(directory);
  }
}

}  // namespace coldaisle::test
