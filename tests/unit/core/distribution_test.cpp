#include "sim/core/distribution.h"

#include <cmath>
#include <limits>

#include "sim/core/error.h"
#include "sim/core/random.h"
#include "tests/support/catch.h"

namespace {

using coldaisle::Distribution;
using coldaisle::DistributionKind;
using coldaisle::mean_of;
using coldaisle::quantile;

Distribution of_kind(DistributionKind kind) {
  Distribution distribution;
  distribution.kind = kind;
  return distribution;
}

Distribution exponential(double mean) {
  auto distribution = of_kind(DistributionKind::exponential);
  distribution.mean = mean;
  return distribution;
}

Distribution lognormal(double median, double sigma) {
  auto distribution = of_kind(DistributionKind::lognormal);
  distribution.median = median;
  distribution.sigma = sigma;
  return distribution;
}

Distribution weibull(double shape, double scale) {
  auto distribution = of_kind(DistributionKind::weibull);
  distribution.shape = shape;
  distribution.scale = scale;
  return distribution;
}

Distribution pareto(double shape, double minimum, double maximum) {
  auto distribution = of_kind(DistributionKind::pareto);
  distribution.shape = shape;
  distribution.minimum = minimum;
  distribution.maximum = maximum;
  return distribution;
}

Distribution gamma_with(double mean, double shape) {
  auto distribution = of_kind(DistributionKind::gamma);
  distribution.mean = mean;
  distribution.shape = shape;
  return distribution;
}

Distribution uniform(double minimum, double maximum) {
  auto distribution = of_kind(DistributionKind::uniform);
  distribution.minimum = minimum;
  distribution.maximum = maximum;
  return distribution;
}

Distribution empirical(std::vector<double> values, std::vector<double> weights) {
  auto distribution = of_kind(DistributionKind::empirical);
  distribution.values = std::move(values);
  distribution.weights = std::move(weights);
  return distribution;
}

Distribution constant(double value) {
  auto distribution = of_kind(DistributionKind::constant);
  distribution.value = value;
  return distribution;
}

const Distribution kExponential = exponential(600);
const Distribution kLognormal = lognormal(3600, 1.5);
const Distribution kWeibull = weibull(0.5, 1000);
const Distribution kPareto = pareto(1.5, 60, 0);
const Distribution kBoundedPareto = pareto(1.5, 60, 86'400);
const Distribution kGamma = gamma_with(500, 2.5);
const Distribution kUniform = uniform(10, 70);

// A distribution and the two moments that theory gives it.
struct Case {
  const char* name;
  Distribution distribution;
  double mean;
  double variance;
};

std::vector<Case> cases() {
  // E[X^2] of a Pareto of shape a on [L, H]: a L^a (H^(2-a) - L^(2-a)) / (2-a) / (1 - (L/H)^a).
  const double pareto_square = 1.5 * std::pow(60, 1.5) * (std::sqrt(86'400) - std::sqrt(60)) / 0.5 /
                               (1 - std::pow(60.0 / 86'400, 1.5));
  const double lognormal_mean = 3600 * std::exp(1.125);
  return {
      {"exponential", kExponential, 600, 600.0 * 600},
      {"lognormal", kLognormal, lognormal_mean, std::pow(lognormal_mean, 2) * std::expm1(2.25)},
      {"weibull", kWeibull, 2000, 5 * 2000.0 * 2000},
      {"bounded pareto", kBoundedPareto, 175.259790, pareto_square - 175.259790 * 175.259790},
      {"gamma", kGamma, 500, 500.0 * 500 / 2.5},
      {"gamma of small shape", gamma_with(500, 0.3), 500, 500.0 * 500 / 0.3},
      {"uniform", kUniform, 40, 60.0 * 60 / 12},
      {"empirical", empirical({1, 2, 10}, {1, 2, 1}), 3.75, 13.1875},
  };
}

TEST_CASE("means are those of theory", "[core][distribution]") {
  for (const auto& [name, distribution, mean, variance] : cases()) {
    INFO(name);
    CHECK(mean_of(distribution) == Approx(mean).epsilon(1e-8));
  }
  CHECK(mean_of(kLognormal) == Approx(11'088.7807).margin(5e-5));
  CHECK(mean_of(kWeibull) == Approx(2000).epsilon(1e-14));
  CHECK(mean_of(kBoundedPareto) == Approx(175.259790).margin(1e-6));
  CHECK(mean_of(kPareto) == Approx(180).epsilon(1e-14));
  CHECK(mean_of(pareto(1, 60, 0)) == std::numeric_limits<double>::infinity());
  CHECK(mean_of(pareto(1, 60, 6000)) == Approx(60 / 0.99 * std::log(100.0)).epsilon(1e-12));
  CHECK(mean_of(pareto(1 + 1e-7, 60, 6000)) == Approx(mean_of(pareto(1, 60, 6000))).epsilon(1e-6));
  CHECK(mean_of(pareto(1.5, 60, 60)) == 60);
  CHECK(mean_of(constant(7)) == 7);
}

TEST_CASE("quantiles integrate to the mean and variance of theory", "[core][distribution]") {
  for (const auto& [name, distribution, mean, variance] : cases()) {
    INFO(name);
    // With u = 1 - e^-t the integral over u reaches far into the tail: midpoints of t in [0, 36].
    constexpr int kSteps = 20'000;
    constexpr double kWidth = 36.0 / kSteps;
    double first = 0;
    double second = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double t = (i + 0.5) * kWidth;
      const double x = quantile(distribution, -std::expm1(-t));
      first += x * std::exp(-t) * kWidth;
      second += x * x * std::exp(-t) * kWidth;
    }
    CHECK(first == Approx(mean).epsilon(1e-3));
    CHECK(second - first * first == Approx(variance).epsilon(2e-3));
  }
}

TEST_CASE("seeded samples have the mean of theory within 4 standard errors",
          "[core][distribution]") {
  constexpr std::uint64_t kDraws = 20'000;
  for (const auto& [name, distribution, mean, variance] : cases()) {
    for (const std::uint64_t seed : {1U, 42U, 46U}) {
      INFO(name << ", seed " << seed);
      double sum = 0;
      for (std::uint64_t i = 0; i < kDraws; ++i) {
        sum += quantile(distribution,
                        coldaisle::draw_uniform(seed, coldaisle::Stream::duration, 0, i));
      }
      const double n = kDraws;
      CHECK(std::fabs(sum / n - mean) < 4 * std::sqrt(variance / n));
    }
  }
}

TEST_CASE("quantiles rise with the share and keep to the support", "[core][distribution]") {
  for (const auto& [name, distribution, mean, variance] : cases()) {
    INFO(name);
    double before = 0;
    for (const double u : {0x1.0p-53, 0.001, 0.1, 0.499, 0.5, 0.501, 0.9, 0.999, 1 - 0x1.0p-53}) {
      const double x = quantile(distribution, u);
      CHECK(x >= before);
      CHECK(std::isfinite(x));
      before = x;
    }
  }
  CHECK(quantile(kBoundedPareto, 0x1.0p-53) >= 60);
  CHECK(quantile(kBoundedPareto, 1 - 0x1.0p-53) <= 86'400);
  CHECK(quantile(kLognormal, 0.5) == 3600);
  CHECK(quantile(constant(7), 0.9) == 7);
}

TEST_CASE("an empirical distribution steps exactly where the weights say", "[core][distribution]") {
  const auto steps = empirical({10, 20, 30}, {1, 2, 1});
  CHECK(quantile(steps, 0.25) == 10);
  CHECK(quantile(steps, std::nextafter(0.25, 1)) == 20);
  CHECK(quantile(steps, 0.75) == 20);
  CHECK(quantile(steps, std::nextafter(0.75, 1)) == 30);
  CHECK(quantile(steps, 1 - 0x1.0p-53) == 30);
  CHECK(mean_of(steps) == 20);
}

TEST_CASE("empirical values may come in any order, unweighted, or with weight 0",
          "[core][distribution]") {
  CHECK(quantile(empirical({30, 10, 20}, {1, 1, 2}), 0.25) == 10);
  CHECK(quantile(empirical({30, 10, 20}, {1, 1, 2}), 0.3) == 20);
  CHECK(quantile(empirical({3, 1, 2, 4}, {}), 0.5) == 2);
  CHECK(mean_of(empirical({3, 1, 2, 4}, {})) == 2.5);
  CHECK(quantile(empirical({1, 2, 3}, {0, 1, 0}), 0x1.0p-53) == 2);
  CHECK(quantile(empirical({1, 2, 3}, {0, 1, 0}), 1 - 0x1.0p-53) == 2);
}

TEST_CASE("a share outside (0, 1) is our own fault", "[core][distribution]") {
  CHECK_THROWS_AS(quantile(kUniform, 0), coldaisle::InternalError);
  CHECK_THROWS_AS(quantile(kUniform, 1), coldaisle::InternalError);
}

TEST_CASE("quantiles give these very bits", "[core][distribution]") {
  CHECK(quantile(kExponential, 0.3) == 0x1.ac028af37f632p+7);
  CHECK(quantile(kExponential, 0.9) == 0x1.5963447f87fb6p+10);
  CHECK(quantile(kLognormal, 0.3) == 0x1.99d9e39a84fe1p+10);
  CHECK(quantile(kLognormal, 0.9) == 0x1.8092aa1e131fcp+14);
  CHECK(quantile(kWeibull, 0.3) == 0x1.fcde3958a5d06p+6);
  CHECK(quantile(kWeibull, 0.9) == 0x1.4b5e5ea917cecp+12);
  CHECK(quantile(kPareto, 0.3) == 0x1.306c9a4866663p+6);
  CHECK(quantile(kPareto, 0.9) == 0x1.167ecdf2aebd8p+8);
  CHECK(quantile(kBoundedPareto, 0.3) == 0x1.306c31f7e5c87p+6);
  CHECK(quantile(kBoundedPareto, 0.9) == 0x1.1676fa300f014p+8);
  CHECK(quantile(kGamma, 0.3) == 0x1.2bfda5f058d2cp+8);
  CHECK(quantile(kGamma, 0.9) == 0x1.cdd15e4a09312p+9);
  CHECK(quantile(kUniform, 0.3) == 0x1.cp+4);
  CHECK(quantile(kUniform, 0.9) == 0x1p+6);
}

}  // namespace
