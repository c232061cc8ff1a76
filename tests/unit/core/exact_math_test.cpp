#include "sim/core/exact_math.h"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "sim/core/random.h"
#include "tests/support/catch.h"

namespace {

using coldaisle::exact_exp;
using coldaisle::exact_log;
using coldaisle::exact_pow;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Distance from the truth, in units in the last place of a double there.
double ulps(double got, long double truth) {
  int exponent = 0;
  std::frexp(truth, &exponent);
  const long double unit = std::ldexp(1.0L, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs(static_cast<long double>(got) - truth) / unit);
}

double draw(std::uint64_t index, double from, double to) {
  return from + (to - from) * coldaisle::draw_uniform(1, coldaisle::Stream::duration, 0, index);
}

// The greatest error of exp at 200,000 points of each interval.
double worst_exp(std::initializer_list<std::pair<double, double>> intervals) {
  static_assert(std::numeric_limits<long double>::digits >= 64, "the reference needs more digits");
  double worst = 0;
  for (const auto& [from, to] : intervals) {
    for (std::uint64_t i = 0; i < 200'000; ++i) {
      const double x = draw(i, from, to);
      worst = std::max(worst, ulps(exact_exp(x), std::exp(static_cast<long double>(x))));
    }
  }
  return worst;
}

TEST_CASE("exp is within 1 ulp of the truth, 1.5 where the result is subnormal",
          "[core][exact-math]") {
  CHECK(worst_exp({{-708.3, 709.7}, {-1, 1}, {-1e-6, 1e-6}}) < 1);
  CHECK(worst_exp({{-745, -708.3}}) < 1.5);
}

TEST_CASE("log is within 1 ulp of the truth over its whole range", "[core][exact-math]") {
  double worst = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    for (const double x :
         {std::exp(draw(i, -744, 709.7)), draw(i, 0.5, 2), draw(i, 0.999, 1.001)}) {
      worst = std::max(worst, ulps(exact_log(x), std::log(static_cast<long double>(x))));
    }
  }
  CHECK(worst < 1);
}

TEST_CASE("pow is within 1e-15 times the exponent it works with", "[core][exact-math]") {
  double worst = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const double x = std::exp(draw(i, -20, 20));
    const double y = draw(i + 100'000, -3, 3);
    const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    const double error = static_cast<double>(std::fabs(exact_pow(x, y) / truth - 1));
    worst = std::max(worst, error / std::max(1.0, std::fabs(y * std::log(x))));
  }
  CHECK(worst < 1e-15);
}

TEST_CASE("the ends of the range are those of the C library", "[core][exact-math]") {
  CHECK(exact_exp(0) == 1);
  CHECK(exact_exp(kInfinity) == kInfinity);
  CHECK(exact_exp(-kInfinity) == 0);
  CHECK(exact_exp(710) == kInfinity);
  CHECK(exact_exp(-746) == 0);
  CHECK(exact_exp(-745) == std::numeric_limits<double>::denorm_min());
  CHECK(std::isnan(exact_exp(std::nan(""))));
  CHECK(exact_log(1) == 0);
  CHECK(exact_log(0) == -kInfinity);
  CHECK(exact_log(kInfinity) == kInfinity);
  CHECK(std::isnan(exact_log(-1)));
  CHECK(std::isnan(exact_log(std::nan(""))));
  CHECK(exact_pow(0, 2) == 0);
  CHECK(exact_pow(0, -2) == kInfinity);
  CHECK(exact_pow(7, 0) == 1);
}

TEST_CASE("exp, log and pow give these very bits", "[core][exact-math]") {
  CHECK(exact_exp(1) == 0x1.5bf0a8b14576ap+1);
  CHECK(exact_exp(-0.3) == 0x1.7b4c869c37c05p-1);
  CHECK(exact_exp(123.456) == 0x1.1428e1cbc0143p+178);
  CHECK(exact_exp(-740.25) == 0x0.0000000000042p-1022);
  CHECK(exact_log(2) == 0x1.62e42fefa39efp-1);
  CHECK(exact_log(10) == 0x1.26bb1bbb55516p+1);
  CHECK(exact_log(0.7071067811865475) == -0x1.62e42fefa39f1p-2);
  CHECK(exact_log(1e-310) == -0x1.64e69394d9508p+9);
  CHECK(exact_pow(1.7, 2.9) == 0x1.2a2eaa916d7f2p+2);
  CHECK(exact_pow(86400, -0.667) == 0x1.0b3f9cb0ed19dp-11);
}

}  // namespace
