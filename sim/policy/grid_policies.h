#pragma once

#include <cstdint>

#include "sim/scenario/policy_space.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// The policies of a grid, in the order of nested loops: the weights outermost and the first rule's
// slowest, then queue, depth and GPU choice. Combinations whose weights are all 0 have no number.
class GridPolicies {
 public:
  // Both must outlive it; `base` gives what the grid leaves open.
  GridPolicies(const PolicyGrid& grid, const Scheduler& base);

  std::int64_t size() const { return size_.policies; }

  std::int64_t left_out() const { return size_.left_out; }

  Scheduler scheduler(std::int64_t policy) const;

 private:
  const PolicyGrid* grid_;
  const Scheduler* base_;
  GridSize size_;
  std::int64_t zero_ = -1;  // number of the weights that are all 0; -1: not among them
};

}  // namespace coldaisle
