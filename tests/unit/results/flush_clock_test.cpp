#include "sim/results/flush_clock.h"

#include "tests/support/catch.h"

using coldaisle::FlushClock;
using namespace std::chrono_literals;

TEST_CASE("the first flush is due one interval after the start", "[results][flush-clock]") {
  const FlushClock::Clock::time_point start{1000s};
  const FlushClock clock(30s, start);
  CHECK_FALSE(clock.is_due(start + 30s - 1ns));
  CHECK(clock.is_due(start + 30s));
}

TEST_CASE("after a quick flush the next is due one interval after its end",
          "[results][flush-clock]") {
  const FlushClock::Clock::time_point start{0s};
  FlushClock clock(30s, start);
  clock.note_flush(start + 30s, start + 31s);
  CHECK_FALSE(clock.is_due(start + 61s - 1ns));
  CHECK(clock.is_due(start + 61s));
}

TEST_CASE("after a slow flush the next waits 20 times its duration", "[results][flush-clock]") {
  const FlushClock::Clock::time_point start{0s};
  FlushClock clock(30s, start);
  clock.note_flush(start + 30s, start + 34s);
  CHECK_FALSE(clock.is_due(start + 114s - 1ns));
  CHECK(clock.is_due(start + 114s));
}

TEST_CASE("flushes that grow take less than 5 % of a long run", "[results][flush-clock]") {
  const FlushClock::Clock::time_point start{0s};
  FlushClock clock(1s, start);
  auto now = start;
  auto flushing = FlushClock::Clock::duration::zero();
  while (now < start + 3600s) {
    now += 10ms;
    if (!clock.is_due(now)) continue;
    const auto begin = now;
    now += 100ms + (now - start) / 1000;  // a snapshot grows with what was simulated
    clock.note_flush(begin, now);
    flushing += now - begin;
  }
  CHECK(flushing * 20 < now - start);
  CHECK(flushing * 25 > now - start);  // and uses what it may
}

TEST_CASE("a clock without pauses is due at once after a flush longer than its interval",
          "[results][flush-clock]") {
  const FlushClock::Clock::time_point start{0s};
  FlushClock clock(0s, start, 0);
  CHECK(clock.is_due(start));
  clock.note_flush(start, start + 4s);
  CHECK(clock.is_due(start + 4s));
}
