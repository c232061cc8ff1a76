#include "sim/policy/sobol_sequence.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace coldaisle {
namespace {

TEST_CASE("the first points of Sobol's sequence are those that Joe and Kuo publish",
          "[policy][sobol]") {
  // Output of their program sobol.cc for new-joe-kuo-6, N = 10, D = 3.
  const std::vector<std::vector<double>> expected = {
      {0, 0, 0},
      {0.5, 0.5, 0.5},
      {0.75, 0.25, 0.25},
      {0.25, 0.75, 0.75},
      {0.375, 0.375, 0.625},
      {0.875, 0.875, 0.125},
      {0.625, 0.125, 0.875},
      {0.125, 0.625, 0.375},
      {0.1875, 0.3125, 0.9375},
      {0.6875, 0.8125, 0.4375},
  };
  const SobolSequence sequence(3);
  for (std::uint32_t i = 0; i < expected.size(); ++i) CHECK(sequence.point(i) == expected[i]);
}

TEST_CASE("the fourth dimension follows from its direction numbers 1, 3, 1", "[policy][sobol]") {
  // 1/2, 3/4, 1/8, summed without carry by the Gray code of the point.
  const SobolSequence sequence(4);
  const std::vector<double> expected = {0, 0.5, 0.25, 0.75, 0.875, 0.375, 0.625, 0.125};
  for (std::uint32_t i = 0; i < expected.size(); ++i) CHECK(sequence.point(i)[3] == expected[i]);
}

TEST_CASE("each dimension's first 1024 points lie in 1024 different cells", "[policy][sobol]") {
  constexpr std::size_t kDimensions = 16;
  const SobolSequence sequence(kDimensions);
  std::vector<std::vector<int>> cells(kDimensions);
  for (std::uint32_t i = 0; i < 1024; ++i) {
    const auto point = sequence.point(i);
    for (std::size_t d = 0; d < kDimensions; ++d) {
      cells[d].push_back(static_cast<int>(point[d] * 1024));
    }
  }
  for (auto& found : cells) {
    std::sort(found.begin(), found.end());
    CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
  }
}

}  // namespace
}  // namespace coldaisle
