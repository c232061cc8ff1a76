#include "sim/batch/draw_table.h"

#include "sim/batch/vector_kernels.h"
#include "sim/core/parallel.h"

namespace coldaisle {

std::int64_t DrawTable::stride() const {
  return padded(p_.nodes);
}

void DrawTable::draw(std::int32_t job, std::uint8_t* draws) const {
  auto context = p_.context;
  context.job = static_cast<std::uint64_t>(job);
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    const auto score = Random::score(context, NodeState{}, p_.node_number[place], Demand{});
    draws[place] = static_cast<std::uint8_t>(score);
  }
}

void DrawTable::fill(int threads) {
  const std::int64_t size = p_.jobs * stride();
  if (!bytes_.empty() || size > kMostBytes) return;
  bytes_.resize(static_cast<std::size_t>(size));
  parallel_for(p_.jobs, threads, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t job = begin; job < end; ++job) {
      draw(static_cast<std::int32_t>(job), bytes_.data() + job * stride());
    }
  });
}

}  // namespace coldaisle
