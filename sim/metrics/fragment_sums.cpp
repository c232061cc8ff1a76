#include "sim/metrics/fragment_sums.h"

#include <cmath>

namespace coldaisle {

FragmentSums::FragmentSums(const Simulation& sim) : sim_(&sim), nodes_(sim.world.nodes().size()) {
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    refresh(0, static_cast<std::int32_t>(node));
  }
}

FragmentSums::NodeParts FragmentSums::parts_of(std::int32_t node) const {
  NodeParts parts;
  // A node outside the fleet has nothing to fragment.
  if (sim_->world.service(node) == NodeService::absent) return parts;
  const auto f = fragmentation(sim_->world.node(node), sim_->typical.view());
  parts.sum = std::llround(total(f) * 1e3);
  for (std::size_t i = 0; i < kFragmentClasses; ++i) {
    parts.by_class[i] = std::llround(f.by_class[i] * 1e3);
  }
  return parts;
}

void FragmentSums::refresh(TimeNs now, std::int32_t node) {
  auto& old = nodes_[static_cast<std::size_t>(node)];
  const auto parts = parts_of(node);
  sum_.add(now, parts.sum - old.sum);
  for (std::size_t i = 0; i < kFragmentClasses; ++i) {
    by_class_[i].add(now, parts.by_class[i] - old.by_class[i]);
  }
  old = parts;
}

}  // namespace coldaisle
