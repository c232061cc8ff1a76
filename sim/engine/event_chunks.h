#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/engine/event.h"

namespace coldaisle {

// A fixed block of events, four cache lines long; lists of events are chains of these.
struct EventChunk {
  static constexpr std::uint32_t kCapacity = 10;

  EventChunk* next = nullptr;
  std::uint32_t count = 0;
  std::array<Event, kCapacity> events;
};

static_assert(sizeof(EventChunk) == 256);

// Hands out chunks and takes them back. Memory is asked for in slabs and kept until the pool dies,
// so a queue whose size has settled allocates nothing.
class EventChunkPool {
 public:
  EventChunk* take() {
    if (free_ == nullptr) [[unlikely]]
      add_slab();
    EventChunk* chunk = free_;
    free_ = chunk->next;
    chunk->next = nullptr;
    chunk->count = 0;
    return chunk;
  }

  void give(EventChunk* chunk) {
    chunk->next = free_;
    free_ = chunk;
  }

  std::size_t memory_bytes() const { return slabs_.size() * sizeof(Slab); }

 private:
  using Slab = std::array<EventChunk, 64>;

  void add_slab() {
    slabs_.push_back(std::make_unique<Slab>());
    for (auto chunk = slabs_.back()->rbegin(); chunk != slabs_.back()->rend(); ++chunk)
      give(&*chunk);
  }

  std::vector<std::unique_ptr<Slab>> slabs_;
  EventChunk* free_ = nullptr;
};

// Events in the order in which they were appended. Plain data: the pool owns the chunks.
struct EventList {
  EventChunk* head = nullptr;
  EventChunk* tail = nullptr;
  std::size_t size = 0;

  void append(EventChunkPool& pool, Event event) {
    if (tail == nullptr || tail->count == EventChunk::kCapacity) [[unlikely]] {
      EventChunk* chunk = pool.take();
      (tail == nullptr ? head : tail->next) = chunk;
      tail = chunk;
    }
    tail->events[tail->count++] = event;
    ++size;
  }
};

// Calls `visit` with each event of the list, in order.
template <typename Visitor>
void for_each_event(const EventList& list, Visitor visit) {
  for (const EventChunk* chunk = list.head; chunk != nullptr; chunk = chunk->next) {
    for (std::uint32_t i = 0; i < chunk->count; ++i) visit(chunk->events[i]);
  }
}

// Empties the list into `visit`, giving each chunk back once it is read.
template <typename Visitor>
void drain_events(EventList& list, EventChunkPool& pool, Visitor visit) {
  EventChunk* chunk = list.head;
  list = {};
  while (chunk != nullptr) {
    for (std::uint32_t i = 0; i < chunk->count; ++i) visit(chunk->events[i]);
    EventChunk* next = chunk->next;
    pool.give(chunk);
    chunk = next;
  }
}

}  // namespace coldaisle
