#include "sim/workload/job_list.h"

#include <string>
#include <vector>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;
using test::contains;

namespace {

Generator every_two_seconds(std::int64_t count) {
  Generator generator;
  generator.process = ArrivalProcess::constant;
  generator.mean_gap_ns = 2e9;
  generator.count = count;
  generator.classes.resize(1);
  generator.classes[0].demand.gpus = 1;
  generator.classes[0].duration_ns.value = 1e9;
  return generator;
}

Trace openb_trace(const std::string& file) {
  Trace trace;
  trace.file = file;
  trace.format = "openb";
  trace.timing = TraceTiming::one_per_second;
  trace.departures = false;
  return trace;
}

FleetPlan fleet_of(const std::string& model) {
  FleetPlan fleet;
  fleet.gpu_models.resize(1);
  fleet.gpu_models[0].name = model;
  return fleet;
}

constexpr const char* kPods =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n"
    "p0,1,1,1,1000,\np1,2,2,1,500,T4\np2,1,1,1,1000,\n";

}  // namespace

TEST_CASE("the sources of a workload merge by time, ties in the order trace, generators",
          "[workload]") {
  const test::TemporaryFolder folder;
  Scenario scenario;
  scenario.workload.trace = openb_trace(folder.write("t.csv", kPods));
  scenario.workload.generators = {every_two_seconds(2), every_two_seconds(1)};
  const Jobs jobs = make_jobs(scenario, fleet_of("T4"), 1);
  const JobList& list = jobs.list;
  CHECK(list.submit_ns ==
        std::vector<TimeNs>{0, 0, 0, kNsPerSecond, 2 * kNsPerSecond, 2 * kNsPerSecond});
  CHECK(list.groups == std::vector<std::string>{"t", "class-1", "class-1"});
  CHECK(list.job_group == std::vector<std::int16_t>{0, 1, 2, 0, 0, 1});
  CHECK(list.names == std::vector<std::string>{"p0", "", "", "p1", "p2", ""});
  CHECK(list.demand_type == std::vector<std::int32_t>{0, 2, 2, 1, 0, 2});
  CHECK(list.original_count == std::vector<std::int64_t>{2, 1, 3});
  CHECK(list.initial_count == 0);
  REQUIRE(jobs.reports.size() == 1);
  CHECK(jobs.reports[0].jobs == 3);
}

TEST_CASE("initial jobs come first, in their order, submitted at minus their elapsed time",
          "[workload]") {
  Scenario scenario;
  scenario.workload.initial.resize(2);
  auto& running = scenario.workload.initial[0];
  running.name = "running";
  running.running = true;
  running.demand.gpus = 2;
  running.duration_ns = kNsPerHour;
  running.elapsed_ns = kNsPerMinute;
  running.utilisation = 0.5;
  auto& queued = scenario.workload.initial[1];
  queued.name = "queued";
  queued.demand.gpus = 2;
  queued.duration_ns = 5;
  queued.elapsed_ns = 2 * kNsPerHour;
  scenario.workload.generators = {every_two_seconds(1)};
  const JobList list = make_jobs(scenario, {}, 1).list;
  CHECK(list.initial_count == 2);
  CHECK(list.submit_ns == std::vector<TimeNs>{-kNsPerMinute, -2 * kNsPerHour, 0});
  CHECK(list.duration_ns == std::vector<TimeNs>{kNsPerHour, 5, kNsPerSecond});
  CHECK(list.names == std::vector<std::string>{"running", "queued", ""});
  CHECK(list.utilisation_milli == std::vector<std::uint16_t>{500, 1000, 1000});
  CHECK(list.original_count == std::vector<std::int64_t>{2, 1});
}

TEST_CASE("the whole workload is the same for one and four threads", "[workload]") {
  Scenario scenario;
  scenario.workload.generators = {every_two_seconds(500), every_two_seconds(300)};
  scenario.workload.generators[1].process = ArrivalProcess::poisson;
  const JobList one = make_jobs(scenario, {}, 1).list;
  const JobList four = make_jobs(scenario, {}, 4).list;
  CHECK(one.size() == 800);
  CHECK(one.submit_ns == four.submit_ns);
  CHECK(one.job_group == four.job_group);
}

TEST_CASE("an empty workload is an error that names the place", "[workload][bad-input]") {
  Scenario scenario;
  scenario.workload.generators = {every_two_seconds(0)};
  scenario.workload.generators[0].until_ns = 0;
  CHECK_THROWS_AS(make_jobs(scenario, {}, 1), ScenarioError);
  CHECK_THROWS_WITH(make_jobs(scenario, {}, 1),
                    contains("/workload") && contains("empty workload"));
  const test::TemporaryFolder folder;
  scenario.workload.trace =
      openb_trace(folder.write("t.csv",
                               "name,cpu_milli,memory_mib,num_gpu,gpu_milli,creation_time,"
                               "deletion_time,scheduled_time\na,1,1,0,0,5,9,\n"));
  scenario.workload.trace->timing = TraceTiming::recorded;
  CHECK_THROWS_WITH(make_jobs(scenario, {}, 1), contains("t.csv") && contains("empty workload"));
}

TEST_CASE("jobs for GPU models that the fleet lacks are reported", "[workload]") {
  const test::TemporaryFolder folder;
  Scenario scenario;
  scenario.workload.trace = openb_trace(folder.write("t.csv", kPods));
  const auto absent = [&](const FleetPlan& fleet) {
    std::int64_t count = 0;
    const Jobs jobs = make_jobs(scenario, fleet, 1);
    for (const auto& finding : jobs.reports.at(0).findings) {
      if (finding.what == "no such GPU model in the fleet") count += finding.count;
    }
    return count;
  };
  CHECK(absent(fleet_of("T4")) == 0);
  CHECK(absent(fleet_of("A10")) == 1);
  // The node list calls its T4 by the catalogue's id: so does the job.
  scenario.fleet.node_list = NodeList{};
  scenario.fleet.node_list->gpus = {{"T4", "t4"}};
  CHECK(absent(fleet_of("t4")) == 0);
}

TEST_CASE("a job takes the 44 bytes that the header states", "[workload]") {
  Scenario scenario;
  scenario.workload.generators = {every_two_seconds(10'000)};
  const JobList list = make_jobs(scenario, {}, 1).list;
  const auto bytes = [](const auto& column) { return column.size() * sizeof(column[0]); };
  CHECK(bytes(list.submit_ns) + bytes(list.duration_ns) + bytes(list.walltime_ns) +
            bytes(list.restart_ns) + bytes(list.demand_type) + bytes(list.utilisation_milli) +
            bytes(list.job_group) + bytes(list.priority) ==
        10'000 * JobList::kBytesPerJob);
  CHECK(list.names.empty());
}
