// What run.h gives a run by hand; apart from it, for programs without Catch2.
#include <cmath>

#include "tests/support/run.h"

namespace coldaisle::test {

Catalog one_gpu_catalog() {
  Catalog catalog;
  GpuSpec gpu;
  gpu.id = "gpu";
  gpu.vendor = "test";
  gpu.memory_gib = 80;
  gpu.tdp_w = 400;
  gpu.idle_w = 50;
  catalog.gpus.push_back(gpu);
  for (const int packages : {1, 2, 4, 8}) {
    NodeSpec node;
    node.id = "node-" + std::to_string(packages);
    node.gpu = "gpu";
    node.gpu_packages = packages;
    node.cpu_cores = 128;
    node.memory_gib = 1024;
    node.base_w = 100;
    catalog.nodes.push_back(node);
  }
  return catalog;
}

Catalog two_gpu_catalog() {
  auto catalog = one_gpu_catalog();
  catalog.gpus.push_back(catalog.gpus.front());
  catalog.gpus.back().id = "quick";
  catalog.gpus.front().usd_per_gpu_hour_on_demand = 1.5;
  catalog.gpus.back().usd_per_gpu_hour_on_demand = 4.25;
  for (const int packages : {2, 6}) {
    catalog.nodes.push_back(catalog.nodes.front());
    catalog.nodes.back().id = "quick-" + std::to_string(packages);
    catalog.nodes.back().gpu = "quick";
    catalog.nodes.back().gpu_packages = packages;
  }
  return catalog;
}

Scenario one_gpu_scenario(const std::string& node, int nodes) {
  Scenario scenario;
  scenario.catalog = one_gpu_catalog();
  scenario.fleet.racks.push_back(
      {.name = "rack", .node = node, .racks = 1, .nodes_per_rack = nodes, .present = true});
  return scenario;
}

JobList hand_jobs(const std::vector<HandJob>& jobs) {
  JobList list;
  list.groups = {"hand"};
  for (const auto& job : jobs) {
    list.submit_ns.push_back(seconds(job.submit_s));
    list.duration_ns.push_back(seconds(job.duration_s));
    list.walltime_ns.push_back(job.walltime_s < 0 ? kNever : seconds(job.walltime_s));
    list.restart_ns.push_back(job.restart_s < 0 ? -1 : seconds(job.restart_s));
    list.demand_type.push_back(static_cast<std::int32_t>(list.demands.size()));
    list.utilisation_milli.push_back(
        static_cast<std::uint16_t>(std::lround(job.utilisation * 1000)));
    list.job_group.push_back(0);
    list.priority.push_back(job.priority);
    list.demands.push_back(job.demand);
    list.original_count.push_back(1);
  }
  return list;
}

}  // namespace coldaisle::test
