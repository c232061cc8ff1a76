#include "sim/core/nearest_name.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace coldaisle {

namespace {

constexpr std::size_t kLongestName = 64;  // longer texts are no slips of the pen
constexpr std::size_t kShownNames = 20;
constexpr int kEdit = 4;  // cost of one edit; a difference of case, '-' or '_' costs 1

bool nearly_equal(char a, char b) {
  const auto plain = [](char byte) {
    return byte == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
  };
  return plain(a) == plain(b);
}

// Levenshtein distance with swaps of neighbours as one edit, in quarters of an edit.
int distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1);  // two rows up
  std::vector<int> above(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j) * kEdit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i) * kEdit;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : nearly_equal(a[i - 1], b[j - 1]) ? 1 : kEdit;
      row[j] = std::min({above[j - 1] + change, above[j] + kEdit, row[j - 1] + kEdit});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + kEdit);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view text, const std::vector<std::string>& names) {
  std::string best;
  if (text.size() > kLongestName) return best;
  int best_distance = std::max(kEdit, static_cast<int>(text.size()) * kEdit / 3) + 1;
  for (const auto& name : names) {
    if (name.size() > kLongestName) continue;
    const int found = distance(text, name);
    if (found >= best_distance) continue;
    best_distance = found;
    best = name;
  }
  return best;
}

std::string name_remedy(std::string_view text, const std::vector<std::string>& names) {
  const auto nearest = nearest_name(text, names);
  if (!nearest.empty()) return fmt::format("; did you mean \"{}\"?", nearest);
  if (names.empty()) return "; there are none to choose from";
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kShownNames); ++i) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", names[i]);
  }
  if (names.size() > kShownNames) list += fmt::format(" and {} more", names.size() - kShownNames);
  return fmt::format("; allowed: {}", list);
}

}  // namespace coldaisle
