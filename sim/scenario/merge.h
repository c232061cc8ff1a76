#pragma once

#include <string>
#include <vector>

#include "sim/core/json_document.h"
#include "sim/scenario/load.h"

namespace coldaisle {

// Applies `patch` to `target` as a JSON merge patch (RFC 7396); both keep their places.
void merge_patch(JsonValue& target, JsonValue patch);

// Replaces a tree that has a key `extends` by its base files with the tree applied to them. `path`
// is the tree's file; a base is relative to the file that names it.
void apply_extends(JsonValue& tree, const std::string& path, std::vector<Problem>& problems);

// Sets the values that --set names. Missing objects on the way are made; an index into a list must
// exist (or be "-", which appends).
void apply_overrides(JsonValue& tree, const std::vector<Override>& overrides,
                     std::vector<Problem>& problems);

// Sets /seed, as --seed does.
void apply_seed(JsonValue& tree, std::uint64_t seed);

}  // namespace coldaisle
