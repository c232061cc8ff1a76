#pragma once

#include <string>

#include "sim/app/verbs.h"

namespace coldaisle::test {

// Path of a shipped scenario.
inline std::string scenario_file(const std::string& name) {
  return std::string(COLDAISLE_SOURCE_DIR "/scenarios/") + name;
}

// Load options with this build's vocabulary and the default data folder.
inline LoadOptions scenario_options() {
  return load_options(CommonOptions{});
}

}  // namespace coldaisle::test
