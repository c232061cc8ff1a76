#pragma once

#include <cstdint>
#include <vector>

namespace coldaisle {

enum class DistributionKind : std::uint8_t {
  constant,
  exponential,
  lognormal,
  weibull,
  pareto,  // bounded when `maximum` is finite
  gamma,
  uniform,
  empirical,
};

// A positive random quantity, described by the parameters its kind uses; the rest stay zero. All
// dimensioned parameters share one unit (ns for durations).
struct Distribution {
  DistributionKind kind = DistributionKind::constant;
  double value = 0;                     // constant
  double mean = 0;                      // exponential, gamma
  double median = 0, sigma = 0;         // lognormal: exp(N(ln median, sigma))
  double shape = 0;                     // weibull, pareto, gamma
  double scale = 0;                     // weibull
  double minimum = 0, maximum = 0;      // uniform, pareto (maximum 0: unbounded)
  std::vector<double> values, weights;  // empirical: value i with weight i (no weights: equal)
};

// The value below which a share `u` (0 < u < 1) of draws lies: one uniform in, one value out
// (inverse transform). The same bits on every machine and instruction set.
double quantile(const Distribution& distribution, double u);

// Expected value; infinite where it does not exist (pareto with shape <= 1, unbounded).
double mean_of(const Distribution& distribution);

}  // namespace coldaisle
