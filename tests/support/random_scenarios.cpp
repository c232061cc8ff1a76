#include "tests/support/random_scenarios.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "sim/batch/coverage.h"
#include "sim/policy/policy.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

Catalog priced_catalog() {
  auto catalog = one_gpu_catalog();
  auto quick = catalog.gpus.front();
  quick.id = "quick";
  quick.logical_devices = 2;
  quick.usd_per_gpu_hour_on_demand = 4.25;
  quick.usd_per_gpu_hour_spot = 1.1;
  catalog.gpus.front().usd_per_gpu_hour_on_demand = 1.5;
  catalog.gpus.front().usd_per_gpu_hour_spot = 0.4;
  catalog.gpus.push_back(quick);
  auto node = catalog.nodes.front();
  node.gpu = "quick";
  for (const int packages : {1, 3, 4}) {
    node.id = "quick-" + std::to_string(2 * packages);
    node.gpu_packages = packages;
    catalog.nodes.push_back(node);
  }
  return catalog;
}

JobDemand random_demand(std::mt19937_64& random) {
  constexpr int kShares[] = {130, 200, 350, 500, 750, 1000};
  JobDemand demand;
  demand.gpus = std::array{0, 1, 1, 1, 2, 4, 9}[random() % 7];
  demand.gpu_milli = demand.gpus == 1 ? kShares[random() % 6] : 1000;
  demand.cpu_milli = static_cast<std::int64_t>(random() % 5) * 16'000;
  demand.memory_mib = static_cast<std::int64_t>(random() % 3) * 300'000;
  if (random() % 6 == 0) {
    demand.nodes = 1 + static_cast<int>(random() % 4);
    demand.gpu_milli = 1000;
  }
  if (random() % 8 == 0 && demand.gpus > 0) demand.gpu_models = {"quick"};
  return demand;
}

}  // namespace

Scenario random_fleet(std::mt19937_64& random) {
  constexpr const char* kNodes[] = {"node-1",  "node-2",  "node-4", "node-8",
                                    "quick-2", "quick-6", "quick-8"};
  Scenario scenario;
  scenario.catalog = priced_catalog();
  bool any_quick = false;
  for (const char* name : {"a", "b", "c"}) {
    const std::string node = kNodes[random() % 7];
    any_quick = any_quick || node.rfind("quick", 0) == 0;
    scenario.fleet.racks.push_back(
        {.name = name,
         .node = node,
         .racks = 1 + static_cast<int>(random() % 2),
         .nodes_per_rack = 1 + static_cast<int>(random() % 3),
         .present = random() % 6 != 0,
         .price_class = random() % 2 == 0 ? PriceClass::on_demand : PriceClass::spot});
  }
  if (any_quick) scenario.fleet.gpu_speeds = {{"quick", 1'700'001}};
  scenario.fabric.slowdown_ppm = {kPpm, 1'050'000, 1'333'333};
  scenario.seed = random();
  if (random() % 3 == 0) scenario.horizon_ns = seconds(static_cast<double>(10 + random() % 60));
  return scenario;
}

JobList random_jobs(std::mt19937_64& random) {
  std::vector<JobDemand> demands;
  demands.reserve(9);
  for (int i = 0; i < 9; ++i) demands.push_back(random_demand(random));
  std::vector<HandJob> jobs;
  const bool leave = random() % 5 != 0;
  for (auto n = 5 + random() % 45; n > 0; --n) {
    jobs.push_back({static_cast<double>(random() % 40), static_cast<double>(1 + random() % 20),
                    demands[random() % demands.size()], static_cast<double>(random() % 1001) / 1000,
                    static_cast<int>(random() % 3)});
  }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const HandJob& a, const HandJob& b) { return a.submit_s < b.submit_s; });
  auto list = hand_jobs(jobs);
  if (!leave) std::fill(list.duration_ns.begin(), list.duration_ns.end(), kNever);
  return list;
}

Scheduler random_scheduler(std::mt19937_64& random) {
  Scheduler scheduler;
  scheduler.rules.clear();
  const auto names = rule_names();
  for (const auto& name : names) {
    if (random() % 2 == 0) scheduler.rules.push_back({name, static_cast<int>(1 + random() % 9)});
  }
  if (scheduler.rules.empty() || random() % 4 == 0) {
    scheduler.rules = {{names[random() % names.size()], 1}};
  }
  scheduler.queue = static_cast<QueueDiscipline>(random() % kCoveredDisciplines);
  scheduler.depth = 1 + static_cast<int>(random() % 6);
  if (random() % 2 == 0) scheduler.gpu_choice = static_cast<GpuChoice>(random() % 3);
  return scheduler;
}

}  // namespace coldaisle::test
