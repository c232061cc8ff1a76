#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/error.h"

namespace coldaisle {

// Notes which events are live: each has a slot, which holds its sequence number until the event
// fires or is cancelled. Slots are reused, the latest freed first; since no two events share a
// number, neither an old handle nor a cancelled event still stored can be taken for a live one.
class LiveSlots {
 public:
  std::size_t live() const { return live_; }

  std::size_t memory_bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

  std::uint32_t acquire(std::uint64_t sequence) {
    ++live_;
    if (free_ == kNone) [[unlikely]]
      return add(sequence);
    const std::uint32_t slot = free_;
    free_ = static_cast<std::uint32_t>(slots_[slot]);
    slots_[slot] = sequence;
    return slot;
  }

  bool holds(std::uint32_t slot, std::uint64_t sequence) const {
    return slot < slots_.size() && slots_[slot] == sequence;
  }

  // Frees the slot of a live event. Returns false, doing nothing, if the event is not live.
  bool release(std::uint32_t slot, std::uint64_t sequence) {
    if (!holds(slot, sequence)) return false;
    slots_[slot] = kFree | free_;
    free_ = slot;
    --live_;
    return true;
  }

  // Fetches a slot that is about to be asked for.
  void prefetch(std::uint32_t slot) const { __builtin_prefetch(&slots_[slot]); }

 private:
  static constexpr std::uint64_t kFree = std::uint64_t{1} << 63;  // above all sequence numbers
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t add(std::uint64_t sequence) {
    expects(slots_.size() < kNone, "more than 2^32 - 1 events are pending");
    slots_.push_back(sequence);
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }

  std::vector<std::uint64_t> slots_;  // a live event's number, or kFree and the next free slot
  std::uint32_t free_ = kNone;
  std::size_t live_ = 0;
};

}  // namespace coldaisle
