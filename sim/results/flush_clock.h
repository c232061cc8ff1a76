#pragma once

#include <algorithm>
#include <chrono>

namespace coldaisle {

// Decides when a run writes what it has: every `interval`, but after a flush that took long not
// before `pause_factor` times its duration has passed: with 20, flushes take at most 1/21 of a long
// run (DESIGN, section 5: under 5 %). Holds times only; the caller reads the clock.
class FlushClock {
 public:
  using Clock = std::chrono::steady_clock;

  FlushClock(Clock::duration interval, Clock::time_point start, int pause_factor = kPauseFactor)
      : interval_(interval), pause_factor_(pause_factor), next_(start + interval) {}

  bool is_due(Clock::time_point now) const { return now >= next_; }

  // Notes a flush that ran from `begin` to `end`.
  void note_flush(Clock::time_point begin, Clock::time_point end) {
    next_ = end + std::max(interval_, pause_factor_ * (end - begin));
  }

 private:
  static constexpr int kPauseFactor = 20;

  Clock::duration interval_;
  int pause_factor_;
  Clock::time_point next_;
};

}  // namespace coldaisle
