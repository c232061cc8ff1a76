#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/engine.h"
#include "sim/metrics/metrics.h"
#include "sim/policy/tie_break.h"

namespace coldaisle::test {

// A whole run in memory, for tests that build their scenario in C++. Not movable: the engine refers
// to the members.
class Run {
 public:
  explicit Run(Scenario scenario_in);
  // With a ready job list instead of the scenario's workload.
  Run(Scenario scenario_in, JobList list);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void finish() {
    while (engine->advance(1'000'000)) {
    }
  }

  // Value of a summary row; fails the test when there is none.
  double value(const std::string& metric) const;
  SummaryRow row(const std::string& metric) const;
  MetricOutput output() const;

  const JobTable& jobs() const { return engine->simulation().jobs; }

  const Simulation& sim() const { return engine->simulation(); }

  Scenario scenario;
  FleetPlan plan;
  JobList list;
  std::unique_ptr<Engine> engine;
  std::vector<std::unique_ptr<Metric>> metrics;

 private:
  void start();
};

// A catalogue of one GPU, "gpu" (idle 50 W, TDP 400 W, 80 GiB), and nodes "node-1", "node-2",
// "node-4", "node-8" with that many of it, 100 W base, 128 cores, 1 TiB.
Catalog one_gpu_catalog();

// one_gpu_catalog with a second GPU, "quick", and nodes "quick-2" and "quick-6" of it. An hour of
// "gpu" costs 1.50 USD, of "quick" 4.25 USD.
Catalog two_gpu_catalog();

// `nodes` nodes of one_gpu_catalog's `node` in one rack called "rack".
Scenario one_gpu_scenario(const std::string& node, int nodes);

// A job list by hand.
struct HandJob {
  double submit_s = 0;
  double duration_s = 1;
  JobDemand demand = {.gpus = 1};
  double utilisation = 1.0;
  int priority = 0;
  double walltime_s = -1;  // negative: none
  double restart_s = -1;   // negative: the scheduler's
};

JobList hand_jobs(const std::vector<HandJob>& jobs);

// The nodes and GPUs of a job's latest stay, in the order in which they were chosen.
using Holdings = std::vector<std::pair<std::int32_t, std::uint32_t>>;
Holdings stay_of(const Run& run, std::size_t job);

inline TimeNs seconds(double s) {
  return std::llround(s * 1e9);
}

}  // namespace coldaisle::test
