#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coldaisle {

// The name with the fewest edits to `text`, or empty when none is near: at most a third of the
// letters edited, and at least one edit allowed. Case counts less than a letter.
std::string nearest_name(std::string_view text, const std::vector<std::string>& names);

// The remedy for a wrong name: "; did you mean "best_fit"?", else "; allowed: a, b, c" (the first
// 20 of them).
std::string name_remedy(std::string_view text, const std::vector<std::string>& names);

}  // namespace coldaisle
