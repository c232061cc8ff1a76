#pragma once

#include <string>

#include "models/catalog.h"
#include "sim/scenario/load.h"

namespace coldaisle::test {

// A catalogue of three GPUs and nodes that tests may rely on whatever the real one holds.
const Catalog& small_catalog();

// Options with the small catalogue and a fixed vocabulary.
LoadOptions sample_options();

// A valid scenario that uses nearly every key.
std::string rich_scenario();

// A valid scenario of few lines; the fleet's rack group is "dgx-a100".
std::string plain_scenario();

}  // namespace coldaisle::test
