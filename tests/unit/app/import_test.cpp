#include <sstream>
#include <string>

#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/temporary_file.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;

namespace {

constexpr const char* kPods =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,pod_phase,creation_time,deletion_time,"
    "scheduled_time\n"
    "a,1000,10,2,1000,A,Running,0,86400,0\n"
    "b,1000,10,1,500,,Running,43200,86400,43200\n"
    "c,1000,10,0,0,,Pending,86400,90000,\n";
constexpr const char* kNodes = "sn,cpu_milli,memory_mib,gpu,model\nn,4000,1000,1,A\n";

std::string run(const ImportOptions& options) {
  std::ostringstream out;
  std::ostringstream err;
  CHECK(import_verb(options, out, err) == 0);
  CHECK(err.str().empty());
  return out.str();
}

ImportOptions openb(const std::string& input) {
  ImportOptions options;
  options.format = "openb";
  options.input = input;
  return options;
}

}  // namespace

TEST_CASE("import looks for its files as given, then below the data folder", "[app][import]") {
  const test::TemporaryFolder folder;
  const auto pods = folder.write("pods-of-import-test.csv", kPods);
  folder.write("nodes-of-import-test.csv", kNodes);
  auto options = openb("pods-of-import-test.csv");
  options.nodes = "nodes-of-import-test.csv";
  options.common.data_directory = folder.path("");
  CHECK_THAT(run(options), contains(pods + " (openb)"));
  options.nodes = "no-such.csv";
  std::ostringstream nowhere;
  const auto message =
      test::thrown_message<IoError>([&] { import_verb(options, nowhere, nowhere); });
  CHECK_THAT(message, contains("no-such.csv: is not there; looked for "));
  CHECK_THAT(message, contains(folder.path("no-such.csv")));
  CHECK_THAT(message, contains("--data"));
}

TEST_CASE("import reports rows, span, findings and demand", "[app][import]") {
  const test::TemporaryFolder folder;
  const std::string text = run(openb(folder.write("pods.csv", kPods)));
  CHECK_THAT(text, contains("pods.csv (openb)"));
  CHECK_THAT(text, contains("rows            3"));
  CHECK_THAT(text, contains("jobs            2"));
  CHECK_THAT(text, contains("span            1.00 days, from 0 s to 86400 s"));
  CHECK_THAT(text, contains("demand classes  3"));
  CHECK_THAT(text, contains("no scheduled_time"));
  CHECK_THAT(text, contains("never ran: dropped"));
  CHECK_THAT(text, contains("phase Pending"));
  CHECK_THAT(text, contains("  all jobs         2         2.50       2.50\n"));
  CHECK_THAT(text, !contains("fleet"));
}

TEST_CASE("import sets demand against a node list", "[app][import]") {
  const test::TemporaryFolder folder;
  auto options = openb(folder.write("pods.csv", kPods));
  options.nodes = folder.write("nodes.csv", kNodes);
  const std::string text = run(options);
  CHECK_THAT(text,
             contains("  A                1         2.00       2.00          1  over capacity"));
  CHECK_THAT(text, contains("Jobs that no node could hold: 1"));
}

TEST_CASE("import --json carries the same figures", "[app][import]") {
  const test::TemporaryFolder folder;
  auto options = openb(folder.write("pods.csv", kPods));
  options.nodes = folder.write("nodes.csv", kNodes);
  options.common.json = true;
  const std::string text = run(options);
  CHECK_THAT(text, contains("\"rows\": 3"));
  CHECK_THAT(text, contains("\"last_ns\": 86400000000000"));
  CHECK_THAT(text, contains("\"peak_gpu_milli\": 2500"));
  CHECK_THAT(text, contains("\"over_capacity\": true"));
  CHECK_THAT(text, contains("\"jobs_too_large\": 1"));
}

TEST_CASE("import reads a list without times as one task a second", "[app][import]") {
  const test::TemporaryFolder folder;
  const std::string text = run(openb(folder.write(
      "pods.csv", "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,1,1000\nb,1,1,1,1000\n")));
  CHECK_THAT(text, contains("jobs            2"));
  CHECK_THAT(text, contains("  all jobs         2         2.00       2.00\n"));
}

TEST_CASE("import --strict refuses what would be dropped or repaired and names it",
          "[app][import][strict]") {
  const test::TemporaryFolder folder;
  auto options = openb(folder.write("pods.csv", kPods));
  options.strict = true;
  std::ostringstream out;
  const auto message = test::thrown_message<ScenarioError>([&] { import_verb(options, out, out); });
  CHECK_THAT(message, contains("pods.csv: 1 problem"));
  CHECK_THAT(message, contains("no scheduled_time: 1 row (never ran: dropped); correct the file, "
                               "or import it without \"strict\""));
  CHECK(out.str().empty());
  const std::string sound(kPods, std::string(kPods).rfind("c,"));
  options.input = folder.write("sound.csv", sound);
  CHECK_THAT(run(options), contains("jobs            2"));
}

TEST_CASE("import --json says what each finding did to the data", "[app][import][strict]") {
  const test::TemporaryFolder folder;
  auto options = openb(folder.write("pods.csv", kPods));
  options.common.json = true;
  const std::string text = run(options);
  CHECK_THAT(text, contains("\"effect\": \"dropped\"") && contains("\"effect\": \"remark\""));
}

TEST_CASE("import refuses an unknown format, a broken and an absent file",
          "[app][import][bad-input]") {
  const test::TemporaryFolder folder;
  std::ostringstream out;
  auto options = openb(folder.write("pods.csv", "name\n"));
  CHECK_THROWS_AS(import_verb(options, out, out), ScenarioError);
  options.input = folder.path("absent.csv");
  CHECK_THROWS_AS(import_verb(options, out, out), IoError);
  options.format = "philadelphia";
  CHECK_THROWS_AS(import_verb(options, out, out), UsageError);
  CHECK_THROWS_WITH(import_verb(options, out, out), contains("the formats are:\n  openb"));
  CHECK(out.str().empty());
}
