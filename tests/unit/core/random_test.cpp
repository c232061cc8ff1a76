#include "sim/core/random.h"

#include <cmath>
#include <set>

#include "tests/support/catch.h"

namespace {

using coldaisle::draw_bits;
using coldaisle::draw_uniform;
using coldaisle::Stream;

constexpr std::uint64_t kDraws = 100'000;

TEST_CASE("random bits are Philox4x32-10 with known answers", "[core][random]") {
  // The three vectors "philox4x32 10" of Random123's tests/kat_vectors, first two words.
  CHECK(draw_bits(0, Stream{0}, 0, 0) == 0xe169c58d6627e8d5U);
  CHECK(draw_bits(UINT64_MAX, Stream{UINT32_MAX}, UINT32_MAX, UINT64_MAX) == 0x41c83b0e408f276dU);
  CHECK(draw_bits(0x299f31d0a4093822U, Stream{0x03707344}, 0x13198a2e, 0x85a308d3243f6a88U) ==
        0x94fdccebd16cfe09U);
}

TEST_CASE("seed, stream, entity and both halves of the index each change the draw",
          "[core][random]") {
  const std::set<std::uint64_t> draws = {
      draw_bits(42, Stream::duration, 7, 1),
      draw_bits(43, Stream::duration, 7, 1),
      draw_bits(42 + (std::uint64_t{1} << 32), Stream::duration, 7, 1),
      draw_bits(42, Stream::placement, 7, 1),
      draw_bits(42, Stream::duration, 8, 1),
      draw_bits(42, Stream::duration, 7, 2),
      draw_bits(42, Stream::duration, 7, 1 + (std::uint64_t{1} << 32)),
  };
  CHECK(draws.size() == 7);
}

TEST_CASE("the greatest and the least bits still give a uniform strictly inside (0, 1)",
          "[core][random]") {
  // What draw_uniform does with all bits set and none: the centre of the last and first cell.
  CHECK((static_cast<double>(UINT64_MAX >> 12) + 0.5) * 0x1.0p-52 == 1 - 0x1.0p-53);
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const double u = draw_uniform(42, Stream::arrival_gap, 0, i);
    REQUIRE(u > 0);
    REQUIRE(u < 1);
    // Centred in one of 2^52 cells: nothing was rounded.
    const double cell = u * 0x1.0p52 - 0.5;
    REQUIRE(cell == static_cast<double>(draw_bits(42, Stream::arrival_gap, 0, i) >> 12));
  }
}

TEST_CASE("uniforms have the mean and variance of a uniform", "[core][random]") {
  for (const std::uint64_t seed : {1U, 42U, 20240101U}) {
    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      const double u = draw_uniform(seed, Stream::duration, 3, i) - 0.5;
      sum += u;
      squares += u * u;
    }
    const double n = kDraws;
    CHECK(std::fabs(sum / n) < 4 * std::sqrt(1.0 / 12 / n));
    // Var((U - 1/2)^2) = 1/80 - 1/144.
    CHECK(std::fabs(squares / n - 1.0 / 12) < 4 * std::sqrt((1.0 / 80 - 1.0 / 144) / n));
  }
}

// Correlation of two sequences of uniforms, times sqrt(n): about standard normal if independent.
template <typename Left, typename Right>
double correlation_score(Left left, Right right) {
  double sum = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) sum += (left(i) - 0.5) * (right(i) - 0.5);
  return 12 * sum / std::sqrt(static_cast<double>(kDraws));
}

TEST_CASE("streams, entities, seeds and successive draws are uncorrelated", "[core][random]") {
  const auto base = [](std::uint64_t i) { return draw_uniform(42, Stream::duration, 0, i); };
  CHECK(std::fabs(correlation_score(base, [](std::uint64_t i) {
          return draw_uniform(42, Stream::arrival_gap, 0, i);
        })) < 4);
  CHECK(std::fabs(correlation_score(
            base, [](std::uint64_t i) { return draw_uniform(42, Stream::duration, 1, i); })) < 4);
  CHECK(std::fabs(correlation_score(
            base, [](std::uint64_t i) { return draw_uniform(43, Stream::duration, 0, i); })) < 4);
  CHECK(std::fabs(correlation_score(base, [&](std::uint64_t i) { return base(i + 1); })) < 4);
}

}  // namespace
