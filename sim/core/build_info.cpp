#include "sim/core/build_info.h"

namespace coldaisle {

const char* tool_version() {
  return "0.1.0";
}

const char* git_sha() {
  return "unknown";
}

}  // namespace coldaisle
