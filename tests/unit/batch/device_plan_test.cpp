#include "sim/batch/device_plan.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

// The sizes of openb's default list.
PolicySizes openb_sizes() {
  return {.nodes = 1'213,
          .jobs = 8'152,
          .asks = 150,
          .demands = 150,
          .members = 8'152,
          .gang = 1,
          .change_ring = 2'048};
}

// An H100 with `free` bytes. Source of the shared memory: CUDA C++ guide, table of technical
// specifications, compute capability 9.0 (228 KB, 227 KB a block, 1 KB of each for the system).
DeviceLimits h100(std::int64_t free) {
  return {.name = "H100",
          .multiprocessors = 132,
          .free = free,
          .stacks = std::int64_t{132} * 2'048 * 3'000,
          .shared_per_multiprocessor = 233'472,
          .shared_per_block = 232'448,
          .shared_overhead = 1'024};
}

TEST_CASE("a device with memory to spare has a policy in every slot", "[batch][device]") {
  const auto plan = plan_device(openb_sizes(), 1 << 20, h100(std::int64_t{70} << 30), 128);
  CHECK(plan.slots == std::int64_t{132} * kPoliciesPerMultiprocessor);
  CHECK(plan.batch == 4 * plan.slots);
  // Shared memory of all slots of a multiprocessor fits, with what the kernel and the system take.
  CHECK(kPoliciesPerMultiprocessor * (plan.layout.fast_bytes + 128 + 1'024) <= 233'472);
  CHECK(plan.layout.fast_bytes > 0);
  CHECK(plan.layout.slab_bytes < 2 << 20);
}

TEST_CASE("little memory takes slots away, never more than is free", "[batch][device]") {
  const auto free = std::int64_t{2} << 30;
  const auto plan = plan_device(openb_sizes(), 1 << 20, h100(free), 128);
  CHECK(plan.slots >= 1);
  CHECK(plan.slots < std::int64_t{132} * kPoliciesPerMultiprocessor);
  CHECK(plan.slots * plan.layout.slab_bytes + h100(free).stacks + (1 << 20) <= free);
}

TEST_CASE("a problem of which no policy fits is refused with the sizes", "[batch][device]") {
  auto sizes = openb_sizes();
  sizes.demands = 3'000'000;
  const auto message = thrown_message<AbsentError>(
      [&] { plan_device(sizes, 1 << 20, h100(std::int64_t{8} << 30), 128); });
  CHECK(contains(message, "H100 has 8192 MiB of memory free"));
  CHECK(contains(message, "not even one fits; use --backend cpu"));
}

TEST_CASE("arrays take turns for shared memory and never overlap", "[batch][device]") {
  for (const std::int64_t fast_bytes : {0, 1'000, 13'000, 120'000, 230'000}) {
    CAPTURE(fast_bytes);
    const auto layout = lay_out(openb_sizes(), fast_bytes);
    CHECK(layout.fast_bytes <= fast_bytes);
    std::vector<std::byte> slab(static_cast<std::size_t>(layout.slab_bytes));
    std::vector<std::byte> fast(static_cast<std::size_t>(layout.fast_bytes));
    auto memory = place_arrays(layout, slab.data(), fast.data());
    std::vector<std::pair<const std::byte*, const std::byte*>> ranges;
    each_array(layout.sizes, memory, [&](auto* array, std::int64_t count) {
      const auto* const begin = reinterpret_cast<const std::byte*>(array);
      ranges.emplace_back(begin, begin + static_cast<std::size_t>(count) * sizeof(*array));
    });
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i) CHECK(ranges[i - 1].second <= ranges[i].first);
  }
}

}  // namespace
}  // namespace coldaisle::test
