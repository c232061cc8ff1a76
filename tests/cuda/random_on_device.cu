// Draws the same random words on host and device: they must be equal, bit by bit.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "sim/core/random.h"

namespace {

constexpr int kSkipped = 77;
constexpr int kDraws = 1 << 20;

__host__ __device__ std::uint64_t draw(std::uint64_t i) {
  // Entities and indices that use the upper halves of their words too.
  return coldaisle::draw_bits(0x0123456789abcdefULL + i % 7, coldaisle::Stream::placement,
                              static_cast<std::uint32_t>(i * 2654435761U), i << (i % 40));
}

__global__ void fill(std::uint64_t* words) {
  const auto i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < kDraws) words[i] = draw(i);
}

bool succeeded(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return true;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  return false;
}

int compare(const std::vector<std::uint64_t>& device_words) {
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    if (device_words[i] == draw(i)) continue;
    std::fprintf(stderr, "draw %llu differs between host and device\n",
                 static_cast<unsigned long long>(i));
    return 1;
  }
  std::printf("%d draws are equal on host and device\n", kDraws);
  return 0;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("skipped: no CUDA device\n");
    return kSkipped;
  }
  std::vector<std::uint64_t> words(kDraws);
  const auto bytes = words.size() * sizeof(words[0]);
  std::uint64_t* device_words = nullptr;
  if (!succeeded(cudaMalloc(&device_words, bytes), "cudaMalloc")) return 1;
  fill<<<kDraws / 256, 256>>>(device_words);
  if (!succeeded(cudaGetLastError(), "launch")) return 1;
  if (!succeeded(cudaMemcpy(words.data(), device_words, bytes, cudaMemcpyDeviceToHost), "copy")) {
    return 1;
  }
  cudaFree(device_words);
  return compare(words);
}
