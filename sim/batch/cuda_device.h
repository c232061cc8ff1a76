#pragma once

#include <cstdint>
#include <string>

namespace coldaisle {

// The CUDA device that an evaluation would use, or why there is none.
struct CudaDevice {
  std::string reason;  // why no device can be used; empty when this one can
  int number = 0;
  std::string name;
  std::int64_t memory_bytes = 0;
  int multiprocessors = 0;
  int compute_capability = 0;   // major x 10 + minor: 90
  std::string driver_version;   // of CUDA that the driver knows: "13.0"; empty: no driver
  std::string runtime_version;  // of CUDA that the build has; empty: built without
};

// The oldest that the build has code for: Ampere, compute capability 8.0.
inline constexpr int kOldestComputeCapability = 80;

// The first device that is new enough. Asks the driver; never throws.
CudaDevice find_cuda_device();

}  // namespace coldaisle
