#pragma once

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <vector>

#include "sim/batch/lanes.h"

namespace coldaisle::test {

// What the threads of a group of ThreadLanes share.
struct LaneRoom {
  explicit LaneRoom(int lanes)
      : barrier(lanes),
        numbers(static_cast<std::size_t>(lanes)),
        bits(static_cast<std::size_t>(lanes)) {}

  std::barrier<> barrier;
  LaneRequest mailbox;
  std::vector<std::int32_t> numbers;
  std::vector<std::uint64_t> bits;
};

// A group of lanes (sim/batch/lanes.h) made of threads, one a lane: a warp of a GPU without a GPU.
// As on a GPU, a lane sees what another wrote only after a common share() or sync().
class ThreadLanes {
 public:
  ThreadLanes(LaneRoom& room, std::int32_t index) : room_(&room), index_(index) {}

  std::int32_t index() const { return index_; }

  std::int32_t count() const { return static_cast<std::int32_t>(room_->numbers.size()); }

  LaneRequest share(const LaneRequest& request) const {
    if (index_ == 0) room_->mailbox = request;
    sync();
    return room_->mailbox;
  }

  void sync() const { room_->barrier.arrive_and_wait(); }

  std::int32_t largest(std::int32_t value) const {
    return combine(room_->numbers, value, [](auto a, auto b) { return std::max(a, b); });
  }

  std::uint64_t largest(std::uint64_t value) const {
    return combine(room_->bits, value, [](auto a, auto b) { return std::max(a, b); });
  }

  std::int32_t smallest(std::int32_t value) const {
    return combine(room_->numbers, value, [](auto a, auto b) { return std::min(a, b); });
  }

 private:
  template <class T, class Combine>
  T combine(std::vector<T>& values, T value, const Combine& of_two) const {
    values[static_cast<std::size_t>(index_)] = value;
    sync();
    T all = value;
    for (const T other : values) all = of_two(all, other);
    sync();
    return all;
  }

  LaneRoom* room_;
  std::int32_t index_;
};

}  // namespace coldaisle::test
