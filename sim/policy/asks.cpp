#include "sim/policy/asks.h"

#include <algorithm>
#include <set>

#include "sim/workload/capacity.h"

namespace coldaisle {
namespace {

std::int32_t bounded(std::int64_t value) {
  return static_cast<std::int32_t>(std::min<std::int64_t>(value, kUnlimited));
}

std::uint64_t model_mask(const JobDemand& demand, const FleetPlan& fleet) {
  std::uint64_t mask = 0;
  for (std::size_t m = 0; m < fleet.gpu_models.size(); ++m) {
    const auto& model = fleet.gpu_models[m];
    const bool named = demand.gpu_models.empty() ||
                       std::find(demand.gpu_models.begin(), demand.gpu_models.end(), model.name) !=
                           demand.gpu_models.end();
    const bool large = demand.gpu_memory_mib == 0 || model.memory_mib >= demand.gpu_memory_mib;
    if (named && large) mask |= std::uint64_t{1} << m;
  }
  return mask;
}

Demand to_demand(const JobDemand& job, const FleetPlan& fleet) {
  return {.cpu_milli = bounded(job.cpu_milli),
          .memory_mib = bounded(job.memory_mib),
          .gpus = job.gpus,
          .gpu_milli = job.gpus == 0 ? 0 : job.gpu_milli,
          .model_mask = model_mask(job, fleet)};
}

// Sizes of the nodes that may hold the demand, from large to small.
std::vector<int> node_sizes(const JobDemand& demand, const FleetPlan& fleet) {
  std::set<int, std::greater<>> sizes;
  for (const auto& node : fleet.nodes) {
    if (node.gpus > 0 && may_hold(node, demand, fleet)) sizes.insert(node.gpus);
  }
  return {sizes.begin(), sizes.end()};
}

void add_parts(const JobDemand& job, const FleetPlan& fleet, Ask& ask, Asks& all) {
  const auto add = [&](int gpus, bool whole) {
    auto demand = to_demand(share_of(job, gpus), fleet);
    demand.whole_node = whole ? 1 : 0;
    all.parts.push_back({gpus, static_cast<std::int32_t>(all.demands.size()), demand.whole_node});
    all.demands.push_back(demand);
    ++ask.parts;
  };
  const auto sizes = node_sizes(job, fleet);
  ask.first_part = static_cast<std::int32_t>(all.parts.size());
  for (const int size : sizes) add(size, true);
  for (int gpus = 1; gpus <= sizes.front(); ++gpus) add(gpus, false);
}

}  // namespace

Asks make_asks(const JobList& jobs, const FleetPlan& fleet) {
  Asks all;
  for (const auto& job : jobs.demands) {
    const bool by_size = is_gang_by_size(job, fleet);
    const auto largest = by_size ? share_of(job, largest_node(job, fleet)) : job;
    all.demands.push_back(to_demand(largest, fleet));
  }
  for (std::size_t i = 0; i < jobs.demands.size(); ++i) {
    const auto& job = jobs.demands[i];
    Ask ask;
    ask.demand = static_cast<std::int32_t>(i);
    ask.nodes = std::max(1, job.nodes);
    if (is_gang_by_size(job, fleet)) {
      ask.nodes = 0;
      ask.gpus = job.gpus;
      add_parts(job, fleet, ask, all);
    }
    ask.gpu_milli =
        job.gpus == 0 ? 0 : std::int64_t{job.gpus} * job.gpu_milli * std::max(1, job.nodes);
    all.any_gang = all.any_gang || is_gang(ask);
    all.asks.push_back(ask);
  }
  return all;
}

std::vector<NodeFacts> make_node_facts(const FleetPlan& fleet) {
  std::int64_t cheapest = INT64_MAX;
  std::int64_t fastest = 1;
  for (const auto& node : fleet.nodes) {
    if (node.gpus == 0) continue;
    fastest =
        std::max(fastest, fleet.gpu_models[static_cast<std::size_t>(node.gpu_model)].speed_ppm);
    if (node.price_known) cheapest = std::min(cheapest, node.price);
  }
  const auto price_score = [&](const NodePlan& node) {
    if (!node.price_known) return 0;
    if (node.price == cheapest) return kMaxScore;
    return static_cast<std::int32_t>(cheapest * kMaxScore / node.price);
  };
  std::vector<NodeFacts> facts;
  facts.reserve(fleet.nodes.size());
  for (const auto& node : fleet.nodes) {
    facts.push_back({.rack = node.rack});
    if (node.gpus == 0) continue;
    const auto speed = fleet.gpu_models[static_cast<std::size_t>(node.gpu_model)].speed_ppm;
    facts.back().speed_score = static_cast<std::int32_t>(speed * kMaxScore / fastest);
    facts.back().price_score = price_score(node);
  }
  return facts;
}

std::vector<NodeState> make_node_states(const FleetPlan& fleet) {
  std::vector<NodeState> states;
  states.reserve(fleet.nodes.size());
  for (const auto& plan : fleet.nodes) {
    NodeState node;
    node.cpu_left_milli = bounded(plan.cpu_milli);
    node.memory_left_mib = bounded(plan.memory_mib);
    node.gpus = static_cast<std::int16_t>(plan.gpus);
    node.model = static_cast<std::int8_t>(plan.gpus > 0 ? plan.gpu_model : -1);
    node.gpu_left_total = kMilliPerGpu * plan.gpus;
    std::fill_n(node.gpu_left_milli, plan.gpus, static_cast<std::int16_t>(kMilliPerGpu));
    node.closed = plan.present ? 0 : kOutOfService;
    states.push_back(node);
  }
  return states;
}

}  // namespace coldaisle
