#pragma once

#include <string>

#include "tests/support/catch.h"

namespace coldaisle::test {

// Matches text that contains `part`, whichever Catch2 there is.
inline auto contains(const std::string& part) {
#if defined(COLDAISLE_CATCH2_V3)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Contains(part);
#endif
}

}  // namespace coldaisle::test
