// The event queue against a balanced tree that does the same in the plainest way.
#include "sim/engine/event_queue.h"

#include <set>
#include <tuple>
#include <vector>

#include "sim/core/random.h"
#include "tests/support/catch.h"

namespace {

using coldaisle::Event;
using coldaisle::EventClass;
using coldaisle::EventHandle;
using coldaisle::EventKind;
using coldaisle::EventQueue;
using coldaisle::kNever;
using coldaisle::TimeNs;

using Key = std::tuple<TimeNs, EventClass, std::uint32_t>;  // the entity is the order of pushing

// Draws one after the other from one seed.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t below(std::uint64_t limit) {
    return coldaisle::draw_bits(seed_, coldaisle::Stream::placement, 0, index_++) % limit;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

// How far ahead events are pushed.
enum class Reach { same_instant, few_instants, wide, every_scale };

TimeNs increment(Reach reach, Dice& dice) {
  switch (reach) {
    case Reach::same_instant:
      return dice.below(200) == 0 ? 1 : 0;
    case Reach::few_instants:
      return static_cast<TimeNs>(dice.below(5));
    case Reach::wide:
      return static_cast<TimeNs>(dice.below(1'000'000'000));
    case Reach::every_scale:
      return TimeNs{1} << dice.below(40);
  }
  return 0;
}

// Both queues and every handle ever given, driven by the same operations.
class Pair {
 public:
  void push(TimeNs ahead, EventClass event_class) {
    const TimeNs time = queue_.now() + ahead;
    const auto entity = static_cast<std::uint32_t>(handles_.size());
    handles_.push_back(queue_.push(time, event_class, EventKind::node_change, entity));
    keys_.emplace_back(time, event_class, entity);
    oracle_.insert(keys_.back());
  }

  void pop() {
    if (oracle_.empty()) return;
    const Event event = queue_.pop();
    REQUIRE(Key(event.time, event.event_class(), event.entity) == *oracle_.begin());
    oracle_.erase(oracle_.begin());
  }

  // Any event ever pushed: pending, fired or cancelled.
  void cancel(std::size_t which) {
    const bool was_live = oracle_.erase(keys_[which]) == 1;
    REQUIRE(queue_.cancel(handles_[which]) == was_live);
  }

  void look() {
    REQUIRE(queue_.next_time() == (oracle_.empty() ? kNever : std::get<0>(*oracle_.begin())));
  }

  std::size_t pushed() const { return handles_.size(); }

  std::size_t size() const {
    REQUIRE(queue_.size() == oracle_.size());
    return oracle_.size();
  }

 private:
  EventQueue queue_;
  std::set<Key> oracle_;
  std::vector<EventHandle> handles_;
  std::vector<Key> keys_;
};

// `push_share` of 100 operations push, `cancel_share` cancel, some look, the rest pop.
void operate(Pair& pair, Dice& dice, Reach reach, std::uint64_t push_share,
             std::uint64_t cancel_share, int count) {
  for (int i = 0; i < count; ++i) {
    const std::uint64_t roll = dice.below(100);
    if (roll < push_share) {
      pair.push(increment(reach, dice), static_cast<EventClass>(dice.below(7)));
    } else if (roll < push_share + cancel_share) {
      // Half among the latest, which are likely to be live.
      const std::size_t span = dice.below(2) == 0 ? pair.pushed() : pair.pushed() / 8 + 1;
      if (pair.pushed() > 0) pair.cancel(pair.pushed() - 1 - dice.below(span) % pair.pushed());
    } else if (roll < push_share + cancel_share + 5) {
      pair.look();
    } else {
      pair.pop();
    }
    pair.size();
  }
}

void compare_with_tree(Reach reach, std::uint64_t seed) {
  Pair pair;
  Dice dice(seed);
  operate(pair, dice, reach, 70, 5, 6000);   // grow
  operate(pair, dice, reach, 45, 10, 6000);  // hold
  operate(pair, dice, reach, 50, 40, 6000);  // mostly cancel
  operate(pair, dice, reach, 20, 5, 4000);   // shrink
  operate(pair, dice, Reach::wide, 60, 5, 3000);
  operate(pair, dice, reach, 40, 5, 3000);
  while (pair.size() > 0) pair.pop();
}

TEST_CASE("random pushes, pops and cancels fire as from a balanced tree",
          "[engine][event-queue][differential]") {
  for (const auto reach :
       {Reach::same_instant, Reach::few_instants, Reach::wide, Reach::every_scale}) {
    for (const std::uint64_t seed : {1U, 42U, 46U}) {
      INFO("reach " << static_cast<int>(reach) << ", seed " << seed);
      compare_with_tree(reach, seed);
    }
  }
}

}  // namespace
