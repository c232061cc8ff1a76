// Whole-engine events per second at a steady number of pending events: N one-GPU nodes, all busy,
// so that N completions are pending. Each event places or ends a job; default metrics are on.
#include "sim/engine/engine.h"

#include <benchmark/benchmark.h>

#include "sim/metrics/metrics.h"

namespace coldaisle {
namespace {

constexpr double kServiceNs = 3600e9;

// `servers` one-GPU nodes at load 0.95, exponential service.
Scenario busy_scenario(std::int64_t servers, std::int64_t jobs) {
  Scenario scenario;
  GpuSpec gpu;
  gpu.id = "gpu";
  gpu.memory_gib = 80;
  gpu.tdp_w = 400;
  gpu.idle_w = 50;
  NodeSpec node;
  node.id = "node";
  node.gpu = "gpu";
  node.gpu_packages = 1;
  node.cpu_cores = 128;
  node.memory_gib = 1024;
  node.base_w = 100;
  scenario.catalog.gpus = {gpu};
  scenario.catalog.nodes = {node};
  scenario.fleet.racks.push_back(
      {.name = "rack", .node = "node", .nodes_per_rack = static_cast<int>(servers)});
  Generator generator;
  generator.mean_gap_ns = kServiceNs / (0.95 * static_cast<double>(servers));
  generator.count = jobs;
  DemandClass demand;
  demand.name = "job";
  demand.demand.gpus = 1;
  demand.duration_ns = {.kind = DistributionKind::exponential, .mean = kServiceNs};
  generator.classes = {demand};
  scenario.workload.generators = {generator};
  scenario.metrics.interval_ns = kNsPerHour;
  return scenario;
}

void whole_engine(benchmark::State& state) {
  const auto servers = state.range(0);
  const auto scenario = busy_scenario(servers, 10 * servers + 200'000);
  const auto plan = plan_fleet(scenario);
  const auto jobs = make_jobs(scenario, plan, 1);
  std::vector<std::int32_t> ranks(plan.nodes.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = static_cast<std::int32_t>(i);
  std::int64_t events = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    Engine engine(scenario, plan, jobs.list, ranks);
    const auto metrics = make_metrics(engine.simulation());
    std::vector<Metric*> watching;
    watching.reserve(metrics.size());
    for (const auto& metric : metrics) watching.push_back(metric.get());
    engine.watch(watching);
    while (engine.simulation().next_arrival < 4 * servers) engine.advance(1000);  // warm-up
    const auto before = engine.simulation().events_handled;
    state.counters["pending"] = static_cast<double>(engine.simulation().events.size());
    state.ResumeTiming();
    while (engine.simulation().next_arrival < static_cast<std::int32_t>(jobs.list.size())) {
      engine.advance(10'000);
    }
    events += engine.simulation().events_handled - before;
  }
  state.SetItemsProcessed(events);
}

BENCHMARK(whole_engine)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace coldaisle
