#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coldaisle {

// The candidate fewest edits (Levenshtein) away from `word`, or empty when even that one differs in
// more than a third of its letters (at least two edits are always forgiven). First one wins ties.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace coldaisle
