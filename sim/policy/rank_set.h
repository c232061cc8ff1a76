#pragma once

#include <cstdint>

#include "sim/core/host_device.h"

namespace coldaisle {

// A set of whole numbers in [0, capacity) as a tree of bits, 64 to a word: insert, erase and the
// next member after a number take a step or two a level (four levels hold 16 million). The words
// belong to the caller: `words_needed(capacity)` of them, all 0 for an empty set.
class RankSet {
 public:
  static constexpr std::int32_t kNone = -1;

  static constexpr std::int64_t words_needed(std::int64_t capacity) {
    std::int64_t words = 0;
    do {
      capacity = (capacity + 63) / 64;
      words += capacity;
    } while (capacity > 1);
    return words;
  }

  RankSet() = default;

  COLDAISLE_HD RankSet(std::uint64_t* words, std::int64_t capacity) {
    do {
      capacity = (capacity + 63) / 64;
      level_[levels_++] = words;
      words += capacity;
    } while (capacity > 1);
  }

  COLDAISLE_HD void insert(std::int32_t rank) {
    for (int level = 0; level < levels_; ++level, rank >>= 6) {
      level_[level][rank >> 6] |= std::uint64_t{1} << (rank & 63);
    }
  }

  COLDAISLE_HD void erase(std::int32_t rank) {
    for (int level = 0; level < levels_; ++level, rank >>= 6) {
      level_[level][rank >> 6] &= ~(std::uint64_t{1} << (rank & 63));
      if (level_[level][rank >> 6] != 0) return;
    }
  }

  COLDAISLE_HD bool empty() const { return level_[levels_ - 1][0] == 0; }

  COLDAISLE_HD std::int32_t first() const { return empty() ? kNone : descend(levels_ - 1, 0); }

  // The least member above `rank`, or kNone.
  COLDAISLE_HD std::int32_t next(std::int32_t rank) const {
    for (int level = 0; level < levels_; ++level, rank >>= 6) {
      const int bit = rank & 63;
      const std::uint64_t above = bit == 63 ? 0 : level_[level][rank >> 6] >> (bit + 1);
      if (above == 0) continue;
      const std::int32_t found = rank + 1 + lowest_bit(above);
      return level == 0 ? found : descend(level - 1, found);
    }
    return kNone;
  }

 private:
  static constexpr int kMostLevels = 6;

  COLDAISLE_HD static int lowest_bit(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
    return __ffsll(static_cast<long long>(word)) - 1;
#else
    return __builtin_ctzll(word);
#endif
  }

  // The least member below word `word` of `level`, which is not 0.
  COLDAISLE_HD std::int32_t descend(int level, std::int32_t word) const {
    for (; level >= 0; --level) word = word * 64 + lowest_bit(level_[level][word]);
    return word;
  }

  std::uint64_t* level_[kMostLevels] = {};
  int levels_ = 0;
};

}  // namespace coldaisle
