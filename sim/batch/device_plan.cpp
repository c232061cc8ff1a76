#include "sim/batch/device_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/batch/outcome.h"
#include "sim/batch/problem.h"
#include "sim/core/error.h"

namespace coldaisle {
namespace {

// Policies handed over at once for each slot, so that slots that end early take another; and the
// most in one call, which keeps a call to seconds and its rows and outcomes below 100 MB.
constexpr std::int64_t kPoliciesPerSlot = 4;
constexpr std::int64_t kMostInOneCall = 65'536;

constexpr std::int64_t kBytesPerRow = sizeof(PolicyRow) + sizeof(PolicyOutcome);

double mebibytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / (1024.0 * 1024.0);
}

}  // namespace

DevicePlan plan_device(const PolicySizes& sizes, std::int64_t problem_bytes,
                       const DeviceLimits& limits, std::int64_t shared_used) {
  const std::int64_t share =
      limits.shared_per_multiprocessor / kPoliciesPerMultiprocessor - limits.shared_overhead;
  const std::int64_t fast = std::min(share, limits.shared_per_block) - shared_used;
  DevicePlan plan;
  plan.layout = lay_out(sizes, std::max<std::int64_t>(0, fast));
  const std::int64_t reserve = limits.free / 8;
  const std::int64_t usable = limits.free - reserve - limits.stacks - problem_bytes;
  const std::int64_t per_slot = plan.layout.slab_bytes + kPoliciesPerSlot * kBytesPerRow;
  const std::int64_t fitting = usable > 0 ? usable / per_slot : 0;
  if (fitting == 0) {
    throw AbsentError(fmt::format(
        "{} has {:.0f} MiB of memory free, of which {:.0f} MiB are kept in reserve and {:.0f} MiB "
        "go to stacks; the problem needs {:.0f} MiB and each policy {:.0f} MiB: not even one fits; "
        "use --backend cpu",
        limits.name, mebibytes(limits.free), mebibytes(reserve), mebibytes(limits.stacks),
        mebibytes(problem_bytes), mebibytes(per_slot)));
  }
  plan.slots = std::min(fitting, limits.multiprocessors * kPoliciesPerMultiprocessor);
  plan.batch = std::min(plan.slots * kPoliciesPerSlot, kMostInOneCall);
  return plan;
}

}  // namespace coldaisle
