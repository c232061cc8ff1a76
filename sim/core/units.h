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

// ceil(ns x num / den), for constant factors in integer parts (DESIGN, section 2); kNever where
// that is beyond what time can count. num and den are positive and below 2^60, ns not negative.
COLDAISLE_HD inline TimeNs scale_up_ns(TimeNs ns, std::int64_t num, std::int64_t den) {
  if (ns == kNever) return kNever;
  const WideInt scaled = (WideInt{ns} * num + den - 1) / den;
  return scaled >= kNever ? kNever : static_cast<TimeNs>(scaled);
}

// floor(ns x num / den): progress made in a time.
COLDAISLE_HD inline TimeNs scale_down_ns(TimeNs ns, std::int64_t num, std::int64_t den) {
  const WideInt scaled = WideInt{ns} * num / den;
  return scaled >= kNever ? kNever : static_cast<TimeNs>(scaled);
}

// Constant factors are counted in parts per million.
inline constexpr std::int64_t kPpm = 1'000'000;

// Largest price of an hour of a GPU, micro-USD (500 USD): the GPUs of the largest fleet at this
// price still count in 64 bits as micro-USD per hour x GPU-milli.
inline constexpr std::int64_t kMostPrice = 500'000'000;

// Joules of an energy account kept in mW x ns.
inline double joules(WideInt milliwatt_ns) {
  return static_cast<double>(milliwatt_ns) / 1e12;
}

}  // namespace coldaisle
