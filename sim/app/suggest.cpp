#include "sim/app/suggest.h"

#include <algorithm>
#include <numeric>

namespace coldaisle {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::string_view::npos;
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(word, candidate);
    const auto limit = std::max<std::size_t>(2, candidate.size() / 3);
    // A word that shares no letter with the candidate is no slip of the finger.
    const bool near = distance <= limit && distance < std::max(word.size(), candidate.size());
    if (near && distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace coldaisle
