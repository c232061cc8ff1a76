#include "sim/core/special_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim/core/error.h"
#include "sim/core/exact_math.h"

namespace coldaisle {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Degree-7 polynomial, coefficients from the constant term up.
double polynomial(const std::array<double, 8>& coefficients, double x) {
  double sum = 0;
  for (auto term = coefficients.rbegin(); term != coefficients.rend(); ++term) {
    sum = sum * x + *term;
  }
  return sum;
}

// One rational approximation of AS 241.
struct Rational {
  std::array<double, 8> numerator;
  std::array<double, 8> denominator;

  double operator()(double x) const {
    return polynomial(numerator, x) / polynomial(denominator, x);
  }
};

// Wichura (1988): the centre, |u - 0.5| <= 0.425.
constexpr Rational kCentre = {
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
     1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
     3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
     2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
     5.2264952788528545610e3}};

// The shoulders, sqrt(-ln(tail)) <= 5.
constexpr Rational kShoulder = {
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
     3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
     2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};

// The far tails.
constexpr Rational kTail = {
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
     2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
     2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15}};

// x^shape e^-x / Gamma(shape): x times the density.
double gamma_front(double shape, double x) {
  return exact_exp(shape * exact_log(x) - x - log_gamma(shape));
}

constexpr int kMaxTerms = 1'000'000;

// P by its power series, for x < shape + 1 (Abramowitz and Stegun, 6.5.29).
double share_by_series(double shape, double x) {
  double term = 1 / shape;
  double sum = term;
  for (int n = 1; n < kMaxTerms && term > sum * kEpsilon / 4; ++n) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum * gamma_front(shape, x);
}

// Q by its continued fraction, for x >= shape + 1 (Abramowitz and Stegun, 6.5.31), evaluated by
// Lentz's method.
double share_by_fraction(double shape, double x) {
  double b = x + 1 - shape;
  double c = std::numeric_limits<double>::max();
  double d = 1 / b;
  double product = d;
  for (int n = 1; n < kMaxTerms; ++n) {
    const double a = -n * (n - shape);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const double factor = c * d;
    product *= factor;
    if (std::fabs(factor - 1) < kEpsilon) break;
  }
  return product * gamma_front(shape, x);
}

// Where Newton's method starts.
double first_guess(double shape, double u) {
  // P(a, x) <= x^a / Gamma(a + 1), and close to it where x is small.
  const double small = exact_exp((exact_log(u) + log_gamma(shape + 1)) / shape);
  if (shape < 1 || small < 0.1 * shape) return small;
  // Wilson and Hilferty (1931): the cube root is nearly normal.
  const double cube_root = 1 - 1 / (9 * shape) + normal_quantile(u) / (3 * std::sqrt(shape));
  return cube_root > 0.1 ? shape * cube_root * cube_root * cube_root : small;
}

}  // namespace

double normal_quantile(double u) {
  const double q = u - 0.5;
  if (std::fabs(q) <= 0.425) return q * kCentre(0.180625 - q * q);
  const double r = std::sqrt(-exact_log(q < 0 ? u : 1 - u));
  const double z = r <= 5 ? kShoulder(r - 1.6) : kTail(r - 5);
  return q < 0 ? -z : z;
}

double log_gamma(double x) {
  // Lanczos (SIAM J. Numer. Anal. B 1, 1964) with Godfrey's coefficients for g = 7, n = 9.
  constexpr double kG = 7;
  constexpr std::array<double, 8> kCoefficients = {
      676.5203681218851,  -1259.1392167224028,  771.32342877765313,    -176.61502916214059,
      12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  if (x < 0.5) return log_gamma(x + 1) - exact_log(x);
  double sum = 0.99999999999980993;
  for (std::size_t i = 0; i < kCoefficients.size(); ++i) {
    sum += kCoefficients[i] / (x + static_cast<double>(i));
  }
  const double t = x + kG - 0.5;
  return kHalfLogTwoPi + (x - 0.5) * exact_log(t) - t + exact_log(sum);
}

double gamma_share_below(double shape, double x) {
  if (x <= 0) return 0;
  return x < shape + 1 ? share_by_series(shape, x) : 1 - share_by_fraction(shape, x);
}

double gamma_share_above(double shape, double x) {
  if (x <= 0) return 1;
  return x < shape + 1 ? 1 - share_by_series(shape, x) : share_by_fraction(shape, x);
}

double gamma_quantile(double shape, double u) {
  expects(shape > 0 && u > 0 && u < 1, "a gamma quantile needs shape > 0 and 0 < u < 1");
  double x = first_guess(shape, u);
  if (x < 1e-300) return 0;
  double below = 0;
  double above = std::numeric_limits<double>::infinity();
  // Newton's method in ln x, kept between the bounds that the signs so far have proved. The smaller
  // of the two shares is compared, since the other has lost its digits.
  for (int i = 0; i < 100; ++i) {
    const double excess =
        u < 0.5 ? gamma_share_below(shape, x) - u : (1 - u) - gamma_share_above(shape, x);
    (excess < 0 ? below : above) = x;
    const double step = std::clamp(-excess / gamma_front(shape, x), -2.0, 2.0);
    double next = x * exact_exp(step);
    if (!(next > below && next < above)) next = above < 1e300 ? below + (above - below) / 2 : 2 * x;
    if (std::fabs(next - x) <= kEpsilon * x) return next;
    x = next;
  }
  return x;
}

}  // namespace coldaisle
