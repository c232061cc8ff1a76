#include "sim/policy/grid_policies.h"

#include <algorithm>

namespace coldaisle {

namespace {

template <class T>
std::int64_t radix(const std::vector<T>& values) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(values.size()));
}

// Takes the last digit off a mixed-radix number: the value it stands for, or none to choose from.
template <class T, class Member>
void take_digit(const std::vector<T>& values, std::int64_t& number, Member& member) {
  if (values.empty()) return;
  member = values[static_cast<std::size_t>(number % radix(values))];
  number /= radix(values);
}

}  // namespace

GridPolicies::GridPolicies(const PolicyGrid& grid, const Scheduler& base)
    : grid_(&grid), base_(&base), size_(grid_size(grid)) {
  if (size_.left_out == 0) return;
  zero_ = 0;
  for (const auto& [rule, weights] : grid.rules) {
    const auto position = std::find(weights.begin(), weights.end(), 0) - weights.begin();
    zero_ = zero_ * radix(weights) + position;
  }
}

Scheduler GridPolicies::scheduler(std::int64_t policy) const {
  auto scheduler = *base_;
  take_digit(grid_->gpu_choices, policy, scheduler.gpu_choice);
  take_digit(grid_->depths, policy, scheduler.depth);
  take_digit(grid_->queues, policy, scheduler.queue);
  if (grid_->rules.empty()) return scheduler;
  if (zero_ >= 0 && policy >= zero_) ++policy;
  scheduler.rules.clear();
  for (auto row = grid_->rules.rbegin(); row != grid_->rules.rend(); ++row) {
    RuleWeight rule{row->first, 0};
    take_digit(row->second, policy, rule.weight);
    scheduler.rules.push_back(rule);
  }
  return scheduler;
}

}  // namespace coldaisle
