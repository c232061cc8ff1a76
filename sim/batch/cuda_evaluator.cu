// No fmt here: nvcc 13 does not take its headers.
#include "sim/batch/cuda_evaluator.h"

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>
#include <thrust/system/cuda/vector.h>

#include "sim/batch/thrust_evaluator.h"
#include "sim/batch/warp_lanes.cuh"

namespace coldaisle {
namespace {

constexpr int kWarp = 32;

// A warp replays policies in its slot, one after another, until none is left. `taken` counts those
// that any warp has begun.
__global__ void __launch_bounds__(kWarp, kPoliciesPerMultiprocessor)
    replay_policies(const __grid_constant__ PolicyBatch batch, unsigned long long* taken) {
  __shared__ LaneRequest mailbox;
  extern __shared__ __align__(128) std::byte fast[];
  const WarpLanes lanes(&mailbox);
  while (true) {
    unsigned long long policy = 0;
    if (lanes.index() == 0) policy = atomicAdd(taken, 1ULL);
    policy = __shfl_sync(0xffffffffU, policy, 0);
    if (policy >= static_cast<unsigned long long>(batch.policies)) return;
    replay_policy(batch, static_cast<std::int64_t>(policy), blockIdx.x, fast, lanes);
    __syncwarp();
  }
}

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw std::runtime_error("the CUDA device failed (" + std::string(what) +
                           "): " + cudaGetErrorString(status));
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string capability_text(int capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

// Why the runtime finds no device.
std::string absence(cudaError_t status, const CudaDevice& device) {
  if (status == cudaSuccess) status = cudaErrorNoDevice;
  const std::string said = std::string(" (") + cudaGetErrorString(status) + ")";
  if (device.driver_version.empty()) return "there is no CUDA driver" + said;
  if (status == cudaErrorInsufficientDriver) {
    return "the driver knows CUDA " + device.driver_version + ", and this program needs " +
           device.runtime_version + said;
  }
  if (status == cudaErrorNoDevice) return "the driver finds no CUDA device" + said;
  return "the CUDA driver fails" + said;
}

void describe(int number, const cudaDeviceProp& properties, CudaDevice& device) {
  device.number = number;
  device.name = properties.name;
  device.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  device.multiprocessors = properties.multiProcessorCount;
  device.compute_capability = 10 * properties.major + properties.minor;
}

// One warp a policy on a CUDA device.
class CudaSystem {
 public:
  template <class T>
  using Vector = thrust::cuda::vector<T>;

  explicit CudaSystem(CudaDevice device) : device_(std::move(device)) {
    check(cudaSetDevice(device_.number), "choosing it");
  }

  DevicePlan plan(const PolicySizes& sizes, std::int64_t problem_bytes) const {
    cudaFuncAttributes kernel;
    check(cudaFuncGetAttributes(&kernel, replay_policies), "kernel attributes");
    const auto shared_used = static_cast<std::int64_t>(kernel.sharedSizeBytes);
    const auto plan = plan_device(sizes, problem_bytes, limits(kernel), shared_used);
    check(cudaFuncSetAttribute(replay_policies, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(plan.layout.fast_bytes)),
          "shared memory");
    return plan;
  }

  void replay(const PolicyBatch& batch) const {
    Vector<unsigned long long> taken(1, 0ULL);
    const auto blocks = static_cast<unsigned>(std::min(batch.slots, batch.policies));
    replay_policies<<<blocks, kWarp, static_cast<std::size_t>(batch.layout.fast_bytes)>>>(
        batch, thrust::raw_pointer_cast(taken.data()));
    check(cudaGetLastError(), "start of the kernel");
    check(cudaDeviceSynchronize(), "kernel");
  }

  std::string description() const {
    return "CUDA, " + device_.name + ", " + std::to_string(device_.multiprocessors) +
           " multiprocessors";
  }

 private:
  DeviceLimits limits(const cudaFuncAttributes& kernel) const {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, device_.number), "properties");
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "free memory");
    // The driver keeps a stack for every thread that the device can hold.
    const std::int64_t threads =
        std::int64_t{properties.maxThreadsPerMultiProcessor} * properties.multiProcessorCount;
    return {.name = device_.name,
            .multiprocessors = properties.multiProcessorCount,
            .free = static_cast<std::int64_t>(free),
            .stacks = threads * static_cast<std::int64_t>(kernel.localSizeBytes),
            .shared_per_multiprocessor =
                static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor),
            .shared_per_block = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin),
            .shared_overhead = static_cast<std::int64_t>(properties.reservedSharedMemPerBlock)};
  }

  CudaDevice device_;
};

}  // namespace

CudaDevice find_cuda_device() {
  CudaDevice device;
  int driver = 0;
  int runtime = 0;
  int devices = 0;  // stays so where the call fails
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver > 0) device.driver_version = version_text(driver);
  device.runtime_version = version_text(runtime);
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    device.reason = absence(status, device);
    return device;
  }
  for (int number = 0; number < devices; ++number) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, number) != cudaSuccess) continue;
    describe(number, properties, device);
    if (device.compute_capability >= kOldestComputeCapability) return device;
  }
  device.reason = device.name + " has compute capability " +
                  capability_text(device.compute_capability) + ", and this program needs " +
                  capability_text(kOldestComputeCapability);
  return device;
}

std::unique_ptr<Evaluator> make_cuda_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                               const JobList& jobs,
                                               const std::vector<std::int32_t>& tie_rank) {
  auto device = find_cuda_device();
  if (!device.reason.empty()) throw AbsentError(device.reason);
  return std::make_unique<ThrustEvaluator<CudaSystem>>(scenario, plan, jobs, tie_rank,
                                                       CudaSystem(std::move(device)));
}

}  // namespace coldaisle
