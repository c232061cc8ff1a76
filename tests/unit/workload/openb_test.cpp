#include "sim/workload/importers/openb.h"

#include <string>
#include <vector>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;
using test::contains;

namespace {

constexpr const char* kHeader =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n";

struct Imported {
  ImportReport report;
  JobList list;

  std::int64_t count(const std::string& what) const {
    for (const auto& finding : report.findings) {
      if (finding.what == what) return finding.count;
    }
    return 0;
  }
};

Imported import_text(const std::string& text, ImportRequest request = {}) {
  CsvReader csv(text, "pods.csv");
  if (request.trace.file.empty()) request.trace.file = "folder/pods.csv";
  JobListBuilder builder;
  Imported result;
  result.report = import_openb(csv, request, builder);
  result.list = builder.finish(0);
  return result;
}

ImportRequest published_method() {
  ImportRequest request;
  request.trace.timing = TraceTiming::one_per_second;
  request.trace.departures = false;
  return request;
}

std::vector<Problem> problems_of(const std::string& text, const ImportRequest& request = {}) {
  try {
    import_text(text, request);
  } catch (const ScenarioError& error) {
    return error.problems();
  }
  return {};
}

using Times = std::vector<TimeNs>;

}  // namespace

TEST_CASE("recorded openb tasks are submitted at creation and run for deletion minus scheduled",
          "[workload][openb]") {
  const auto jobs = import_text(std::string(kHeader) +
                                "a,12000,16384,1,460,,LS,Running,10,35.5,12\n"
                                "b,6000,1,2,1000,G2|P100,LS,Running,20,21,20\n");
  CHECK(jobs.list.submit_ns == Times{10 * kNsPerSecond, 20 * kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{23'500'000'000, kNsPerSecond});
  CHECK(jobs.list.names == std::vector<std::string>{"a", "b"});
  CHECK(jobs.list.groups == std::vector<std::string>{"pods"});
  CHECK(jobs.list.utilisation_milli == std::vector<std::uint16_t>{1000, 1000});
  const auto& share = jobs.list.demands.at(0);
  CHECK(share.gpus == 1);
  CHECK(share.gpu_milli == 460);
  CHECK(share.cpu_milli == 12'000);
  CHECK(share.memory_mib == 16'384);
  CHECK(share.gpu_models.empty());
  CHECK(jobs.list.demands.at(1).gpu_models == std::vector<std::string>{"G2", "P100"});
  CHECK(jobs.report.rows == 2);
  CHECK(jobs.report.jobs == 2);
  CHECK(jobs.report.first_ns == 10 * kNsPerSecond);
  CHECK(jobs.report.last_ns == 20 * kNsPerSecond);
  CHECK(jobs.count("phase Running") == 2);
}

TEST_CASE("equal demands are one type, counted over the whole list", "[workload][openb]") {
  const auto jobs = import_text(std::string(kHeader) +
                                "a,1,1,1,500,,,,0,9,0\nb,2,1,0,0,,,,0,9,0\n"
                                "c,1,1,1,500,,,,0,9,0\nd,1,1,1,500,,,Pending,0,9,\n");
  CHECK(jobs.list.demands.size() == 2);
  CHECK(jobs.list.demand_type == std::vector<std::int32_t>{0, 1, 0});
  CHECK(jobs.list.original_count == std::vector<std::int64_t>{3, 1});
}

TEST_CASE("openb rows without usable times are dropped and reported", "[workload][openb]") {
  const std::string text = std::string(kHeader) +
                           "never,1,1,0,0,,,Pending,1,9,\n"
                           "uncreated,1,1,0,0,,,Running,,9,2\n"
                           "undeleted,1,1,0,0,,,Running,1,,2\n"
                           "early,1,1,0,0,,,Running,5,9,4\n"
                           "backwards,1,1,0,0,,,Running,1,2,3\n"
                           "instant,1,1,0,0,,,Running,1,7,7\n"
                           "sound,1,1,0,0,,,Running,1,8,7\n";
  const auto jobs = import_text(text);
  CHECK(jobs.list.names == std::vector<std::string>{"instant", "sound"});
  CHECK(jobs.list.duration_ns == Times{1, kNsPerSecond});
  CHECK(jobs.report.rows == 7);
  CHECK(jobs.report.jobs == 2);
  for (const char* what :
       {"no scheduled_time", "no creation_time", "no deletion_time", "scheduled before created",
        "deleted before scheduled", "zero duration", "phase Pending"}) {
    CAPTURE(what);
    CHECK(jobs.count(what) == 1);
  }
  CHECK(import_text(text, published_method()).list.size() == 7);
}

TEST_CASE("unsorted openb rows are sorted by creation, stably, and reported", "[workload][openb]") {
  const auto jobs = import_text(std::string(kHeader) +
                                "a,1,1,0,0,,,,5,9,5\nb,2,1,0,0,,,,3,9,4\nc,3,1,0,0,,,,5,8,5\n"
                                "d,1,1,0,0,,,,3,7,4\n");
  CHECK(jobs.list.names == std::vector<std::string>{"b", "d", "a", "c"});
  CHECK(jobs.list.duration_ns ==
        Times{5 * kNsPerSecond, 3 * kNsPerSecond, 4 * kNsPerSecond, 3 * kNsPerSecond});
  CHECK(jobs.list.demand_type == std::vector<std::int32_t>{1, 0, 0, 2});
  CHECK(jobs.count("created before an earlier row") == 2);
}

TEST_CASE("in the published method task i arrives at i seconds and never leaves",
          "[workload][openb]") {
  const auto jobs = import_text(
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,1,1000\nb,2,2,0,0\n", published_method());
  CHECK(jobs.list.submit_ns == Times{0, kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{kNever, kNever});
}

TEST_CASE("one task a second with departures numbers those that ran", "[workload][openb]") {
  auto request = published_method();
  request.trace.departures = true;
  const auto jobs = import_text(
      std::string(kHeader) + "a,1,1,0,0,,,,5,9,5\nb,1,1,0,0,,,,5,9,\nc,1,1,0,0,,,,1,8,5\n",
      request);
  CHECK(jobs.list.names == std::vector<std::string>{"a", "c"});
  CHECK(jobs.list.submit_ns == Times{0, kNsPerSecond});
  CHECK(jobs.list.duration_ns == Times{4 * kNsPerSecond, 3 * kNsPerSecond});
}

TEST_CASE("a list without times cannot be replayed as recorded, and says what can",
          "[workload][openb][bad-input]") {
  const std::string text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,1,1000\n";
  auto problems = problems_of(text);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].message,
             contains("\"creation_time\", \"deletion_time\", \"scheduled_time\"") &&
                 contains("use \"timing\": \"one_per_second\" with \"departures\": false"));
  auto request = published_method();
  request.trace.departures = true;
  problems = problems_of(text, request);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].message, contains("use \"departures\": false"));
}

TEST_CASE("models of the trace take the fleet's names", "[workload][openb]") {
  ImportRequest request;
  request.model_names = {{"G2", "a100"}, {"G3", "a100"}};
  const auto jobs = import_text(std::string(kHeader) + "a,1,1,1,1000,G3|T4|G2,,,0,9,0\n", request);
  CHECK(jobs.list.demands.at(0).gpu_models == std::vector<std::string>{"a100", "T4"});
}

TEST_CASE("models asked for by a task without GPUs are ignored and reported", "[workload][openb]") {
  const auto jobs = import_text(std::string(kHeader) + "a,1,1,0,0,G2,,,0,9,0\n");
  CHECK(jobs.list.demands.at(0).gpu_models.empty());
  CHECK(jobs.count("gpu_spec without GPUs") == 1);
}

TEST_CASE("CRLF, a BOM and a missing last newline leave an openb list as it is",
          "[workload][openb]") {
  const std::string row = "a,1,1,1,1000,,,,5,9,5";
  std::string windows = "\xEF\xBB\xBF" + std::string(kHeader) + row + "\r\n";
  windows.insert(windows.find('\n'), "\r");
  for (const auto& text : {std::string(kHeader) + row, windows}) {
    const auto jobs = import_text(text);
    CHECK(jobs.list.submit_ns == Times{5 * kNsPerSecond});
    CHECK(jobs.list.duration_ns == Times{4 * kNsPerSecond});
  }
}

TEST_CASE("a broken openb list is refused with place and remedy", "[workload][openb][bad-input]") {
  struct Case {
    std::string rows;
    std::string pointer, fragment;
  };

  const std::vector<Case> cases = {
      {"", "", "no tasks below the header"},
      {"a,-1,1,1,1000,,,,0,9,0\n", "cpu_milli", "\"-1\" is out of range"},
      {"a,1,-1,1,1000,,,,0,9,0\n", "memory_mib", "\"-1\" is out of range"},
      {"a,1,1,-2,1000,,,,0,9,0\n", "num_gpu", "\"-2\" is out of range"},
      {"a,1,1,1,0,,,,0,9,0\n", "gpu_milli", "is 0; it must be 1 to 1000 where num_gpu is 1"},
      {"a,1,1,1,1001,,,,0,9,0\n", "gpu_milli", "give a whole number from 0 to 1000"},
      {"a,1,1,2,500,,,,0,9,0\n", "gpu_milli", "must be 1000 where num_gpu is above 1"},
      {"a,1,1,0,500,,,,0,9,0\n", "gpu_milli", "must be 0 where num_gpu is 0"},
      {"a,1,1,one,1000,,,,0,9,0\n", "num_gpu", "\"one\" is not a whole number"},
      {"a,1,1,1.0,1000,,,,0,9,0\n", "num_gpu", "\"1.0\" is not a whole number"},
      {"a,,1,1,1000,,,,0,9,0\n", "cpu_milli", "is empty"},
      {"a,1,1,1,1000,,,,0,9\n", "", "has 10 fields, the header has 11; is the file cut short?"},
      {"a,1,1,1,1000,,,,0,9,0,0\n", "", "has 12 fields, the header has 11"},
      {"a,99999999999999999999,1,1,1000,,,,0,9,0\n", "cpu_milli", "out of range"},
      {"a,1,1,1,1000,,,,0,99999999999,0\n", "deletion_time", "out of range"},
      {"a,1,1,1,1000,,,,-5,9,0\n", "creation_time", "\"-5\" is out of range"},
      {"a,1,1,1,1000,,,,soon,9,0\n", "creation_time", "is not a plain number"},
      {"a,1,1,1,1000,,,,0,nan,0\n", "deletion_time", "is not a plain number"},
      {"a,1,1,1,1000,,,,0,1e400,0\n", "deletion_time", "is not a plain number"},
      {"a,1,1,1,1000,G2||T4,,,0,9,0\n", "gpu_spec", "an empty model between bars"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.rows, each.fragment);
    const auto problems = problems_of(kHeader + each.rows);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].file == "pods.csv");
    CHECK(problems[0].line == (each.rows.empty() ? 0 : 2));
    CHECK(problems[0].pointer == each.pointer);
    CHECK_THAT(problems[0].message, contains(each.fragment));
  }
}

TEST_CASE("an order file sets the order of arrival and may repeat rows", "[workload][openb]") {
  const test::TemporaryFolder folder;
  auto request = published_method();
  request.seed = 42;
  request.trace.file = "/data/pods.csv.gz";
  request.trace.order_file = folder.write("order.csv",
                                          "workload,seed,pod_row_indices_space_separated\n"
                                          "other,42,0\npods,7,0 0\npods,42,2 0 2 1\n");
  const std::string text =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,0,0\nb,2,1,0,0\nc,3,1,0,0\n";
  const auto jobs = import_text(text, request);
  CHECK(jobs.list.names == std::vector<std::string>{"c", "a", "c", "b"});
  CHECK(jobs.list.submit_ns == Times{0, kNsPerSecond, 2 * kNsPerSecond, 3 * kNsPerSecond});
  CHECK(jobs.list.demand_type == std::vector<std::int32_t>{2, 0, 2, 1});
  CHECK(jobs.list.original_count == std::vector<std::int64_t>{1, 1, 1});
  CHECK(jobs.report.rows == 3);
  CHECK(jobs.report.jobs == 4);
}

TEST_CASE("an order file that does not serve says what it has", "[workload][openb][bad-input]") {
  const test::TemporaryFolder folder;
  const std::string text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,0,0\n";
  const std::string header = "workload,seed,pod_row_indices_space_separated\n";
  const auto message = [&](const std::string& order, ImportRequest request) {
    request.seed = 5;
    request.trace.order_file = folder.write("order.csv", order);
    const auto problems = problems_of(text, request);
    REQUIRE(problems.size() == 1);
    return problems[0].message;
  };
  CHECK(message(header + "pods,42,0\npods,43,0\n", published_method()) ==
        "has no row of workload \"pods\" for seed 5; it has seeds 42, 43");
  CHECK(message(header + "a,5,0\nb,5,0\na,6,0\n", published_method()) ==
        "has no row of workload \"pods\"; it has a, b");
  CHECK_THAT(message(header + "pods,5,0 1\n", published_method()),
             contains("entry 2, \"1\", is not one of the 1 rows of the trace (0 to 0)"));
  CHECK_THAT(message(header + "pods,5,0 -1\n", published_method()), contains("entry 2, \"-1\""));
  CHECK_THAT(message("a,b,c\n", published_method()), contains("missing columns"));
}

TEST_CASE("an order of arrival and recorded times exclude each other",
          "[workload][openb][bad-input]") {
  ImportRequest request;
  request.trace.order_file = "never-read.csv";
  const auto problems = problems_of(std::string(kHeader) + "a,1,1,0,0,,,,0,9,0\n", request);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].message, contains("use \"timing\": \"one_per_second\""));
}

TEST_CASE("a trace's name has no folders and no endings", "[workload][openb]") {
  CHECK(trace_name("/a/b.d/openb_pod_list_default.csv") == "openb_pod_list_default");
  CHECK(trace_name("x.csv.gz") == "x");
  CHECK(trace_name("x") == "x");
}

TEST_CASE("importers are found by name", "[workload][openb]") {
  REQUIRE(find_importer("openb") != nullptr);
  CHECK(find_importer("openb")->name == "openb");
  CHECK(find_importer("openbb") == nullptr);
}
