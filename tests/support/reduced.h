#pragma once

#include <cstdlib>

namespace coldaisle::test {

// True where tests shall do with less work: under sanitizers (COLDAISLE_REDUCED=1).
inline bool reduced() {
  return std::getenv("COLDAISLE_REDUCED") != nullptr;
}

}  // namespace coldaisle::test
