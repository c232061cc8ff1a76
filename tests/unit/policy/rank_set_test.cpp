#include "sim/policy/rank_set.h"

#include <random>
#include <set>
#include <vector>

#include "tests/support/catch.h"

namespace coldaisle {
namespace {

// A RankSet and a balanced tree that get the same operations.
class Pair {
 public:
  explicit Pair(std::int32_t capacity)
      : capacity_(capacity),
        words_(static_cast<std::size_t>(RankSet::words_needed(capacity))),
        ranks_(words_.data(), capacity) {}

  void change(std::int32_t rank, bool insert) {
    if (insert) {
      ranks_.insert(rank);
      tree_.insert(rank);
    } else {
      ranks_.erase(rank);
      tree_.erase(rank);
    }
  }

  // Puts in, or takes out, every rank of [first, last].
  void fill(std::int32_t first, std::int32_t last, bool insert) {
    for (auto rank = first; rank <= last; ++rank) change(rank, insert);
  }

  bool agree_after(std::int32_t rank) const {
    const auto next = tree_.upper_bound(rank);
    return ranks_.next(rank) == (next == tree_.end() ? RankSet::kNone : *next);
  }

  bool agree() const {
    if (ranks_.empty() != tree_.empty()) return false;
    auto rank = ranks_.first();
    for (const auto expected : tree_) {
      if (rank != expected) return false;
      rank = ranks_.next(rank);
    }
    return rank == RankSet::kNone && agree_after(0) && agree_after(capacity_ - 1);
  }

 private:
  std::int32_t capacity_;
  std::vector<std::uint64_t> words_;
  RankSet ranks_;
  std::set<std::int32_t> tree_;
};

constexpr std::int32_t kCapacities[] = {1, 63, 64, 65, 4096, 4097, 300'000};

TEST_CASE("a set of ranks needs a bit a rank and one word for 64 below", "[policy][rank-set]") {
  CHECK(RankSet::words_needed(1) == 1);
  CHECK(RankSet::words_needed(64) == 1);
  CHECK(RankSet::words_needed(65) == 2 + 1);
  CHECK(RankSet::words_needed(4096) == 64 + 1);
  CHECK(RankSet::words_needed(4097) == 65 + 2 + 1);
}

TEST_CASE("a set of ranks and a balanced tree agree after random operations",
          "[policy][rank-set]") {
  for (const auto capacity : kCapacities) {
    std::mt19937_64 random(static_cast<std::uint64_t>(capacity));
    Pair pair(capacity);
    for (int step = 1; step <= 20'000; ++step) {
      const auto rank = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(capacity));
      // Long runs of more insertions than removals, and the reverse.
      pair.change(rank, random() % 4 < (step / 2'000 % 2 == 0 ? 3U : 1U));
      INFO("capacity " << capacity << ", step " << step << ", rank " << rank);
      REQUIRE(pair.agree_after(rank));
      if (step % 1'000 == 0) REQUIRE(pair.agree());
    }
  }
}

TEST_CASE("a set of ranks can be full, and empty again", "[policy][rank-set]") {
  for (const auto capacity : kCapacities) {
    INFO("capacity " << capacity);
    Pair pair(capacity);
    CHECK(pair.agree());
    pair.fill(0, capacity - 1, true);
    CHECK(pair.agree());
    pair.fill(1, capacity - 1, false);
    CHECK(pair.agree());
    pair.fill(0, 0, false);
    CHECK(pair.agree());
    pair.fill(capacity - 1, capacity - 1, true);
    CHECK(pair.agree());
  }
}

TEST_CASE("a rank put in twice is there once, and one that is not there can be taken out",
          "[policy][rank-set]") {
  Pair pair(65);
  for (const bool insert : {true, true, false, false, true}) {
    pair.change(64, insert);
    CHECK(pair.agree());
  }
}

}  // namespace
}  // namespace coldaisle
