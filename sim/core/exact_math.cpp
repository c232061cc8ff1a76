#include "sim/core/exact_math.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace coldaisle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// ln 2 in two parts; the first has 32 significant bits, so that its product with an exponent is
// exact (fdlibm, e_exp.c).
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;

constexpr int kMantissaBits = 52;
constexpr int kExponentBias = 1023;

// 2^exponent, for normal results only.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kExponentBias)
                               << kMantissaBits);
}

// (exp(r) - 1 - r) / r^2 for |r| <= ln(2)/2, by its Taylor series: the first term left out is
// r^14/14! < 2^-57 of the result.
double exp_tail(double r) {
  constexpr double kInverseFactorials[] = {
      1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
      1.0 / 5040,       1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      1.0 / 2};
  double sum = 0;
  for (const double coefficient : kInverseFactorials) sum = sum * r + coefficient;
  return sum;
}

// log((1 + s)/(1 - s)) / s - 2 for |s| <= 0.1716, from its series 2 (s^2/3 + s^4/5 + …); the first
// term left out is below 2^-60.
double log_tail(double s) {
  constexpr double kCoefficients[] = {2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13,
                                      2.0 / 11, 2.0 / 9,  2.0 / 7,  2.0 / 5,  2.0 / 3};
  const double square = s * s;
  double sum = 0;
  for (const double coefficient : kCoefficients) sum = (sum + coefficient) * square;
  return sum;
}

}  // namespace

double exact_exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return kInfinity;  // ln of the greatest double
  if (x < -745.1332191019412) return 0;        // ln of half the least one
  const int exponent = static_cast<int>(x * kInverseLn2 + (x < 0 ? -0.5 : 0.5));
  const double high = x - exponent * kLn2High;
  const double low = exponent * kLn2Low;
  const double r = high - low;
  const double result = 1 + (high + (r * r * exp_tail(r) - low));
  // In two steps, the first of them exact: 2^1024 does not exist, and the result may be subnormal.
  if (exponent < 0) return result * power_of_two(exponent + 1000) * power_of_two(-1000);
  return result * power_of_two(exponent - 1) * 2;
}

double exact_log(double x) {
  if (x != x || x == kInfinity) return x;
  if (x == 0) return -kInfinity;
  if (x < 0) return kNan;
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> kMantissaBits) - kExponentBias;
  constexpr std::uint64_t kMantissaMask = (std::uint64_t{1} << kMantissaBits) - 1;
  double mantissa =
      std::bit_cast<double>((bits & kMantissaMask) | std::bit_cast<std::uint64_t>(1.0));
  if (mantissa > kSqrt2) {
    mantissa /= 2;
    ++exponent;
  }
  // log(1 + f) = f - f^2/2 + s (f^2/2 + tail), so that the largest term, f, is exact (fdlibm).
  const double f = mantissa - 1;
  const double s = f / (2 + f);
  const double half_square = 0.5 * f * f;
  const double correction = s * (half_square + log_tail(s));
  return exponent * kLn2High - ((half_square - (correction + exponent * kLn2Low)) - f);
}

double exact_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  return exact_exp(y * exact_log(x));
}

}  // namespace coldaisle
