#pragma once

#include <cstdint>
#include <cstdlib>

namespace coldaisle::test {

// The first seed of a statistical test: 1, fixed beforehand; scripts/soak sets fresh ones.
inline std::uint64_t first_seed() {
  const char* text = std::getenv("COLDAISLE_FIRST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

}  // namespace coldaisle::test
