#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/error.h"
#include "sim/engine/event.h"
#include "sim/engine/event_chunks.h"
#include "sim/engine/live_slots.h"

namespace coldaisle {

// Pending events, fired by (time, class, sequence); the sequence is the order of pushing.
//
// A ladder queue (Tang, Goh and Thng, ACM TOMACS 15(3), 2005) whose bucket widths are powers of
// two. The nearest events lie sorted in the bottom; the rest lie unsorted in rungs, each of which
// splits one bucket of the rung before it, so that an event is moved about three times in its life,
// always next to its neighbours in time. The last bucket of a rung takes all that lies beyond it.
// Where time cannot tell events apart, or rungs run out, a binary heap beside the bottom keeps
// every operation within O(log n).
//
// Cancelling marks the event and costs O(1); it leaves storage when its turn comes, or when more
// than half of what is stored is cancelled. Nothing is allocated per event: memory grows with the
// largest number pending and is kept.
class EventQueue {
 public:
  EventQueue() = default;
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  // Adds an event at `time` ns; one before the last popped time is an InternalError. At that very
  // time any class may be pushed, also one that has had its turn: it then fires next.
  EventHandle push(TimeNs time, EventClass event_class, EventKind kind, std::uint32_t entity) {
    expects(time >= now_, "an event is pushed before the current time");
    expects(next_sequence_ < Event::kSequenceLimit, "event sequence numbers are used up");
    const std::uint64_t sequence = next_sequence_++;
    const std::uint32_t slot = slots_.acquire(sequence);
    ++stored_;
    store({time, Event::pack_order(event_class, sequence, kind), entity, slot});
    return {sequence, slot};
  }

  // Removes and returns the first live event; InternalError if there is none.
  Event pop() {
    while (true) {
      const Event event = take_first();
      if (!slots_.release(event.slot, event.sequence())) [[unlikely]]
        continue;
      now_ = event.time;
      return event;
    }
  }

  // Time of the first live event; kNever if there is none.
  TimeNs next_time();

  // Takes an event out. Returns whether it was live: handles of events that have fired or been
  // cancelled are harmless.
  bool cancel(EventHandle handle);

  // Number of live events.
  std::size_t size() const { return slots_.live(); }

  bool empty() const { return size() == 0; }

  // Time of the last popped event; 0 before the first.
  TimeNs now() const { return now_; }

  // Bytes of memory held, whether in use or kept for later.
  std::size_t memory_bytes() const;

 private:
  struct Rung {
    std::vector<EventList> buckets;
    std::uint64_t base = 0;   // time at which bucket 0 starts
    std::uint64_t start = 0;  // time at which the first unopened bucket starts
    int shift = 0;            // a bucket is 2^shift ns wide
    std::size_t next = 0;     // the first unopened bucket
    std::size_t last = 0;     // the last bucket, open-ended

    EventList& bucket_of(TimeNs time) {
      const std::uint64_t index = (static_cast<std::uint64_t>(time) - base) >> shift;
      return buckets[index < last ? index : last];
    }
  };

  static constexpr std::size_t kMaxRungs = 24;
  static constexpr std::size_t kMaxSortedAtOnce = 32;  // a fuller bucket is split

  // By value throughout, so that the event stays in registers until it is in its bucket.
  void store(Event event) {
    for (std::size_t i = 0; i < rung_count_; ++i) {
      if (static_cast<std::uint64_t>(event.time) < rungs_[i].start) continue;
      rungs_[i].bucket_of(event.time).append(pool_, event);
      return;
    }
    store_in_bottom(event);
  }

  bool bottom_is_empty() const { return bottom_head_ == bottom_.size(); }

  // Which of the two holds the first event stored, cancelled or not, once neither needs a refill.
  bool first_is_in_heap() const {
    return !heap_.empty() &&
           (bottom_is_empty() || fires_before(heap_.front(), bottom_[bottom_head_]));
  }

  Event take_first() {
    if (bottom_is_empty() && heap_.empty()) [[unlikely]]
      refill_bottom();
    --stored_;
    if (first_is_in_heap()) [[unlikely]]
      return take_from_heap();
    return bottom_[bottom_head_++];
  }

  void store_in_bottom(Event event);
  void insert_in_bottom(const Event& event, std::size_t position);
  Event take_from_heap();
  void refill_bottom();
  EventList take_bucket();
  void open_bucket(EventList& bucket);
  void sort_into_bottom(EventList& bucket);
  void collect_bottom(EventList& list);
  void sweep_cancelled();

  std::vector<Event> bottom_;  // ascending from bottom_head_ on; all before it are gone
  std::size_t bottom_head_ = 0;
  std::vector<Event> heap_;  // events of the bottom's span that would cost too much to insert there
  std::array<Event, kMaxSortedAtOnce> unsorted_;  // for sort_into_bottom
  std::array<Rung, kMaxRungs> rungs_;             // the coarsest first
  std::size_t rung_count_ = 0;
  std::size_t stored_ = 0;  // events held, cancelled ones too
  TimeNs now_ = 0;
  std::uint64_t next_sequence_ = 1;
  EventChunkPool pool_;
  LiveSlots slots_;
};

}  // namespace coldaisle
