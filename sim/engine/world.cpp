#include "sim/engine/world.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/policy/asks.h"

namespace coldaisle {
namespace {

// `load` of a GPU held whole at full utilisation.
constexpr std::int64_t kFullLoad = std::int64_t{kMilliPerGpu} * 1000;

[[noreturn]] void fail_gpu(std::int32_t slot, const NodePlan& node, std::string_view what) {
  fail_expectation(fmt::format("GPU {} of {}: {}", slot, node.name, what));
}

}  // namespace

World::World(const FleetPlan& plan)
    : plan_(&plan), nodes_(make_node_states(plan)), rack_power_mw_(plan.rack_names.size()) {
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    add_accounts(plan.nodes[i], static_cast<std::int32_t>(i));
  }
}

void World::add_accounts(const NodePlan& plan, std::int32_t index) {
  service_.push_back(NodeService::absent);
  first_gpu_.push_back(static_cast<std::int32_t>(gpus_.size()));
  node_base_mw_.emplace_back();
  gpus_.resize(gpus_.size() + at(plan.gpus));
  for (std::int32_t slot = 0; slot < plan.gpus; ++slot) {
    gpus_[at(first_gpu_.back() + slot)].state = GpuState::absent;
    if (!plan_->gpu_models[at(plan.gpu_model)].power_known) ++gpus_without_power_;
    if (!plan.price_known) ++gpus_without_price_;
  }
  if (!plan.base_known) ++nodes_without_base_power_;
  if (plan.present) set_service(0, index, NodeService::in_service);
}

GpuState World::state_of(std::int32_t node, std::int32_t slot) const {
  if (service_[at(node)] == NodeService::absent) return GpuState::absent;
  const auto left = nodes_[at(node)].gpu_left_milli[slot];
  if (left == 0) return GpuState::full;
  if (left < kMilliPerGpu) return GpuState::shared;
  return service_[at(node)] == NodeService::drained ? GpuState::drained : GpuState::idle;
}

// Linear between idle and TDP in the load (MODELS, section 5, "Power"), floored to the mW.
std::int64_t World::power_of(std::int32_t node, std::int32_t slot) const {
  if (service_[at(node)] == NodeService::absent) return 0;
  const auto& model = plan_->gpu_models[at(plan_->nodes[at(node)].gpu_model)];
  const int device = slot % model.devices_per_package;
  const auto idle = device_share_mw(model.package_idle_mw, model.devices_per_package, device);
  const auto span = device_share_mw(model.package_tdp_mw - model.package_idle_mw,
                                    model.devices_per_package, device);
  return idle + span * gpus_[at(first_gpu_[at(node)] + slot)].load / kFullLoad;
}

void World::settle_gpu(TimeNs now, GpuAccount& gpu) {
  const TimeNs passed = now - gpu.since_ns;
  gpu.in_state_ns[static_cast<std::size_t>(gpu.state)] += passed;
  gpu.energy_mw_ns += WideInt{gpu.power_mw} * passed;
  gpu.since_ns = now;
}

void World::refresh_gpu(TimeNs now, std::int32_t node, std::int32_t slot) {
  auto& gpu = gpus_[at(first_gpu_[at(node)] + slot)];
  settle_gpu(now, gpu);
  gpu.state = state_of(node, slot);
  const auto power = power_of(node, slot);
  if (power == gpu.power_mw) return;
  gpu_power_mw_.add(now, power - gpu.power_mw);
  rack_power_mw_[at(plan_->nodes[at(node)].rack)].add(now, power - gpu.power_mw);
  gpu.power_mw = power;
}

void World::change_tenants(TimeNs now, std::int32_t node, const Demand& demand,
                           std::uint32_t gpu_mask, std::int32_t load_change, int sign) {
  const auto gpus = nodes_[at(node)].gpus;
  for (std::int32_t slot = 0; slot < gpus; ++slot) {
    if (((gpu_mask >> slot) & 1U) == 0) continue;
    gpus_[at(first_gpu_[at(node)] + slot)].load += sign * load_change;
    refresh_gpu(now, node, slot);
  }
  if (demand.gpus == 0) return;
  allocated_milli_.add(now, std::int64_t{sign} * demand.gpus * demand.gpu_milli);
  load_.add(now, std::int64_t{sign} * demand.gpus * load_change);
  const auto& plan = plan_->nodes[at(node)];
  cost_rate_[static_cast<std::size_t>(plan.price_class)].add(
      now, sign * plan.price * demand.gpus * demand.gpu_milli);
}

