#pragma once

#include <cstdint>
#include <vector>

namespace coldaisle {

// Jobs that wait, in order of joining: a doubly linked list over job indices, so that any of them
// leaves in O(1). 8 bytes a job, waiting or not.
class WaitingQueue {
 public:
  static constexpr std::int32_t kNone = -1;

  explicit WaitingQueue(std::size_t jobs) : next_(jobs, kNone), previous_(jobs, kNone) {}

  void push_back(std::int32_t job) {
    previous_[at(job)] = tail_;
    next_[at(job)] = kNone;
    (tail_ == kNone ? head_ : next_[at(tail_)]) = job;
    tail_ = job;
    ++size_;
  }

  void remove(std::int32_t job) {
    const auto before = previous_[at(job)];
    const auto after = next_[at(job)];
    (before == kNone ? head_ : next_[at(before)]) = after;
    (after == kNone ? tail_ : previous_[at(after)]) = before;
    --size_;
  }

  std::int32_t head() const { return head_; }

  std::int32_t next(std::int32_t job) const { return next_[at(job)]; }

  std::size_t size() const { return size_; }

  bool empty() const { return size_ == 0; }

 private:
  static std::size_t at(std::int32_t job) { return static_cast<std::size_t>(job); }

  std::vector<std::int32_t> next_, previous_;
  std::int32_t head_ = kNone, tail_ = kNone;
  std::size_t size_ = 0;
};

}  // namespace coldaisle
