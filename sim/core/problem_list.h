#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/core/error.h"

namespace coldaisle {

// Problems of one input in the order found. Keeps the first 50 and counts the rest, so that a file
// broken in every row gives a report one can read.
class ProblemList {
 public:
  static constexpr std::size_t kMostKept = 50;

  void add(Problem problem) {
    if (problems_.size() < kMostKept) {
      problems_.push_back(std::move(problem));
    } else {
      ++more_;
    }
  }

  bool empty() const { return problems_.empty(); }

  std::int64_t count() const { return static_cast<std::int64_t>(problems_.size()) + more_; }

  // Throws ScenarioError where there is any problem; the last line says how many were left out.
  void throw_if_any() const;

 private:
  std::vector<Problem> problems_;
  std::int64_t more_ = 0;
};

}  // namespace coldaisle
