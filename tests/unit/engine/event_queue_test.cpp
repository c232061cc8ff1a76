#include "sim/engine/event_queue.h"

#include <cmath>
#include <vector>

#include "sim/core/random.h"
#include "tests/support/catch.h"

namespace {

using coldaisle::Event;
using coldaisle::EventClass;
using coldaisle::EventHandle;
using coldaisle::EventKind;
using coldaisle::EventQueue;
using coldaisle::InternalError;
using coldaisle::kNever;
using coldaisle::TimeNs;

EventHandle push(EventQueue& queue, TimeNs time, EventClass event_class, std::uint32_t entity) {
  return queue.push(time, event_class, EventKind::job_end, entity);
}

EventHandle push(EventQueue& queue, TimeNs time, std::uint32_t entity) {
  return push(queue, time, EventClass::release, entity);
}

std::vector<std::uint32_t> drain(EventQueue& queue) {
  std::vector<std::uint32_t> entities;
  while (!queue.empty()) entities.push_back(queue.pop().entity);
  return entities;
}

double draw(std::uint64_t index) {
  return coldaisle::draw_uniform(42, coldaisle::Stream::arrival_gap, 0, index);
}

TEST_CASE("events fire by time, then class, then order of pushing", "[engine][event-queue]") {
  EventQueue queue;
  push(queue, 20, EventClass::release, 6);
  push(queue, 10, EventClass::sample, 5);
  push(queue, 10, EventClass::pass, 4);
  push(queue, 10, EventClass::arrival, 2);
  push(queue, 10, EventClass::arrival, 3);
  push(queue, 10, EventClass::loss, 1);
  push(queue, 10, EventClass::release, 0);
  CHECK(drain(queue) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("an event comes back as it was pushed", "[engine][event-queue]") {
  EventQueue queue;
  queue.push(kNever, EventClass::timer, EventKind::sample, UINT32_MAX);
  queue.push(0, EventClass::arrival, EventKind::job_arrival, 17);
  const Event first = queue.pop();
  CHECK(first.time == 0);
  CHECK(first.event_class() == EventClass::arrival);
  CHECK(first.kind() == EventKind::job_arrival);
  CHECK(first.entity == 17);
  const Event second = queue.pop();
  CHECK(second.time == kNever);
  CHECK(second.event_class() == EventClass::timer);
  CHECK(second.kind() == EventKind::sample);
  CHECK(second.entity == UINT32_MAX);
}

TEST_CASE("time never runs backwards", "[engine][event-queue]") {
  EventQueue queue;
  CHECK_THROWS_AS(push(queue, -1, 0), InternalError);
  push(queue, 10, 0);
  push(queue, 5, 1);
  CHECK(queue.now() == 0);
  queue.pop();
  CHECK(queue.now() == 5);
  CHECK_THROWS_AS(push(queue, 4, 2), InternalError);
  push(queue, 5, 3);
  CHECK(drain(queue) == std::vector<std::uint32_t>{3, 0});
}

TEST_CASE("an event pushed at the current instant fires in its class, even after its turn",
          "[engine][event-queue]") {
  EventQueue queue;
  push(queue, 10, EventClass::loss, 0);
  push(queue, 10, EventClass::pass, 2);
  push(queue, 10, EventClass::sample, 4);
  CHECK(queue.pop().entity == 0);
  push(queue, 10, EventClass::arrival, 1);
  CHECK(queue.pop().entity == 1);
  CHECK(queue.pop().entity == 2);
  push(queue, 10, EventClass::release, 3);
  CHECK(drain(queue) == std::vector<std::uint32_t>{3, 4});
}

TEST_CASE("an empty queue has no next time and nothing to pop", "[engine][event-queue]") {
  EventQueue queue;
  CHECK(queue.empty());
  CHECK(queue.next_time() == kNever);
  CHECK_THROWS_AS(queue.pop(), InternalError);
  queue.cancel(push(queue, 10, 0));
  CHECK(queue.empty());
  CHECK(queue.next_time() == kNever);
  CHECK_THROWS_AS(queue.pop(), InternalError);
  push(queue, 3, 1);
  CHECK(queue.next_time() == 3);
  CHECK(queue.pop().entity == 1);
}

TEST_CASE("looking at the next time lets earlier events be pushed still", "[engine][event-queue]") {
  EventQueue queue;
  for (std::uint32_t i = 0; i < 1000; ++i) push(queue, 1'000'000'000 + i, 1000 + i);
  CHECK(queue.next_time() == 1'000'000'000);
  for (std::uint32_t i = 0; i < 1000; ++i) push(queue, 1000 - i, 999 - i);
  CHECK(queue.next_time() == 1);
  const auto entities = drain(queue);
  REQUIRE(entities.size() == 2000);
  for (std::uint32_t i = 0; i < 2000; ++i) REQUIRE(entities[i] == i);
}

TEST_CASE("a cancelled event never fires", "[engine][event-queue]") {
  EventQueue queue;
  const auto first = push(queue, 10, 0);
  push(queue, 20, 1);
  const auto third = push(queue, 30, 2);
  CHECK(queue.cancel(first));
  CHECK(queue.cancel(third));
  CHECK(queue.size() == 1);
  CHECK(queue.next_time() == 20);
  CHECK(drain(queue) == std::vector<std::uint32_t>{1});
}

TEST_CASE("handles of events that are gone are harmless", "[engine][event-queue]") {
  EventQueue queue;
  CHECK_FALSE(queue.cancel({}));
  const auto fired = push(queue, 10, 0);
  const auto cancelled = push(queue, 20, 1);
  queue.pop();
  CHECK(queue.cancel(cancelled));
  CHECK_FALSE(queue.cancel(fired));
  CHECK_FALSE(queue.cancel(cancelled));
  // These reuse what the two before left.
  push(queue, 20, 2);
  push(queue, 20, 3);
  CHECK_FALSE(queue.cancel(fired));
  CHECK_FALSE(queue.cancel(cancelled));
  CHECK_FALSE(queue.cancel({}));
  CHECK(drain(queue) == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("cancelled events do not pile up", "[engine][event-queue]") {
  EventQueue queue;
  std::vector<EventHandle> handles;
  for (std::uint32_t i = 0; i < 1000; ++i) handles.push_back(push(queue, 1000 + i, i));
  for (std::uint32_t round = 0; round < 500; ++round) {
    for (std::uint32_t i = 0; i < 1000; ++i) {
      REQUIRE(queue.cancel(handles[i]));
      handles[i] = push(queue, 1000 + (i * 7919 + round) % 100'000, i);
    }
  }
  CHECK(queue.size() == 1000);
  CHECK(queue.memory_bytes() < 1'000'000);  // half a million stored events would take 12 MB
}

// The following would take minutes to hours if any step moved all that is pending.

TEST_CASE("a burst at one instant fires first in, first out", "[engine][event-queue]") {
  constexpr std::uint32_t kBurst = 1'000'000;
  EventQueue queue;
  push(queue, 1, kBurst);
  for (std::uint32_t i = 0; i < kBurst; ++i) push(queue, 500, i);
  queue.pop();
  for (std::uint32_t i = 0; i < kBurst; ++i) REQUIRE(queue.pop().entity == i);
  CHECK(queue.empty());
}

TEST_CASE("two classes mixed at one instant keep their order", "[engine][event-queue]") {
  constexpr std::uint32_t kEach = 200'000;
  EventQueue queue;
  for (std::uint32_t i = 0; i < kEach; ++i) {
    push(queue, 500, EventClass::arrival, 2 * kEach + i);
    push(queue, 500, EventClass::loss, i);
  }
  // Each loss brings a gain, which belongs between the other losses and the arrivals.
  for (std::uint32_t i = 0; i < kEach; ++i) {
    REQUIRE(queue.pop().entity == i);
    push(queue, 500, EventClass::gain, kEach + i);
  }
  for (std::uint32_t i = kEach; i < 3 * kEach; ++i) REQUIRE(queue.pop().entity == i);
}

TEST_CASE("a whole burst may be overtaken at its own instant", "[engine][event-queue]") {
  constexpr std::uint32_t kBurst = 200'000;
  EventQueue queue;
  for (std::uint32_t i = 0; i < kBurst; ++i) push(queue, 500, EventClass::pass, i);
  CHECK(queue.next_time() == 500);
  for (std::uint32_t i = 0; i < kBurst; ++i) push(queue, 500, EventClass::release, i);
  for (std::uint32_t i = 0; i < kBurst; ++i) push(queue, 499, EventClass::release, i);
  for (int part = 0; part < 3; ++part) {
    for (std::uint32_t i = 0; i < kBurst; ++i) REQUIRE(queue.pop().entity == i);
  }
}

TEST_CASE("events pushed in order of time, or against it, fire in order", "[engine][event-queue]") {
  constexpr std::uint32_t kCount = 300'000;
  EventQueue queue;
  for (std::uint32_t i = 0; i < kCount; ++i) push(queue, 10 * TimeNs{i}, i);
  for (std::uint32_t i = 0; i < kCount; ++i) REQUIRE(queue.pop().entity == i);
  const TimeNs end = queue.now() + 10 * TimeNs{kCount};
  for (std::uint32_t i = 0; i < kCount; ++i) push(queue, end - 10 * TimeNs{i}, kCount - 1 - i);
  for (std::uint32_t i = 0; i < kCount; ++i) REQUIRE(queue.pop().entity == i);
}

TEST_CASE("times spread over every power of two fire in order", "[engine][event-queue]") {
  EventQueue queue;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    for (int power = 0; power < 63; ++power) push(queue, TimeNs{1} << power, 0);
  }
  TimeNs before = 0;
  for (int i = 0; i < 2000 * 63; ++i) {
    const TimeNs time = queue.pop().time;
    REQUIRE(time >= before);
    before = time;
  }
  CHECK(queue.empty());
}

// Pops one event and pushes another, `count` times, checking that time does not run backwards.
template <typename Increment>
void hold(EventQueue& queue, std::uint64_t count, Increment increment) {
  TimeNs before = queue.now();
  for (std::uint64_t i = 0; i < count; ++i) {
    const Event event = queue.pop();
    REQUIRE(event.time >= before);
    before = event.time;
    push(queue, event.time + increment(i), event.entity);
  }
}

TEST_CASE("increments of 1 ns and 1000 s side by side keep the order", "[engine][event-queue]") {
  EventQueue queue;
  const auto increment = [](std::uint64_t i) {
    return draw(i) < 0.5 ? TimeNs{1} : TimeNs{1'000'000'000'000};
  };
  for (std::uint32_t i = 0; i < 50'000; ++i) push(queue, increment(i), i);
  hold(queue, 200'000, increment);
  CHECK(queue.size() == 50'000);
}

TEST_CASE("a pending event takes at most 48 bytes and holding asks for no more memory",
          "[engine][event-queue]") {
  constexpr std::uint32_t kPending = 100'000;
  EventQueue queue;
  const auto increment = [](std::uint64_t i) {
    return static_cast<TimeNs>(-1e9 * std::log(draw(i % kPending)));
  };
  for (std::uint32_t i = 0; i < kPending; ++i) push(queue, increment(i), i);
  hold(queue, std::uint64_t{3} * kPending, increment);
  const auto settled = queue.memory_bytes();
  CHECK(settled <= 48 * std::size_t{kPending});
  hold(queue, std::uint64_t{3} * kPending, increment);
  CHECK(queue.memory_bytes() <= settled + settled / 50);
}

}  // namespace
