#pragma once

#include <cstdint>
#include <vector>

#include "sim/batch/problem.h"

namespace coldaisle {

// The scores of the rule `random`, which depend on seed, job and node alone: drawn once for all
// policies. A byte for each job and node.
class DrawTable {
 public:
  // Most memory for the table; a larger problem draws anew for each decision.
  static constexpr std::int64_t kMostBytes = std::int64_t{512} << 20;

  // The problem must outlive the table.
  explicit DrawTable(const ReplayProblem& problem) : p_(problem) {}

  // Draws everything, unless that was done or takes more than kMostBytes.
  void fill(int threads);

  // Draws of a job by place, as many as padded(nodes); null when the table is not filled.
  const std::uint8_t* of(std::int32_t job) const {
    return bytes_.empty() ? nullptr : bytes_.data() + job * stride();
  }

  // Asks for the draws of a job from memory, a microsecond or so before they are read.
  void prefetch(std::int32_t job) const {
    constexpr std::int64_t kCacheLine = 64;
    const auto* const draws = of(job);
    if (draws == nullptr) return;
    for (std::int64_t i = 0; i < stride(); i += kCacheLine) __builtin_prefetch(draws + i);
  }

  // Writes the draws of a job by place.
  void draw(std::int32_t job, std::uint8_t* draws) const;

 private:
  std::int64_t stride() const;

  const ReplayProblem& p_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace coldaisle
