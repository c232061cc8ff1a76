#include "sim/core/special_functions.h"

#include <cmath>
#include <vector>

#include "tests/support/catch.h"

namespace {

using coldaisle::gamma_quantile;
using coldaisle::gamma_share_above;
using coldaisle::gamma_share_below;
using coldaisle::log_gamma;
using coldaisle::normal_quantile;

// from, from * ratio, from * ratio^2, ... below `end`.
std::vector<double> geometric(double from, double end, double ratio) {
  std::vector<double> values;
  while (from < end) {
    values.push_back(from);
    from *= ratio;
  }
  return values;
}

TEST_CASE("the share of a normal below its quantile is the share asked for", "[core][special]") {
  double worst = 0;
  for (const double u : geometric(1e-300, 0.5, 1.01)) {
    const double share = 0.5 * std::erfc(-normal_quantile(u) / std::sqrt(2.0));
    // A relative error e of z shows as z^2 e in the share of a far tail.
    const double z = normal_quantile(u);
    worst = std::max(worst, std::fabs(share / u - 1) / std::max(1.0, z * z));
  }
  CHECK(worst < 2e-15);
}

TEST_CASE("normal quantiles are those of the tables, and symmetric", "[core][special]") {
  CHECK(normal_quantile(0.5) == 0);
  CHECK(normal_quantile(0.975) == Approx(1.9599639845400545).epsilon(1e-15));
  CHECK(normal_quantile(0.25) == -normal_quantile(0.75));
  CHECK(normal_quantile(0.0625) == -normal_quantile(0.9375));
  // Wichura's own check values.
  CHECK(normal_quantile(0.25) == Approx(-0.6744897501960817).epsilon(1e-15));
  CHECK(normal_quantile(0.001) == Approx(-3.090232306167814).epsilon(1e-15));
  CHECK(normal_quantile(1e-20) == Approx(-9.262340089798408).epsilon(1e-15));
}

TEST_CASE("log gamma agrees with the C library", "[core][special]") {
  double worst = 0;
  for (const double x : geometric(1e-6, 1e6, 1.003)) {
    const double truth = std::lgamma(x);
    worst = std::max(worst, std::fabs(log_gamma(x) - truth) / std::max(1.0, std::fabs(truth)));
  }
  CHECK(worst < 4e-15);
}

TEST_CASE("the incomplete gamma function has its closed forms", "[core][special]") {
  for (const double x : geometric(0.01, 40, 1.1)) {
    CHECK(gamma_share_above(1, x) == Approx(std::exp(-x)).epsilon(1e-13));
    CHECK(gamma_share_below(0.5, x) == Approx(std::erf(std::sqrt(x))).epsilon(1e-13));
    CHECK(gamma_share_above(3, x) == Approx(std::exp(-x) * (1 + x + x * x / 2)).epsilon(1e-13));
  }
  CHECK(gamma_share_below(2, 0) == 0);
  CHECK(gamma_share_above(2, 0) == 1);
}

TEST_CASE("gamma quantiles invert the incomplete gamma function", "[core][special]") {
  for (const double shape : {0.05, 0.2, 0.9, 1.0, 1.5, 5.0, 30.0, 200.0, 5000.0}) {
    double worst = 0;
    for (int i = 1; i < 400; ++i) {
      const double u = i / 400.0;
      const double x = gamma_quantile(shape, u);
      const double error =
          u < 0.5 ? gamma_share_below(shape, x) / u - 1 : gamma_share_above(shape, x) / (1 - u) - 1;
      worst = std::max(worst, std::fabs(error));
    }
    // One ulp of x shows as shape ulps of the share, and log gamma loses as much.
    CHECK(worst < 1e-13 * std::max(1.0, shape / 20));
  }
}

TEST_CASE("gamma quantiles hold in the far tails and where they underflow", "[core][special]") {
  CHECK(gamma_quantile(1, 0x1.0p-53) == Approx(0x1.0p-53).epsilon(1e-13));
  CHECK(gamma_quantile(1, 1 - 0x1.0p-53) == Approx(53 * std::log(2.0)).epsilon(1e-13));
  CHECK(gamma_quantile(0.5, 1 - 0x1.0p-53) ==
        Approx(std::pow(normal_quantile(0x1.0p-54), 2) / 2).epsilon(1e-12));
  CHECK(gamma_quantile(0.01, 1e-9) == 0);
}

TEST_CASE("special functions give these very bits", "[core][special]") {
  CHECK(normal_quantile(0.3) == -0x1.0c7e39582c5fap-1);
  CHECK(normal_quantile(0.999) == 0x1.8b8cbb720447p+1);
  CHECK(normal_quantile(1e-12) == -0x1.c234fba57a32ap+2);
  CHECK(log_gamma(0.3) == 0x1.188637a6c4199p+0);
  CHECK(log_gamma(12.5) == 0x1.2bbfe32d3aa8p+4);
  CHECK(gamma_share_below(2.5, 1.25) == 0x1.c9bcf3c0293b8p-3);
  CHECK(gamma_share_above(2.5, 7.5) == 0x1.538d973aacf6dp-7);
  CHECK(gamma_quantile(0.3, 0.2) == 0x1.aca6629c55456p-9);
  CHECK(gamma_quantile(0.3, 0.99) == 0x1.51d828c530cp+1);
  CHECK(gamma_quantile(40, 0.6) == 0x1.4a43d70bbb60ep+5);
}

}  // namespace
