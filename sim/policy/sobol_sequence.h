#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coldaisle {

// Sobol's sequence, unscrambled, in Gray-code order, with the direction numbers of Joe and Kuo
// (SIAM J. Sci. Comput. 30, 2008; "new-joe-kuo-6"), which are Boost's. Point 0 is the origin.
class SobolSequence {
 public:
  explicit SobolSequence(std::size_t dimensions);

  // Coordinates of a point, each in [0, 1) and a multiple of 2^-32.
  std::vector<double> point(std::uint32_t index) const;

 private:
  std::size_t dimensions_;
  std::vector<std::uint32_t> directions_;  // [bit][dimension]
};

}  // namespace coldaisle
