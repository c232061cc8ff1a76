#include "sim/engine/event_queue.h"

#include <algorithm>
#include <bit>

namespace coldaisle {
namespace {

constexpr std::size_t kMaxBuckets = 512;    // of a rung: their tails stay in the L2 cache
constexpr std::uint64_t kBucketTarget = 8;  // events that a bucket of the finest rung should hold
constexpr std::ptrdiff_t kMaxShifted = 64;  // events moved by an insertion in the bottom

// Sorts by counting, for each event, those that fire before it: for few events this beats a sort
// whose every comparison is a coin toss to the branch predictor.
void sort_by_rank(const Event* from, std::size_t count, Event* to) {
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rank = 0;
    for (std::size_t j = 0; j < count; ++j) {
      rank += static_cast<std::size_t>(fires_before(from[j], from[i]));
    }
    to[rank] = from[i];
  }
}

bool fires_after(const Event& left, const Event& right) {
  return fires_before(right, left);
}

// Where the events of a bucket lie in time.
struct Spread {
  std::uint64_t minimum = UINT64_MAX;
  std::uint64_t maximum = 0;
  std::uint64_t mean = 0;  // rounded down
};

Spread spread_of(const EventList& bucket) {
  Spread spread;
  WideInt sum = 0;
  for_each_event(bucket, [&](const Event& event) {
    const auto time = static_cast<std::uint64_t>(event.time);
    spread.minimum = std::min(spread.minimum, time);
    spread.maximum = std::max(spread.maximum, time);
    sum += event.time;
  });
  spread.mean = static_cast<std::uint64_t>(sum / static_cast<WideInt>(bucket.size));
  return spread;
}

// The width, as a power of two, that puts about kBucketTarget events in each bucket up to the mean.
int bucket_shift(const Spread& spread, std::size_t count) {
  const std::uint64_t reach = spread.mean - spread.minimum;
  const std::uint64_t fitting =
      reach / count * kBucketTarget + reach % count * kBucketTarget / count;
  return static_cast<int>(std::bit_width(std::max(fitting, reach / (kMaxBuckets / 2 - 1))));
}

}  // namespace

TimeNs EventQueue::next_time() {
  if (empty()) return kNever;
  while (true) {
    if (bottom_is_empty() && heap_.empty()) refill_bottom();
    const Event& first = first_is_in_heap() ? heap_.front() : bottom_[bottom_head_];
    if (slots_.holds(first.slot, first.sequence())) return first.time;
    take_first();
  }
}

bool EventQueue::cancel(EventHandle handle) {
  if (!slots_.release(handle.slot, handle.sequence)) return false;
  if (stored_ > 2 * slots_.live() + 64) sweep_cancelled();
  return true;
}

std::size_t EventQueue::memory_bytes() const {
  std::size_t bytes = sizeof(*this) + (bottom_.capacity() + heap_.capacity()) * sizeof(Event) +
                      pool_.memory_bytes() + slots_.memory_bytes();
  for (const Rung& rung : rungs_) bytes += rung.buckets.capacity() * sizeof(EventList);
  return bytes;
}

void EventQueue::store_in_bottom(Event event) {
  const auto begin = bottom_.begin() + static_cast<std::ptrdiff_t>(bottom_head_);
  auto position = bottom_.end();
  while (position != begin && bottom_.end() - position <= kMaxShifted &&
         fires_before(event, *(position - 1))) {
    --position;
  }
  if (bottom_.end() - position <= kMaxShifted) {
    insert_in_bottom(event, static_cast<std::size_t>(position - bottom_.begin()));
    return;
  }
  if (rung_count_ == kMaxRungs || begin->time == bottom_.back().time) {
    heap_.push_back(event);
    std::push_heap(heap_.begin(), heap_.end(), fires_after);
    return;
  }
  EventList list;
  collect_bottom(list);
  list.append(pool_, event);
  open_bucket(list);
}

void EventQueue::insert_in_bottom(const Event& event, std::size_t position) {
  // Once half of the array is events gone, they make way: O(1) per event, and it never creeps.
  if (bottom_.size() == bottom_.capacity() && 2 * bottom_head_ >= bottom_.size()) {
    bottom_.erase(bottom_.begin(), bottom_.begin() + static_cast<std::ptrdiff_t>(bottom_head_));
    position -= bottom_head_;
    bottom_head_ = 0;
  }
  bottom_.insert(bottom_.begin() + static_cast<std::ptrdiff_t>(position), event);
}

