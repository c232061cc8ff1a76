#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/gang_members.h"
#include "sim/scenario/fleet_plan.h"

namespace coldaisle {

// What sets the pace of a job: its slowest GPU, and how far apart its nodes are.
struct Pace {
  std::int64_t speed_ppm = kPpm;
  std::int64_t slowdown_ppm = kPpm;

  friend bool operator==(const Pace&, const Pace&) = default;
};

// Of the fastest and of the slowest nodes of a fleet, alone or in a gang.
struct PaceRange {
  Pace fastest, slowest;
};

Pace pace_of(const FleetPlan& plan, const std::vector<Member>& members);
PaceRange find_pace_range(const FleetPlan& plan);

// The work done in a time on nodes, at full speed, and the time that work takes there.
inline TimeNs work_in(TimeNs time_ns, const Pace& pace) {
  return scale_down_ns(time_ns, pace.speed_ppm, pace.slowdown_ppm);
}

inline TimeNs time_for(TimeNs work_ns, const Pace& pace) {
  return scale_up_ns(work_ns, pace.slowdown_ppm, pace.speed_ppm);
}

}  // namespace coldaisle
