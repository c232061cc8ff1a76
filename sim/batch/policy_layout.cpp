#include "sim/batch/policy_layout.h"

#include <bit>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

// Arrays start where any type may, and where a device reads a line at once.
constexpr std::int64_t kAlignment = 128;

// Gives each array its offset, in shared memory while there is room.
class ArraySizer {
 public:
  ArraySizer(PolicyLayout& layout, std::int64_t fast_bytes)
      : layout_(&layout), fast_bytes_(fast_bytes) {}

  template <class T>
  void operator()(T*& /*array*/, std::int64_t count) {
    const auto bytes =
        (count * static_cast<std::int64_t>(sizeof(T)) + kAlignment - 1) / kAlignment * kAlignment;
    const bool fast = arrays_ < kFastArrays && layout_->fast_bytes + bytes <= fast_bytes_;
    auto& end = fast ? layout_->fast_bytes : layout_->slab_bytes;
    if (fast) layout_->fast |= 1U << arrays_;
    layout_->offset[arrays_++] = end;
    end += bytes;
  }

  int arrays() const { return arrays_; }

 private:
  PolicyLayout* layout_;
  std::int64_t fast_bytes_;
  int arrays_ = 0;
};

}  // namespace

PolicySizes policy_sizes(const ProblemData& data) {
  const auto& p = data.view();
  return {
      .nodes = p.nodes,
      .jobs = p.jobs,
      .asks = p.asks,
      .demands = p.demands,
      .members = data.most_members(),
      .gang = data.largest_gang(),
      .change_ring = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(p.nodes)))};
}

PolicyLayout lay_out(const PolicySizes& sizes, std::int64_t fast_bytes) {
  PolicyLayout layout;
  layout.sizes = sizes;
  ArraySizer sizer(layout, fast_bytes);
  PolicyMemory ignored;
  each_array(sizes, ignored, sizer);
  expects(sizer.arrays() == kPolicyArrays, "a policy has as many arrays as the layout holds");
  return layout;
}

}  // namespace coldaisle
