#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/policy/rank_set.h"

namespace coldaisle {

// Jobs that wait. Either in order of joining: a doubly linked list over job indices, 8 bytes a job;
// or in a fixed order of all jobs: a set of their ranks, 8 bytes a job and a bit.
class WaitingQueue {
 public:
  static constexpr std::int32_t kNone = -1;

  // In order of joining.
  explicit WaitingQueue(std::size_t jobs) : next_(jobs, kNone), previous_(jobs, kNone) {}

  // In the order of `ranks`, a permutation of the jobs.
  explicit WaitingQueue(std::vector<std::int32_t> ranks)
      : rank_(std::move(ranks)),
        job_(rank_.size()),
        words_(static_cast<std::size_t>(
            RankSet::words_needed(static_cast<std::int64_t>(rank_.size())))),
        set_(words_.data(), static_cast<std::int64_t>(rank_.size())) {
    for (std::size_t job = 0; job < rank_.size(); ++job) {
      job_[at(rank_[job])] = static_cast<std::int32_t>(job);
    }
  }

  WaitingQueue(const WaitingQueue&) = delete;
  WaitingQueue& operator=(const WaitingQueue&) = delete;

  void add(std::int32_t job) {
    ++size_;
    if (is_ranked()) return set_.insert(rank_[at(job)]);
    previous_[at(job)] = tail_;
    next_[at(job)] = kNone;
    (tail_ == kNone ? head_ : next_[at(tail_)]) = job;
    tail_ = job;
  }

  void remove(std::int32_t job) {
    --size_;
    if (is_ranked()) return set_.erase(rank_[at(job)]);
    const auto before = previous_[at(job)];
    const auto after = next_[at(job)];
    (before == kNone ? head_ : next_[at(before)]) = after;
    (after == kNone ? tail_ : previous_[at(after)]) = before;
  }

  std::int32_t head() const { return is_ranked() ? job_of(set_.first()) : head_; }

  std::int32_t next(std::int32_t job) const {
    return is_ranked() ? job_of(set_.next(rank_[at(job)])) : next_[at(job)];
  }

  // Whether a job that joins now comes before `other`, which waits.
  bool joins_before(std::int32_t job, std::int32_t other) const {
    return is_ranked() && rank_[at(job)] < rank_[at(other)];
  }

  std::size_t size() const { return size_; }

  bool empty() const { return size_ == 0; }

 private:
  static std::size_t at(std::int32_t job) { return static_cast<std::size_t>(job); }

  bool is_ranked() const { return !rank_.empty(); }

  std::int32_t job_of(std::int32_t rank) const {
    return rank == RankSet::kNone ? kNone : job_[at(rank)];
  }

  std::vector<std::int32_t> next_, previous_;  // in order of joining
  std::int32_t head_ = kNone, tail_ = kNone;
  std::vector<std::int32_t> rank_, job_;  // in a fixed order
  std::vector<std::uint64_t> words_;
  RankSet set_;
  std::size_t size_ = 0;
};

}  // namespace coldaisle
