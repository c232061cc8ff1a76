#pragma once

#include <span>
#include <vector>

#include "sim/engine/simulation.h"

// Trials on a copy of the nodes: what would fit where if some jobs were not there.
namespace coldaisle {

// The nodes that a job would take of `nodes`, each the first that fits, with the GPUs that hold
// least; empty where it does not fit. `nodes` is as before afterwards.
std::vector<Member> first_fit(const Asks& asks, const Ask& ask, std::vector<NodeState>& nodes);

// Whether the node can hold the job, or one of the parts that a gang may come in.
bool holds_part(const Asks& asks, const Ask& ask, const NodeState& node);

// Takes the members' shares of `nodes`, or gives them back.
void take_members(const Asks& asks, std::span<const Member> members, std::vector<NodeState>& nodes);
void give_back_members(const Asks& asks, std::span<const Member> members,
                       std::vector<NodeState>& nodes);

// Gives back what the job holds of `nodes`; whether one of its nodes can then hold a part of `ask`.
bool give_back_job(const Simulation& sim, JobIndex job, const Ask& ask,
                   std::vector<NodeState>& nodes);

// What a running job holds.
std::vector<Member> members_of(const Simulation& sim, JobIndex job);

}  // namespace coldaisle
