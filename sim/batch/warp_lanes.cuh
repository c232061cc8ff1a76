#pragma once

#include <cstdint>

#include "sim/batch/lanes.h"

namespace coldaisle {

// The lanes of a warp as a group (lanes.h). The first lane comes to each call from within the
// replay and the others from serve(), so that they may stand at different instructions. That is
// sound: from sm_70 on, bar.warp.sync, shfl.sync and redux.sync wait for all lanes of the mask to
// execute the instruction with the same mask; only sm_6x and below want them converged. Source: PTX
// ISA, "bar.warp.sync", "shfl.sync", "redux.sync". Every lane of the warp must belong to the group.
class WarpLanes {
 public:
  // `mailbox`: in shared memory, of this warp alone.
  __device__ explicit WarpLanes(LaneRequest* mailbox) : mailbox_(mailbox) {}

  __device__ std::int32_t index() const { return static_cast<std::int32_t>(threadIdx.x & 31U); }

  __device__ static constexpr std::int32_t count() { return 32; }

  // The mailbox is read before the next share() writes it: CachedChooser has a sync() in between.
  __device__ LaneRequest share(const LaneRequest& request) const {
    if (index() == 0) *mailbox_ = request;
    __syncwarp(kAll);  // also orders memory among the lanes (CUDA C++ guide, "__syncwarp")
    return *mailbox_;
  }

  __device__ static void sync() { __syncwarp(kAll); }

  __device__ static std::int32_t largest(std::int32_t value) {
    return __reduce_max_sync(kAll, value);
  }

  __device__ static std::int32_t smallest(std::int32_t value) {
    return __reduce_min_sync(kAll, value);
  }

  // The high half decides first.
  __device__ static std::uint64_t largest(std::uint64_t value) {
    const auto high = static_cast<std::uint32_t>(value >> 32);
    const auto low = static_cast<std::uint32_t>(value);
    const std::uint32_t top = __reduce_max_sync(kAll, high);
    const std::uint32_t rest = __reduce_max_sync(kAll, high == top ? low : 0U);
    return (std::uint64_t{top} << 32) | rest;
  }

 private:
  static constexpr unsigned kAll = 0xffffffffU;

  LaneRequest* mailbox_;
};

}  // namespace coldaisle
