#include "sim/workload/capacity.h"

#include <string>
#include <vector>

#include "sim/workload/job_list_builder.h"
#include "tests/support/catch.h"

using namespace coldaisle;

namespace {

// Adds a job of [submit, submit + duration) seconds.
void add(JobListBuilder& jobs, int gpus, int milli, std::vector<std::string> models,
         TimeNs submit_s, TimeNs duration_s, std::int64_t cpu_milli = 0) {
  JobDemand demand;
  demand.gpus = gpus;
  demand.gpu_milli = milli;
  demand.cpu_milli = cpu_milli;
  demand.gpu_models = std::move(models);
  JobRow row;
  row.submit_ns = submit_s * kNsPerSecond;
  row.duration_ns = duration_s == 0 ? kNever : duration_s * kNsPerSecond;
  row.demand_type = jobs.intern(demand);
  jobs.add(row);
}

// Four GPUs of A in one node, two of B in another.
FleetPlan two_nodes() {
  FleetPlan fleet;
  fleet.gpu_models.resize(2);
  fleet.gpu_models[0].name = "A";
  fleet.gpu_models[1].name = "B";
  fleet.nodes.resize(2);
  for (int i = 0; i < 2; ++i) {
    auto& node = fleet.nodes[static_cast<std::size_t>(i)];
    node.gpu_model = i;
    node.gpus = i == 0 ? 4 : 2;
    node.cpu_milli = 1000;
  }
  return fleet;
}

const GpuDemand& row_of(const DemandReport& report, const std::string& models) {
  for (const auto& row : report.gpus) {
    if (row.models == models) return row;
  }
  FAIL("no row " << models);
  return report.gpus.front();
}

}  // namespace