void World::place(TimeNs now, std::int32_t node, const Demand& demand, std::uint32_t gpu_mask,
                  std::int32_t utilisation_milli) {
  auto& state = nodes_[at(node)];
  if (!fits(state, demand)) {
    fail_expectation("a job is placed where it does not fit: " + plan_->nodes[at(node)].name);
  }
  take(state, demand, gpu_mask);
  change_tenants(now, node, demand, gpu_mask, demand.gpu_milli * utilisation_milli, 1);
}

void World::release(TimeNs now, std::int32_t node, const Demand& demand, std::uint32_t gpu_mask,
                    std::int32_t utilisation_milli) {
  give_back(nodes_[at(node)], demand, gpu_mask);
  change_tenants(now, node, demand, gpu_mask, demand.gpu_milli * utilisation_milli, -1);
}

void World::set_closed(std::int32_t node, std::uint8_t why, bool closed) {
  auto& bits = nodes_[at(node)].closed;
  bits = static_cast<std::uint8_t>(closed ? bits | why : bits & ~why);
}

void World::set_service(TimeNs now, std::int32_t node, NodeService service) {
  auto& old = service_[at(node)];
  if (old == service) return;
  const auto& plan = plan_->nodes[at(node)];
  if (service == NodeService::absent && nodes_[at(node)].tasks != 0) {
    fail_expectation("a node leaves the fleet while jobs hold it: " + plan.name);
  }
  const auto presence =
      (service != NodeService::absent ? 1 : 0) - (old != NodeService::absent ? 1 : 0);
  old = service;
  nodes_[at(node)].closed = service == NodeService::in_service ? 0 : kOutOfService;
  if (presence != 0) {
    capacity_milli_.add(now, std::int64_t{presence} * kMilliPerGpu * plan.gpus);
    base_power_mw_.add(now, presence * plan.base_mw);
    node_base_mw_[at(node)].add(now, presence * plan.base_mw);
    rack_power_mw_[at(plan.rack)].add(now, presence * plan.base_mw);
  }
  for (std::int32_t slot = 0; slot < plan.gpus; ++slot) refresh_gpu(now, node, slot);
}

void World::settle(TimeNs now) {
  for (auto& gpu : gpus_) settle_gpu(now, gpu);
}

// Checks the accounts of a GPU; returns the milli left on it.
std::int64_t World::check_gpu(TimeNs now, std::size_t node, std::int32_t slot) const {
  const auto& plan = plan_->nodes[node];
  TimeNs in_states = 0;
  for (const auto time : gpus_[at(first_gpu_[node] + slot)].in_state_ns) in_states += time;
  if (in_states != now) fail_gpu(slot, plan, "time in states is not the time passed");
  const auto left = nodes_[node].gpu_left_milli[slot];
  if (left < 0 || left > kMilliPerGpu) fail_gpu(slot, plan, "more is held than there is");
  return left;
}

void World::check_invariants(TimeNs now) {
  settle(now);
  std::vector<WideInt> rack_energy(rack_power_mw_.size(), 0);
  WideInt site = 0;
  std::int64_t allocated = 0;
  std::array<std::int64_t, kPriceClasses> cost_rate = {};
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const auto& plan = plan_->nodes[node];
    WideInt energy = node_base_mw_[node].area(now);
    std::int64_t left = 0;
    for (std::int32_t slot = 0; slot < plan.gpus; ++slot) {
      left += check_gpu(now, node, slot);
      energy += gpus_[at(first_gpu_[node] + slot)].energy_mw_ns;
    }
    if (left != nodes_[node].gpu_left_total) fail_gpu(0, plan, "shares left do not add up");
    const std::int64_t held = std::int64_t{kMilliPerGpu} * plan.gpus - left;
    allocated += held;
    cost_rate[static_cast<std::size_t>(plan.price_class)] += held * plan.price;
    rack_energy[at(plan.rack)] += energy;
    site += energy;
  }
  for (std::size_t rack = 0; rack < rack_energy.size(); ++rack) {
    if (rack_energy[rack] != rack_power_mw_[rack].area(now)) {
      fail_expectation("energy of devices and rack differ: " + plan_->rack_names[rack]);
    }
  }
  expects(site == gpu_power_mw_.area(now) + base_power_mw_.area(now),
          "energy of devices and site differ");
  for (std::size_t i = 0; i < cost_rate.size(); ++i) {
    expects(cost_rate[i] == cost_rate_[i].amount(), "what jobs hold and what it costs differ");
  }
  expects(allocated == allocated_milli_.amount(), "allocated shares and the fleet's total differ");
}

}  // namespace coldaisle
