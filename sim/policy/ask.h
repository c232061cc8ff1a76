#pragma once

#include <cstdint>

#include "sim/core/host_device.h"

namespace coldaisle {

// What a job asks of the fleet: `nodes` distinct nodes that each hold demand `demand`, all or
// nothing; or, where `nodes` is 0, `gpus` GPUs on whole nodes.
struct Ask {
  std::int32_t demand = 0;  // of each node; of a gang by size: of its largest node
  std::int32_t nodes = 1;
  std::int32_t gpus = 0;        // of a gang by size, in all
  std::int32_t first_part = 0;  // of a gang by size: its parts among GangParts
  std::int32_t parts = 0;
  std::int64_t gpu_milli = 0;  // GPU share held in all
};

COLDAISLE_HD inline bool is_gang(const Ask& ask) {
  return ask.nodes != 1;
}

// What one node may hold of a gang by size. The parts of a gang: whole nodes from large to small,
// then parts of nodes, from 1 GPU to as many as the largest node has.
struct GangPart {
  std::int32_t gpus = 0;
  std::int32_t demand = 0;
  std::int32_t whole = 0;  // 1: all of a node that has just these GPUs
};

// Chooses the nodes of a job one at a time. `pick(demand)` puts the demand on the best node that
// the gang does not hold yet, and says whether there was one. False: the gang does not fit, and the
// caller takes back what was picked. (PLACEMENT, section 1: whole nodes of the largest feasible
// size first; what is left after them, on part of a node.)
template <class Pick>
COLDAISLE_HD bool pick_nodes(const Ask& ask, const GangPart* all_parts, Pick&& pick) {
  for (std::int32_t node = 0; node < ask.nodes; ++node) {
    if (!pick(ask.demand)) return false;
  }
  const GangPart* const parts = all_parts + ask.first_part;
  std::int32_t left = ask.nodes == 0 ? ask.gpus : 0;
  while (left > 0) {
    std::int32_t placed = 0;
    for (std::int32_t i = 0; i < ask.parts && placed == 0; ++i) {
      const bool suits = parts[i].whole != 0 ? parts[i].gpus <= left : parts[i].gpus == left;
      if (suits && pick(parts[i].demand)) placed = parts[i].gpus;
    }
    if (placed == 0) return false;
    left -= placed;
  }
  return true;
}

}  // namespace coldaisle
