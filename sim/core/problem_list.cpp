#include "sim/core/problem_list.h"

#include <fmt/format.h>

namespace coldaisle {

void ProblemList::throw_if_any() const {
  if (problems_.empty()) return;
  auto problems = problems_;
  if (more_ > 0) {
    problems.push_back({.file = problems.back().file,
                        .line = 0,
                        .column = 0,
                        .pointer = {},
                        .message = fmt::format("and {} more", more_)});
  }
  throw ScenarioError(std::move(problems));
}

}  // namespace coldaisle
