// Scores the same nodes and demands by every placement rule on host and device: scores, feasibility
// and GPU choices must be equal, bit by bit.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "sim/policy/pick_gpus.h"
#include "sim/policy/rules.h"

namespace {

using namespace coldaisle;

constexpr int kSkipped = 77;
constexpr int kCases = 1 << 14;
constexpr int kPicks = 3;
constexpr int kOutputs = kRuleCount + kPicks + 1;
constexpr int kTasks = 5;

// Typical tasks of shares 0.25, 0.5, one and four GPUs, and none.
struct Kinds {
  TypicalTask tasks[kTasks];
  std::int32_t millis[4];
};

__host__ __device__ void fill_kinds(Kinds& kinds) {
  kinds = {{{2000, 1, 250, 0, ~0ULL, 0.3},
            {4000, 1, 500, 1, ~0ULL, 0.2},
            {8000, 1, 1000, 2, 0b101, 0.2},
            {32000, 4, 1000, 2, ~0ULL, 0.1},
            {4000, 0, 0, 3, ~0ULL, 0.2}},
           {250, 500, 1000, 0}};
}

__host__ __device__ std::uint32_t word(int i, std::uint32_t what) {
  return static_cast<std::uint32_t>(
      draw_bits(7, Stream::demand_class, what, static_cast<std::uint64_t>(i)));
}

// A node in some state of use, the same on both sides.
__host__ __device__ NodeState make_node(int i) {
  NodeState node;
  node.gpus = static_cast<std::int16_t>(word(i, 0) % (kMaxGpusPerNode + 1));
  node.model = static_cast<std::int8_t>(node.gpus > 0 ? word(i, 1) % 3 : 0);
  node.cpu_left_milli = static_cast<std::int32_t>(word(i, 2) % 129) * 1000;
  node.memory_left_mib = 1 << 16;
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    const std::uint32_t kind = word(i, 10U + static_cast<std::uint32_t>(gpu)) % 4;
    node.gpu_left_milli[gpu] = static_cast<std::int16_t>(kind == 0 ? 0 : (kind == 1 ? 340 : 1000));
    node.gpu_left_total += node.gpu_left_milli[gpu];
  }
  node.tag_count[word(i, 3) % kTags] = 1;
  return node;
}

__host__ __device__ Demand make_demand(int i) {
  Demand demand;
  demand.cpu_milli = static_cast<std::int32_t>(word(i, 4) % 32) * 1000;
  demand.memory_mib = 1024;
  demand.gpus = static_cast<std::int32_t>(word(i, 5) % 5);
  demand.gpu_milli = demand.gpus == 0 ? 0 : 1000;
  if (demand.gpus == 1 && word(i, 6) % 2 == 0) demand.gpu_milli = 250;
  return demand;
}

__host__ __device__ void evaluate(int i, std::int64_t* outputs) {
  Kinds kinds;
  fill_kinds(kinds);
  RuleContext context;
  context.typical = {kinds.tasks, kTasks, kinds.millis, 4};
  context.seed = 11;
  context.job = static_cast<std::uint64_t>(i);
  const NodeFacts facts[2] = {{0, i % 101, (i / 2) % 101}, {i % 3, 100, 50}};
  const std::int32_t gang[2] = {1, 0};
  context.facts = facts;
  context.gang = gang;
  context.gang_size = i % 3;
  const std::int32_t index = i % 2;
  const NodeState node = make_node(i);
  const Demand demand = make_demand(i);
  const bool feasible = fits(node, demand);
  outputs[0] = feasible ? 1 : 0;
  for (int rule = 0; rule < kRuleCount; ++rule) {
    outputs[1 + rule] =
        feasible ? rule_score(static_cast<RuleId>(rule), context, node, index, demand) : -1;
  }
  for (int pick = 0; pick < kPicks; ++pick) {
    outputs[1 + kRuleCount + pick] =
        feasible ? pick_gpus(static_cast<GpuPick>(pick), context, node, index, demand) : 0;
  }
}

__global__ void evaluate_all(std::int64_t* outputs) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < kCases) evaluate(i, outputs + static_cast<std::size_t>(i) * kOutputs);
}

bool succeeded(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return true;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  return false;
}

int compare(const std::vector<std::int64_t>& device) {
  std::int64_t expected[kOutputs];
  int feasible = 0;
  for (int i = 0; i < kCases; ++i) {
    evaluate(i, expected);
    feasible += static_cast<int>(expected[0]);
    for (int output = 0; output < kOutputs; ++output) {
      const auto found =
          device[static_cast<std::size_t>(i) * kOutputs + static_cast<std::size_t>(output)];
      if (found == expected[output]) continue;
      std::fprintf(stderr, "case %d, output %d: %lld on the device, %lld on the host\n", i, output,
                   static_cast<long long>(found), static_cast<long long>(expected[output]));
      return 1;
    }
  }
  std::printf("%d cases, %d feasible, are scored alike on host and device\n", kCases, feasible);
  return feasible > 0 ? 0 : 1;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("skipped: no CUDA device\n");
    return kSkipped;
  }
  std::vector<std::int64_t> outputs(static_cast<std::size_t>(kCases) * kOutputs);
  const auto bytes = outputs.size() * sizeof(outputs[0]);
  std::int64_t* device_outputs = nullptr;
  if (!succeeded(cudaMalloc(&device_outputs, bytes), "cudaMalloc")) return 1;
  evaluate_all<<<(kCases + 127) / 128, 128>>>(device_outputs);
  if (!succeeded(cudaGetLastError(), "launch")) return 1;
  if (!succeeded(cudaMemcpy(outputs.data(), device_outputs, bytes, cudaMemcpyDeviceToHost),
                 "copy")) {
    return 1;
  }
  cudaFree(device_outputs);
  return compare(outputs);
}
