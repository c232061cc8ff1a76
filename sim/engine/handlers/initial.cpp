#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/engine/handlers/handlers.h"
#include "sim/engine/place_job.h"

namespace coldaisle {
namespace {

std::int32_t find_node(const FleetPlan& plan, const InitialJob& initial) {
  const auto group = std::find_if(plan.groups.begin(), plan.groups.end(),
                                  [&](const NodeGroup& each) { return each.name == initial.rack; });
  if (group == plan.groups.end() || initial.node >= group->count) return -1;
  return group->first + initial.node;
}

// The GPUs that the job says it holds, or those that the policy picks.
std::uint32_t devices_of(const Simulation& sim, const InitialJob& initial, std::int32_t node,
                         JobIndex job) {
  std::uint32_t mask = 0;
  for (const int device : initial.devices) mask |= 1U << device;
  if (mask != 0 || initial.demand.gpus == 0) return mask;
  return sim.chooser.pick_gpus_on(node, static_cast<std::uint64_t>(job),
                                  sim.list.demand_type[static_cast<std::size_t>(job)]);
}

bool devices_free(const NodeState& node, const Demand& demand, std::uint32_t mask) {
  for (int gpu = 0; gpu < kMaxGpusPerNode; ++gpu) {
    if (((mask >> gpu) & 1U) == 0) continue;
    if (gpu >= node.gpus || node.gpu_left_milli[gpu] < demand.gpu_milli) return false;
  }
  return true;
}

// Waits since before the run began.
void queue_initial(Simulation& sim, const InitialJob& initial, JobIndex job) {
  const auto demand = sim.list.demand_type[static_cast<std::size_t>(job)];
  if (sim.ever_fits[static_cast<std::size_t>(demand)]) {
    enqueue(sim, job, -initial.elapsed_ns);
  } else {
    set_state(sim, job, JobState::unschedulable);
  }
  for (auto* metric : sim.metrics) metric->on_arrival(sim.now, job);
}

// Runs on; what is wrong with where it says it runs, or empty.
std::string start_initial(Simulation& sim, const InitialJob& initial, JobIndex job) {
  const auto node = find_node(sim.world.plan(), initial);
  const auto type = sim.list.demand_type[static_cast<std::size_t>(job)];
  const auto& demand = sim.asks.demands[static_cast<std::size_t>(type)];
  if (is_gang(sim.ask_of(job))) {
    return "holds more GPUs than any node has, and a job that runs over several nodes at the start "
           "is not supported; let it arrive, or queue it";
  }
  if (node < 0 || !fits(sim.world.node(node), demand)) {
    return "does not fit on its node with what already runs there; correct rack, node or demand";
  }
  const auto mask = devices_of(sim, initial, node, job);
  if (!devices_free(sim.world.node(node), demand, mask)) {
    return "its devices are held by another job or do not exist; correct `devices`, or leave it "
           "out";
  }
  hold_node(sim, {job, node, type, static_cast<std::uint16_t>(mask)});
  start_job(sim, job, {{job, node, type, static_cast<std::uint16_t>(mask)}}, initial.elapsed_ns);
  return {};
}

}  // namespace

void place_initial_jobs(Simulation& sim) {
  const auto& initial = sim.scenario.workload.initial;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const auto job = static_cast<JobIndex>(i);
    if (!initial[i].running) {
      queue_initial(sim, initial[i], job);
      continue;
    }
    const auto wrong = start_initial(sim, initial[i], job);
    if (wrong.empty()) continue;
    problems.push_back(
        {file_in_messages(sim.scenario), 0, 0, fmt::format("/workload/initial/{}", i), wrong});
  }
  if (!problems.empty()) throw ScenarioError(std::move(problems));
  sim.next_arrival = static_cast<std::int32_t>(initial.size());
}

}  // namespace coldaisle
