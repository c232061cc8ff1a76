#pragma once

#include "models/catalog.h"
#include "sim/core/fields.h"

namespace coldaisle {

// The keys of a catalogue file. Plain numbers, in the unit that the key names.
void describe(Fields& fields, GpuSpec& gpu);
void describe(Fields& fields, NodeSpec& node);

}  // namespace coldaisle
