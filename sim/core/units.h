#pragma once

#include <cstdint>

#include "sim/core/host_device.h"

namespace coldaisle {

// Simulated time and durations: an exact count of nanoseconds since the start of the run.
using TimeNs = std::int64_t;

inline constexpr TimeNs kNsPerSecond = 1'000'000'000;
inline constexpr TimeNs kNsPerMinute = 60 * kNsPerSecond;
inline constexpr TimeNs kNsPerHour = 3600 * kNsPerSecond;
inline constexpr TimeNs kNever = INT64_MAX;

// Accounts that accrue over a whole run: rate x ns, exact.
__extension__ typedef __int128 WideInt;

// A GPU's whole capacity, in thousandths of a GPU.
inline constexpr std::int32_t kMilliPerGpu = 1000;

// Most schedulable GPUs in one node (MI250 counts two per package).
inline constexpr int kMaxGpusPerNode = 16;

// Joules of an energy account kept in mW x ns.
inline double joules(WideInt milliwatt_ns) {
  return static_cast<double>(milliwatt_ns) / 1e12;
}

}  // namespace coldaisle