Event EventQueue::take_from_heap() {
  std::pop_heap(heap_.begin(), heap_.end(), fires_after);
  const Event event = heap_.back();
  heap_.pop_back();
  return event;
}

void EventQueue::refill_bottom() {
  bottom_.clear();
  bottom_head_ = 0;
  while (bottom_.empty()) {
    expects(rung_count_ > 0, "an event is popped from an empty queue");
    EventList bucket = take_bucket();
    open_bucket(bucket);
  }
}

EventList EventQueue::take_bucket() {
  Rung& rung = rungs_[rung_count_ - 1];
  while (rung.next < rung.last && rung.buckets[rung.next].size == 0) ++rung.next;
  const EventList bucket = rung.buckets[rung.next];
  rung.buckets[rung.next] = {};
  if (rung.next == rung.last) {
    --rung_count_;
    return bucket;
  }
  ++rung.next;
  rung.start = rung.base + (static_cast<std::uint64_t>(rung.next) << rung.shift);
  return bucket;
}

// Moves the events of a bucket, if there are any, to a new rung or, if they are few or time cannot
// split them, to the empty bottom.
void EventQueue::open_bucket(EventList& bucket) {
  if (bucket.size <= kMaxSortedAtOnce || rung_count_ == kMaxRungs) {
    sort_into_bottom(bucket);
    return;
  }
  const Spread spread = spread_of(bucket);
  if (spread.minimum == spread.maximum) {
    sort_into_bottom(bucket);
    return;
  }
  Rung& rung = rungs_[rung_count_++];
  rung.base = rung.start = spread.minimum;
  rung.next = 0;
  rung.shift = bucket_shift(spread, bucket.size);
  // Buckets up to twice the mean hold at least half of the events (Markov), whatever the tail.
  const std::uint64_t wanted = ((spread.mean - spread.minimum) * 2 >> rung.shift) + 1;
  rung.last = std::min(wanted, (spread.maximum - rung.base) >> rung.shift);
  if (rung.buckets.size() <= rung.last) rung.buckets.resize(rung.last + 1);
  drain_events(bucket, pool_,
               [&](const Event& event) { rung.bucket_of(event.time).append(pool_, event); });
}

void EventQueue::sort_into_bottom(EventList& bucket) {
  const std::size_t count = bucket.size;
  if (count <= kMaxSortedAtOnce) {
    Event* end = unsorted_.data();
    drain_events(bucket, pool_, [&](const Event& event) {
      slots_.prefetch(event.slot);
      *end++ = event;
    });
    bottom_.resize(count);
    sort_by_rank(unsorted_.data(), count, bottom_.data());
    return;
  }
  bottom_.reserve(count);
  drain_events(bucket, pool_, [&](const Event& event) { bottom_.push_back(event); });
  // A burst at one instant is mostly in order of pushing already.
  if (!std::is_sorted(bottom_.begin(), bottom_.end(), fires_before)) {
    std::sort(bottom_.begin(), bottom_.end(), fires_before);
  }
}

void EventQueue::collect_bottom(EventList& list) {
  for (std::size_t i = bottom_head_; i < bottom_.size(); ++i) list.append(pool_, bottom_[i]);
  for (const Event& event : heap_) list.append(pool_, event);
  bottom_.clear();
  bottom_head_ = 0;
  heap_.clear();
}

void EventQueue::sweep_cancelled() {
  EventList all;
  collect_bottom(all);
  EventList live;
  const auto keep = [&](const Event& event) {
    if (slots_.holds(event.slot, event.sequence())) live.append(pool_, event);
  };
  drain_events(all, pool_, keep);
  for (std::size_t i = 0; i < rung_count_; ++i) {
    for (EventList& bucket : rungs_[i].buckets) drain_events(bucket, pool_, keep);
  }
  rung_count_ = 0;
  stored_ = live.size;
  open_bucket(live);
}

}  // namespace coldaisle
