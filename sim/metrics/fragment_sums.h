#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/engine/simulation.h"
#include "sim/policy/fragmentation.h"

namespace coldaisle {

// The fleet's expected fragmentation, kept up to date as single nodes change. A node's F is rounded
// to 1e-3 GPU-milli before it is summed, so that sums are exact and order does not matter.
class FragmentSums {
 public:
  explicit FragmentSums(const Simulation& sim);

  // Call when a node has changed.
  void refresh(TimeNs now, std::int32_t node);

  // F over the fleet in 1e-3 GPU-milli, and its integral.
  const Integral& sum() const { return sum_; }

  const Integral& by_class(int fragment_class) const {
    return by_class_[static_cast<std::size_t>(fragment_class)];
  }

 private:
  struct NodeParts {
    std::int64_t sum = 0;
    std::array<std::int64_t, kFragmentClasses> by_class = {};
  };

  NodeParts parts_of(std::int32_t node) const;

  const Simulation* sim_;
  std::vector<NodeParts> nodes_;
  Integral sum_;
  std::array<Integral, kFragmentClasses> by_class_;
};

}  // namespace coldaisle
