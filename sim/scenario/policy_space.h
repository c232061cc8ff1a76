#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/error.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// How many policies a space has, part by part, and what two parts of it must not both say.

// Policies of a grid; a number beyond 64 bits counts as the largest.
struct GridSize {
  std::int64_t policies = 0;
  std::int64_t left_out = 0;  // combinations whose weights are all 0
};

GridSize grid_size(const PolicyGrid& grid);

// The preset that stands for the six policies that FGD's authors published (PLACEMENT, section 1).
inline constexpr const char* kPublishedPreset = "published";

// The presets with "published" replaced by its six rules.
std::vector<std::string> expand_presets(const std::vector<std::string>& presets);

// The id of entry `index` of the list: its own, else "list-N" with N from 1.
std::string list_id(const std::vector<PolicyChoice>& list, std::size_t index);

// N of an id of the form "PREFIX-N" as they are generated: from 1, without leading zeros.
std::optional<std::int64_t> generated_number(std::string_view id, std::string_view prefix);

// What is wrong with a space as a whole (no policies, too many, one id twice), each with its JSON
// pointer and the remedy.
std::vector<Problem> policy_problems(const PolicySpace& space);

}  // namespace coldaisle
