#pragma once

#include <cstdint>

#include "sim/core/units.h"

namespace coldaisle {

// The order in which events of one instant fire: what frees capacity comes before what takes it,
// the one scheduling pass follows everything that can change its outcome, and sampling sees the
// result.
enum class EventClass : std::uint8_t {
  release,  // completion of a job, checkpoint, restore or set-up; departure
  loss,     // failure, reclaim
  gain,     // repair, provisioned
  arrival,
  timer,  // start of a checkpoint, budget, autoscaler, deadline
  pass,   // the scheduling pass
  sample,
};

// What an event means to the engine; handlers are chosen by it.
enum class EventKind : std::uint8_t {
  job_end,
  node_change,
  job_arrival,
  pass,
  sample,
  job_timeout,
  job_saved,  // a stopped job has saved its work
  turn_end,   // of a running job: it may have fallen behind others
};

// One thing that happens at an instant, as stored in the queue: 24 bytes. `order` packs the class
// (3 bits), the sequence number (53) and the kind (8), so that (time, order) is the total order;
// the kind never decides, since no two events share a sequence number.
struct Event {
  TimeNs time = 0;
  std::uint64_t order = 0;
  std::uint32_t entity = 0;  // the job, node, … concerned
  std::uint32_t slot = 0;    // the queue's own: where it notes that the event is live

  static constexpr int kClassShift = 61;
  static constexpr int kSequenceShift = 8;
  static constexpr std::uint64_t kSequenceLimit = std::uint64_t{1} << 53;

  static constexpr std::uint64_t pack_order(EventClass event_class, std::uint64_t sequence,
                                            EventKind kind) {
    return (static_cast<std::uint64_t>(event_class) << kClassShift) | (sequence << kSequenceShift) |
           static_cast<std::uint64_t>(kind);
  }

  EventClass event_class() const { return static_cast<EventClass>(order >> kClassShift); }

  EventKind kind() const { return static_cast<EventKind>(order & 0xff); }

  std::uint64_t sequence() const { return (order >> kSequenceShift) % kSequenceLimit; }
};

static_assert(sizeof(Event) == 24);

// Names one pushed event for cancelling it. A default handle names none.
struct EventHandle {
  std::uint64_t sequence = 0;
  std::uint32_t slot = 0;
};

// Time and order as one number, to compare without branches: the outcome of comparing two events is
// a coin toss to the branch predictor. No event precedes time 0.
__extension__ typedef unsigned __int128 EventKey;

constexpr EventKey key_of(const Event& event) {
  return (static_cast<EventKey>(static_cast<std::uint64_t>(event.time)) << 64) | event.order;
}

// The total order.
constexpr bool fires_before(const Event& left, const Event& right) {
  return key_of(left) < key_of(right);
}

}  // namespace coldaisle
