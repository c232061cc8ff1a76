#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "sim/core/units.h"
#include "sim/policy/rank_set.h"

namespace coldaisle {

// Jobs that wait. In order of joining: a doubly linked list over job indices, 8 bytes a job; in a
// fixed order of all jobs: a set of their ranks, 8 bytes a job and a bit; or by what each had when
// it joined, smaller first, then by job: a tree, 16 bytes a job and about 80 a waiting one.
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

  // By the precedence given at joining.
  static WaitingQueue by_precedence(std::size_t jobs) { return WaitingQueue(jobs, ByPrecedence()); }

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

  void add(std::int32_t job, WideInt precedence) {
    ++size_;
    precedence_[at(job)] = precedence;
    ordered_.emplace(precedence, job);
  }

  void remove(std::int32_t job) {
    --size_;
    if (is_by_precedence()) {
      ordered_.erase({precedence_[at(job)], job});
      return;
    }
    if (is_ranked()) return set_.erase(rank_[at(job)]);
    const auto before = previous_[at(job)];
    const auto after = next_[at(job)];
    (before == kNone ? head_ : next_[at(before)]) = after;
    (after == kNone ? tail_ : previous_[at(after)]) = before;
  }

  std::int32_t head() const {
    if (is_by_precedence()) return ordered_.empty() ? kNone : ordered_.begin()->second;
    return is_ranked() ? job_of(set_.first()) : head_;
  }

  // The job behind `job`, which waits or, unless the order is that of joining, did so lately.
  std::int32_t next(std::int32_t job) const {
    if (is_by_precedence()) {
      const auto found = ordered_.upper_bound({precedence_[at(job)], job});
      return found == ordered_.end() ? kNone : found->second;
    }
    return is_ranked() ? job_of(set_.next(rank_[at(job)])) : next_[at(job)];
  }

  // Whether a job that joins now comes before `other`, which waits.
  bool joins_before(std::int32_t job, std::int32_t other) const {
    if (is_by_precedence()) {
      return std::pair(precedence_[at(job)], job) < std::pair(precedence_[at(other)], other);
    }
    return is_ranked() && rank_[at(job)] < rank_[at(other)];
  }

  std::size_t size() const { return size_; }

  bool empty() const { return size_ == 0; }

  bool is_by_precedence() const { return !precedence_.empty(); }

 private:
  struct ByPrecedence {};

  WaitingQueue(std::size_t jobs, ByPrecedence /*order*/) : precedence_(jobs, 0) {}

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
  std::vector<WideInt> precedence_;
  std::set<std::pair<WideInt, std::int32_t>> ordered_;
  std::size_t size_ = 0;
};

}  // namespace coldaisle
