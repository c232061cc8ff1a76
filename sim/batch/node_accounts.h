#pragma once

#include <cmath>
#include <cstdint>

#include "sim/batch/outcome.h"
#include "sim/batch/problem.h"
#include "sim/policy/fragmentation.h"

namespace coldaisle {

// What the fleet holds now, and its integrals over time, as the engine's World and metrics count
// them.
struct FleetAccounts {
  std::int64_t allocated_milli = 0, load = 0, fragment_sum = 0, gpu_power_mw = 0;
  std::int64_t cost_rate[kPriceClasses] = {};
  TimeNs since_ns = 0;

  COLDAISLE_HD void settle(TimeNs now, PolicyOutcome& out) {
    const WideInt passed = now - since_ns;
    since_ns = now;
    if (passed == 0) return;
    out.allocated_area += passed * allocated_milli;
    out.load_area += passed * load;
    out.fragment_area += passed * fragment_sum;
    out.gpu_energy += passed * gpu_power_mw;
    for (int i = 0; i < kPriceClasses; ++i) out.cost[i] += passed * cost_rate[i];
  }
};

// F of a node in 1e-3 GPU-milli, rounded before it is summed; 0 outside the fleet.
COLDAISLE_HD inline std::int64_t fragment_of(const NodeState& node, const TypicalTasks& typical) {
  if ((node.closed & kOutOfService) != 0) return 0;
  return std::llround(total(fragmentation(node, typical)) * 1e3);
}

// Power of a GPU under `load` (milli-GPU x utilisation in thousandths), floored to the mW.
COLDAISLE_HD inline std::int64_t power_under(const GpuPower& power, std::int64_t load) {
  return power.idle + power.span * load / (std::int64_t{kMilliPerGpu} * 1000);
}

}  // namespace coldaisle
