// The hold model (Jones, CACM 29(4), 1986): pop one event, push one at its time plus a random
// increment, with a fixed number pending. Increments come from a table, so drawing them is free.
#include "sim/engine/event_queue.h"

#include <cmath>
#include <cstdint>
#include <queue>
#include <vector>

#include <benchmark/benchmark.h>
#include <boost/heap/d_ary_heap.hpp>

#include "sim/core/random.h"

namespace {

using coldaisle::EventClass;
using coldaisle::EventHandle;
using coldaisle::EventKind;
using coldaisle::EventQueue;
using coldaisle::Stream;
using coldaisle::TimeNs;

// A plain heap's entry: the time, and (class, sequence, slot) packed in one word.
struct PlainEntry {
  TimeNs time = 0;
  std::uint64_t packed = 0;

  bool operator>(const PlainEntry& other) const {
    return time != other.time ? time > other.time : packed > other.packed;
  }
};

using StdQueue = std::priority_queue<PlainEntry, std::vector<PlainEntry>, std::greater<>>;
using BoostQueue = boost::heap::d_ary_heap<PlainEntry, boost::heap::arity<4>,
                                           boost::heap::compare<std::greater<>>>;

enum class Increments { exponential, bimodal, constant };

double increment(Increments kind, double u) {
  switch (kind) {
    case Increments::exponential:
      return 1 - 1e9 * std::log(u);
    case Increments::bimodal:
      return u < 0.5 ? 1 : 1e12;
    case Increments::constant:
      return 1e9;
  }
  return 0;
}

class Table {
 public:
  explicit Table(Increments kind) : values_(1 << 14) {
    for (std::uint64_t i = 0; i < values_.size(); ++i) {
      const double u = coldaisle::draw_uniform(1, Stream::arrival_gap, 0, i);
      values_[i] = static_cast<TimeNs>(increment(kind, u));
    }
  }

  TimeNs next() { return values_[next_++ % values_.size()]; }

 private:
  std::vector<TimeNs> values_;
  std::size_t next_ = 0;
};

void hold_plain(benchmark::State& state, auto queue) {
  Table table(Increments::exponential);
  const auto pending = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t sequence = 0;
  for (; sequence < pending; ++sequence) queue.push({table.next(), sequence});
  const auto hold = [&] {
    const PlainEntry first = queue.top();
    queue.pop();
    queue.push({first.time + table.next(), sequence++});
  };
  for (std::uint64_t i = 0; i < 2 * pending; ++i) hold();
  for ([[maybe_unused]] auto _ : state) hold();
  state.SetItemsProcessed(state.iterations());
}

void hold_std(benchmark::State& state) {
  hold_plain(state, StdQueue());
}

void hold_boost(benchmark::State& state) {
  hold_plain(state, BoostQueue());
}

void hold_ours(benchmark::State& state, Increments kind) {
  Table table(kind);
  const auto pending = static_cast<std::uint32_t>(state.range(0));
  EventQueue queue;
  const auto push = [&](std::uint32_t entity) {
    return queue.push(queue.now() + table.next(), EventClass::release, EventKind::job_end, entity);
  };
  const auto hold = [&] { push(queue.pop().entity); };
  for (std::uint32_t i = 0; i < pending; ++i) push(i);
  for (std::uint64_t i = 0; i < 2 * std::uint64_t{pending}; ++i) hold();
  for ([[maybe_unused]] auto _ : state) hold();
  state.SetItemsProcessed(state.iterations());
  state.counters["bytes_per_event"] = static_cast<double>(queue.memory_bytes()) / pending;
}

// As above, and every tenth pop also cancels the event of some entity and pushes it anew.
void hold_and_cancel(benchmark::State& state) {
  Table table(Increments::exponential);
  const auto pending = static_cast<std::uint32_t>(state.range(0));
  EventQueue queue;
  std::vector<EventHandle> handles(pending);
  const auto push = [&](std::uint32_t entity) {
    handles[entity] =
        queue.push(queue.now() + table.next(), EventClass::release, EventKind::job_end, entity);
  };
  std::uint32_t count = 0;
  std::uint32_t victim = 0;
  const auto hold = [&] {
    push(queue.pop().entity);
    if (++count % 10 != 0) return;
    victim = static_cast<std::uint32_t>((victim + std::uint64_t{2654435769}) % pending);
    queue.cancel(handles[victim]);
    push(victim);
  };
  for (std::uint32_t i = 0; i < pending; ++i) push(i);
  for (std::uint64_t i = 0; i < 2 * std::uint64_t{pending}; ++i) hold();
  for ([[maybe_unused]] auto _ : state) hold();
  state.SetItemsProcessed(state.iterations());
}

// Our queue spreads what lies far ahead about once in two holds per pending event, so a shorter
// window would catch that work or miss it by chance: every case runs for five such cycles of the
// largest size.
constexpr std::int64_t kHolds = 10'000'000;

void sizes(benchmark::internal::Benchmark* cases) {
  cases->Iterations(kHolds)->Arg(1'000)->Arg(100'000)->Arg(1'000'000);
}

BENCHMARK(hold_std)->Apply(sizes);
BENCHMARK(hold_boost)->Apply(sizes);
BENCHMARK_CAPTURE(hold_ours, exponential, Increments::exponential)->Apply(sizes);
BENCHMARK_CAPTURE(hold_ours, bimodal, Increments::bimodal)->Apply(sizes);
BENCHMARK_CAPTURE(hold_ours, constant, Increments::constant)->Apply(sizes);
BENCHMARK(hold_and_cancel)->Apply(sizes);

}  // namespace
