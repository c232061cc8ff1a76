#pragma once

#include <cstdint>

#include "sim/core/host_device.h"
#include "sim/core/units.h"

namespace coldaisle {

// What a job asks of one node, as the rules see it. Plain integers, so that host and device agree.
struct Demand {
  std::int32_t cpu_milli = 0;
  std::int32_t memory_mib = 0;
  std::int32_t gpus = 0;
  std::int32_t gpu_milli = 0;        // of each GPU; 1000 when gpus > 1, 0 when gpus == 0
  std::uint64_t model_mask = ~0ULL;  // bit m: the fleet's GPU model m will do
  std::int32_t whole_node = 0;       // 1: only on a node that has just these GPUs
};

// A share task holds part of one GPU (PLACEMENT, section 3).
COLDAISLE_HD inline bool is_share(const Demand& demand) {
  return demand.gpus == 1 && demand.gpu_milli < kMilliPerGpu;
}

// Tags of `gpu_clustering`: tag 0 is "share", tag n is "n whole GPUs".
inline constexpr int kTags = kMaxGpusPerNode + 1;

COLDAISLE_HD inline int tag_of(const Demand& demand) {
  return is_share(demand) ? 0 : demand.gpus;
}

// A node takes at most this many tasks (PLACEMENT, section 3, "Filter": one more than 1000).
inline constexpr std::int32_t kMaxTasksPerNode = 1001;

// Why a node takes no task now: bits of NodeState::closed.
inline constexpr std::uint8_t kOutOfService = 1;
inline constexpr std::uint8_t kInGang = 2;    // the gang that is being placed holds it already
inline constexpr std::uint8_t kReserved = 4;  // kept for a job that waits

// What is left on one node. 88 bytes: openb's 1,213 nodes take 104 KB.
struct NodeState {
  std::int32_t cpu_left_milli = 0;
  std::int32_t memory_left_mib = 0;
  std::int32_t gpu_left_total = 0;  // sum of gpu_left_milli
  std::int16_t gpu_left_milli[kMaxGpusPerNode] = {};
  std::int16_t gpus = 0;
  std::int16_t tasks = 0;
  std::uint16_t tag_count[kTags] = {};  // GPU tasks on the node by tag
  std::int16_t tags = 0;                // tags that are on the node
  std::int8_t model = -1;               // index of the fleet's GPU model; -1: a node without GPUs
  std::uint8_t closed = 0;              // bits; 0: takes new tasks
};

static_assert(sizeof(NodeState) == 88);

// CPU and memory that no catalogue figure bounds.
inline constexpr std::int32_t kUnlimited = INT32_MAX;

COLDAISLE_HD inline bool accepts_model(const NodeState& node, const Demand& demand) {
  return node.model >= 0 && ((demand.model_mask >> node.model) & 1) != 0;
}

// GPUs of the node with as much left as the task asks of each.
COLDAISLE_HD inline std::int32_t count_fitting(const NodeState& node, const Demand& demand) {
  std::int32_t able = 0;
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    able += node.gpu_left_milli[gpu] >= demand.gpu_milli ? 1 : 0;
  }
  return able;
}

// The filter: may the task sit here now? (PLACEMENT, section 3, "Filter".)
COLDAISLE_HD inline bool fits(const NodeState& node, const Demand& demand) {
  if (node.closed != 0 || node.tasks >= kMaxTasksPerNode) return false;
  if (node.cpu_left_milli < demand.cpu_milli || node.memory_left_mib < demand.memory_mib) {
    return false;
  }
  if (demand.gpus == 0) return true;
  if (!accepts_model(node, demand) || node.gpus < demand.gpus) return false;
  if (demand.whole_node != 0 && node.gpus != demand.gpus) return false;
  return count_fitting(node, demand) >= demand.gpus;
}

// Takes the demand from the node, on the GPUs of `gpu_mask` (bit g: GPU g).
COLDAISLE_HD inline void take(NodeState& node, const Demand& demand, std::uint32_t gpu_mask) {
  if (node.cpu_left_milli != kUnlimited) node.cpu_left_milli -= demand.cpu_milli;
  if (node.memory_left_mib != kUnlimited) node.memory_left_mib -= demand.memory_mib;
  ++node.tasks;
  if (demand.gpus == 0) return;
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    if (((gpu_mask >> gpu) & 1U) == 0) continue;
    node.gpu_left_milli[gpu] =
        static_cast<std::int16_t>(node.gpu_left_milli[gpu] - demand.gpu_milli);
    node.gpu_left_total -= demand.gpu_milli;
  }
  if (node.tag_count[tag_of(demand)]++ == 0) ++node.tags;
}

// Gives back what take() took.
COLDAISLE_HD inline void give_back(NodeState& node, const Demand& demand, std::uint32_t gpu_mask) {
  if (node.cpu_left_milli != kUnlimited) node.cpu_left_milli += demand.cpu_milli;
  if (node.memory_left_mib != kUnlimited) node.memory_left_mib += demand.memory_mib;
  --node.tasks;
  if (demand.gpus == 0) return;
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    if (((gpu_mask >> gpu) & 1U) == 0) continue;
    node.gpu_left_milli[gpu] =
        static_cast<std::int16_t>(node.gpu_left_milli[gpu] + demand.gpu_milli);
    node.gpu_left_total += demand.gpu_milli;
  }
  if (--node.tag_count[tag_of(demand)] == 0) --node.tags;
}

}  // namespace coldaisle
