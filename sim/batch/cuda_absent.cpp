// Stands in for cuda_evaluator.cu in a build without CUDA.
#include "sim/batch/cuda_evaluator.h"
#include "sim/core/error.h"

namespace coldaisle {

CudaDevice find_cuda_device() {
  CudaDevice device;
  device.reason =
      "this program was built without CUDA (the preset `cuda` builds with it, where nvcc is)";
  return device;
}

std::unique_ptr<Evaluator> make_cuda_evaluator(const Scenario& /*scenario*/,
                                               const FleetPlan& /*plan*/, const JobList& /*jobs*/,
                                               const std::vector<std::int32_t>& /*tie_rank*/) {
  throw AbsentError(find_cuda_device().reason);
}

}  // namespace coldaisle
