#pragma once

#include <cstdint>
#include <string>

#include "sim/batch/policy_layout.h"

namespace coldaisle {

// What a device has for the work, in bytes where nothing else is said.
struct DeviceLimits {
  std::string name;
  std::int64_t multiprocessors = 0;
  std::int64_t free = 0;                       // global memory that nobody holds
  std::int64_t stacks = 0;                     // global memory that the kernel's stacks will take
  std::int64_t shared_per_multiprocessor = 0;  // shared memory
  std::int64_t shared_per_block = 0;           // most that a block may ask for
  std::int64_t shared_overhead = 0;            // what the system takes of each block's
};

// Policies that share a multiprocessor, one warp each: few leave each more shared memory and cache,
// many hide more of the time that a warp waits for memory. Chosen without a device at hand: 16 is
// what 65,536 registers allow at 128 a thread.
inline constexpr int kPoliciesPerMultiprocessor = 16;

// How an evaluation uses a device.
struct DevicePlan {
  PolicyLayout layout;
  std::int64_t slots = 0;  // policies at work at once
  std::int64_t batch = 0;  // policies in one call
};

// Slots fill the multiprocessors, or the memory that is free less the stacks and a reserve of an
// eighth (for the driver and for others on the device). `shared_used`: bytes of a block's shared
// memory that are not for layouts; `problem_bytes`: of the arrays that all policies share. Throws
// AbsentError where not even one policy fits.
DevicePlan plan_device(const PolicySizes& sizes, std::int64_t problem_bytes,
                       const DeviceLimits& limits, std::int64_t shared_used);

}  // namespace coldaisle
