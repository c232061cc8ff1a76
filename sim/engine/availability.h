#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/engine/simulation.h"

namespace coldaisle {

// What is free on each node from now on, in steps of time, if running jobs end as planned. Memory:
// 88 bytes a node and step, of which there are as many as different planned ends and, for each
// reservation, up to one more.
class Availability {
 public:
  // As things stand now.
  explicit Availability(const Simulation& sim);

  std::size_t steps() const { return steps_.size(); }

  TimeNs begin(std::size_t step) const { return steps_[step].begin_ns; }

  std::vector<NodeState>& nodes(std::size_t step) { return steps_[step].nodes; }

  // The least that is free on each node from the beginning of a step until `end_ns`.
  std::vector<NodeState> least(std::size_t step, TimeNs end_ns) const;

  // The members hold their shares in this time, or no longer.
  void take(const PlannedStay& stay);
  void give_back(const PlannedStay& stay);

 private:
  struct Step {
    TimeNs begin_ns = 0;
    std::vector<NodeState> nodes;
  };

  std::size_t step_at(TimeNs time_ns);

  const Asks& asks_;
  std::vector<Step> steps_;
};

}  // namespace coldaisle
