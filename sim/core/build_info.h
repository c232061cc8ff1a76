#pragma once

namespace coldaisle {

// Version of this program, e.g. "0.1.0".
const char* tool_version();

// Commit that this program was built from, or "unknown".
const char* git_sha();

}  // namespace coldaisle