TEST_CASE("peak GPU demand counts what overlaps, ends before starts", "[workload][capacity]") {
  JobListBuilder jobs;
  add(jobs, 2, 1000, {}, 0, 10);
  add(jobs, 1, 500, {}, 5, 5);
  add(jobs, 3, 1000, {}, 10, 0);
  add(jobs, 0, 0, {}, 0, 100);
  const auto report = compare_demand(jobs.finish(0), nullptr);
  const auto& all = row_of(report, "all jobs");
  CHECK(all.jobs == 3);
  CHECK(all.asked_milli == 5'500);
  CHECK(all.peak_milli == 3'000);
  CHECK(row_of(report, "any model").peak_milli == 3'000);
}

TEST_CASE("GPU demand is set against the fleet's GPUs of the allowed models",
          "[workload][capacity]") {
  JobListBuilder jobs;
  add(jobs, 4, 1000, {"A"}, 0, 10);
  add(jobs, 2, 1000, {"A"}, 5, 10);
  add(jobs, 1, 1000, {"A", "B"}, 5, 10);
  const auto fleet = two_nodes();
  const auto report = compare_demand(jobs.finish(0), &fleet);
  CHECK(row_of(report, "A").peak_milli == 6'000);
  CHECK(row_of(report, "A").fleet_milli == 4'000);
  CHECK(row_of(report, "B").jobs == 0);
  CHECK(row_of(report, "B").fleet_milli == 2'000);
  CHECK(row_of(report, "A|B").fleet_milli == 6'000);
  CHECK(row_of(report, "all jobs").peak_milli == 7'000);
  CHECK(row_of(report, "all jobs").fleet_milli == 6'000);
}

TEST_CASE("jobs that the empty fleet could not hold are counted", "[workload][capacity]") {
  JobListBuilder jobs;
  add(jobs, 4, 1000, {}, 0, 1);
  add(jobs, 5, 1000, {}, 0, 1);         // a gang over both nodes
  add(jobs, 7, 1000, {}, 0, 1);         // more GPUs than the fleet
  add(jobs, 3, 1000, {"B"}, 0, 1);      // than any node of B
  add(jobs, 1, 1000, {"C"}, 0, 1);      // no such model
  add(jobs, 1, 1000, {}, 0, 1, 1'001);  // more CPU
  add(jobs, 0, 0, {}, 0, 1, 1'000);
  const auto fleet = two_nodes();
  CHECK(compare_demand(jobs.finish(0), &fleet).jobs_too_large == 4);
}

namespace {

// Nodes of so many GPUs of one model, each with `cpu_milli` of CPU.
FleetPlan nodes_of(const std::vector<int>& gpus, std::int64_t cpu_milli) {
  FleetPlan fleet;
  fleet.gpu_models.resize(1);
  fleet.nodes.reserve(gpus.size());
  for (const int each : gpus) {
    fleet.nodes.push_back({.gpu_model = each > 0 ? 0 : -1, .gpus = each, .cpu_milli = cpu_milli});
  }
  return fleet;
}

}  // namespace

TEST_CASE("a job is a gang by size when no node that may hold it has as many GPUs",
          "[workload][capacity]") {
  const auto fleet = two_nodes();
  CHECK_FALSE(is_gang_by_size({.gpus = 4}, fleet));
  CHECK(is_gang_by_size({.gpus = 5}, fleet));
  CHECK(is_gang_by_size({.gpus = 3, .gpu_models = {"B"}}, fleet));
  CHECK_FALSE(is_gang_by_size({.gpus = 3, .gpu_models = {"C"}}, fleet));  // no node at all
  CHECK_FALSE(is_gang_by_size({.gpus = 5, .nodes = 1}, fleet));
  CHECK_FALSE(is_gang_by_size({.gpus = 0}, fleet));
}

TEST_CASE("the share of one node is rounded up, and of all GPUs the whole",
          "[workload][capacity]") {
  const JobDemand gang = {.gpus = 12, .cpu_milli = 100, .memory_mib = 7};
  CHECK(share_of(gang, 8).cpu_milli == 67);
  CHECK(share_of(gang, 4).cpu_milli == 34);
  CHECK(share_of(gang, 1).memory_mib == 1);
  CHECK(share_of(gang, 12).cpu_milli == 100);
  CHECK(share_of(gang, 12).memory_mib == 7);
  CHECK(share_of(gang, 4).gpus == 4);
  CHECK(share_of(gang, 4).nodes == 1);
}

TEST_CASE("an empty fleet holds a gang of nodes when as many nodes hold their part",
          "[workload][capacity]") {
  const auto fleet = nodes_of({8, 8, 4, 0}, 1'000);
  CHECK(fits_empty_fleet({.gpus = 8, .nodes = 2}, fleet));
  CHECK_FALSE(fits_empty_fleet({.gpus = 8, .nodes = 3}, fleet));
  CHECK(fits_empty_fleet({.gpus = 4, .nodes = 3}, fleet));
  CHECK(fits_empty_fleet({.gpus = 0, .nodes = 4, .cpu_milli = 1'000}, fleet));
  CHECK_FALSE(fits_empty_fleet({.gpus = 0, .nodes = 5}, fleet));
  CHECK_FALSE(fits_empty_fleet({.gpus = 1, .nodes = 2, .cpu_milli = 1'001}, fleet));
}

TEST_CASE("an empty fleet holds a gang by size as the scheduler would place it",
          "[workload][capacity]") {
  const auto fleet = nodes_of({8, 4, 4, 0}, 1'000);
  for (int gpus = 9; gpus <= 16; ++gpus) {
    INFO(gpus);
    CHECK(fits_empty_fleet({.gpus = gpus}, fleet));
  }
  CHECK_FALSE(fits_empty_fleet({.gpus = 17}, fleet));
  // 10 = 8 + 2: the whole node takes 80 % of the CPU.
  CHECK(fits_empty_fleet({.gpus = 10, .cpu_milli = 1'250}, fleet));
  // Too much for the node of 8, and the two of 4 leave two GPUs that then go there.
  CHECK(fits_empty_fleet({.gpus = 10, .cpu_milli = 1'251}, fleet));
  CHECK_FALSE(fits_empty_fleet({.gpus = 16, .cpu_milli = 2'001}, fleet));
  CHECK(fits_empty_fleet({.gpus = 16, .cpu_milli = 2'000}, fleet));
}
