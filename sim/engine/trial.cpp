#include "sim/engine/trial.h"

#include <algorithm>

#include "sim/policy/gpu_choice.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

const Demand& demand_of(const Asks& asks, const Member& member) {
  return asks.demands[at(member.demand)];
}

}  // namespace

bool holds_part(const Asks& asks, const Ask& ask, const NodeState& node) {
  if (fits(node, asks.demands[at(ask.demand)])) return true;
  const auto first = asks.parts.begin() + ask.first_part;
  return std::any_of(first, first + ask.parts, [&](const GangPart& part) {
    return fits(node, asks.demands[at(part.demand)]);
  });
}

void take_members(const Asks& asks, std::span<const Member> members,
                  std::vector<NodeState>& nodes) {
  for (const auto& member : members) {
    take(nodes[at(member.node)], demand_of(asks, member), member.gpu_mask);
  }
}

void give_back_members(const Asks& asks, std::span<const Member> members,
                       std::vector<NodeState>& nodes) {
  for (const auto& member : members) {
    give_back(nodes[at(member.node)], demand_of(asks, member), member.gpu_mask);
  }
}

std::vector<Member> first_fit(const Asks& asks, const Ask& ask, std::vector<NodeState>& nodes) {
  std::vector<Member> members;
  std::int32_t next = 0;
  std::int32_t last_demand = -1;
  const auto pick = [&](std::int32_t demand) {
    const auto& wanted = asks.demands[at(demand)];
    // Nodes passed over for a demand do not fit it later either.
    if (demand != last_demand) next = 0;
    last_demand = demand;
    const auto count = static_cast<std::int32_t>(nodes.size());
    while (next < count && !fits(nodes[at(next)], wanted)) ++next;
    if (next == count) return false;
    auto& node = nodes[at(next)];
    const auto mask = static_cast<std::uint16_t>(ascending_left_mask(node, wanted));
    node.closed |= kInGang;
    members.push_back({-1, next, demand, mask});
    return true;
  };
  const bool held = pick_nodes(ask, asks.parts.data(), pick);
  for (const auto& member : members) {
    auto& closed = nodes[at(member.node)].closed;
    closed = static_cast<std::uint8_t>(closed & ~kInGang);
  }
  if (!held) members.clear();
  return members;
}

bool give_back_job(const Simulation& sim, JobIndex job, const Ask& ask,
                   std::vector<NodeState>& nodes) {
  bool helps = false;
  for_each_member(sim, job, [&](const Member& member, std::int32_t /*slot*/) {
    give_back(nodes[at(member.node)], sim.demand_of(member), member.gpu_mask);
    helps = helps || holds_part(sim.asks, ask, nodes[at(member.node)]);
  });
  return helps;
}

std::vector<Member> members_of(const Simulation& sim, JobIndex job) {
  std::vector<Member> members;
  for_each_member(sim, job,
                  [&](const Member& member, std::int32_t /*slot*/) { members.push_back(member); });
  return members;
}

}  // namespace coldaisle
