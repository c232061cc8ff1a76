#include "sim/policy/sobol_sequence.h"

#include <boost/random/sobol.hpp>

namespace coldaisle {

namespace {

constexpr unsigned kBits = 32;

}  // namespace

SobolSequence::SobolSequence(std::size_t dimensions) : dimensions_(dimensions) {
  directions_.reserve(kBits * dimensions);
  boost::random::sobol_engine<std::uint32_t, kBits> engine(dimensions);
  for (unsigned bit = 0; bit < kBits; ++bit) {
    // Point 2^(bit+1) - 1 has this bit alone in its Gray code. The engine's seed counts from
    // point 1.
    const auto index = static_cast<std::uint32_t>((std::uint64_t{2} << bit) - 1);
    engine.seed(index - 1);
    for (std::size_t i = 0; i < dimensions; ++i) directions_.push_back(engine());
  }
}

std::vector<double> SobolSequence::point(std::uint32_t index) const {
  std::vector<double> coordinates(dimensions_);
  const auto gray = index ^ (index >> 1);
  for (std::size_t i = 0; i < dimensions_; ++i) {
    std::uint32_t sum = 0;
    for (unsigned bit = 0; bit < kBits; ++bit) {
      if ((gray >> bit & 1U) != 0) sum ^= directions_[bit * dimensions_ + i];
    }
    coordinates[i] = sum * 0x1.0p-32;
  }
  return coordinates;
}

}  // namespace coldaisle
