#include "sim/core/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim/core/error.h"
#include "sim/core/exact_math.h"
#include "sim/core/special_functions.h"

namespace coldaisle {
namespace {

bool is_bounded(const Distribution& pareto) {
  return pareto.maximum > 0 && std::isfinite(pareto.maximum);
}

double pareto_quantile(const Distribution& d, double u) {
  if (!is_bounded(d)) return d.minimum * exact_pow(1 - u, -1 / d.shape);
  const double cut = exact_pow(d.minimum / d.maximum, d.shape);
  return std::min(d.minimum * exact_pow(1 - u * (1 - cut), -1 / d.shape), d.maximum);
}

double pareto_mean(const Distribution& d) {
  if (!is_bounded(d)) {
    return d.shape > 1 ? d.minimum * d.shape / (d.shape - 1)
                       : std::numeric_limits<double>::infinity();
  }
  const double log_ratio = exact_log(d.maximum / d.minimum);
  if (log_ratio <= 0) return d.minimum;
  // L a (1 - r^(a - 1)) / (a - 1) / (1 - r^a) with r = L/H; near a = 1 the middle is a series.
  const double excess = d.shape - 1;
  const double t = excess * log_ratio;
  const double middle =
      std::fabs(t) < 1e-5 ? log_ratio * (1 - t / 2 + t * t / 6) : (1 - exact_exp(-t)) / excess;
  return d.minimum * d.shape * middle / (1 - exact_exp(-d.shape * log_ratio));
}

double weight_of(const Distribution& d, std::size_t i) {
  return d.weights.empty() ? 1.0 : d.weights[i];
}

double total_weight(const Distribution& d) {
  if (d.weights.empty()) return static_cast<double>(d.values.size());
  return std::accumulate(d.weights.begin(), d.weights.end(), 0.0);
}

// The first of the values, taken in `index` order, at which the weight so far reaches the share.
template <typename Index>
double value_at_share(const Distribution& d, double u, Index index) {
  const double target = u * total_weight(d);
  double reached = 0;
  double value = 0;
  for (std::size_t n = 0; n < d.values.size(); ++n) {
    const std::size_t i = index(n);
    if (weight_of(d, i) <= 0) continue;
    reached += weight_of(d, i);
    value = d.values[i];
    if (reached >= target) break;
  }
  return value;
}

double empirical_quantile(const Distribution& d, double u) {
  if (std::is_sorted(d.values.begin(), d.values.end())) {
    return value_at_share(d, u, [](std::size_t n) { return n; });
  }
  std::vector<std::size_t> order(d.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return d.values[left] < d.values[right];
  });
  return value_at_share(d, u, [&](std::size_t n) { return order[n]; });
}

double empirical_mean(const Distribution& d) {
  double sum = 0;
  for (std::size_t i = 0; i < d.values.size(); ++i) sum += weight_of(d, i) * d.values[i];
  return sum / total_weight(d);
}

}  // namespace

double quantile(const Distribution& d, double u) {
  expects(u > 0 && u < 1, "a quantile is asked for at a share outside (0, 1)");
  switch (d.kind) {
    case DistributionKind::constant:
      return d.value;
    case DistributionKind::exponential:
      return -d.mean * exact_log(1 - u);
    case DistributionKind::lognormal:
      return d.median * exact_exp(d.sigma * normal_quantile(u));
    case DistributionKind::weibull:
      return d.scale * exact_pow(-exact_log(1 - u), 1 / d.shape);
    case DistributionKind::pareto:
      return pareto_quantile(d, u);
    case DistributionKind::gamma:
      return d.mean / d.shape * gamma_quantile(d.shape, u);
    case DistributionKind::uniform:
      return d.minimum + u * (d.maximum - d.minimum);
    case DistributionKind::empirical:
      return empirical_quantile(d, u);
  }
  fail_expectation("a distribution of no known kind");
}

double mean_of(const Distribution& d) {
  switch (d.kind) {
    case DistributionKind::constant:
      return d.value;
    case DistributionKind::exponential:
    case DistributionKind::gamma:
      return d.mean;
    case DistributionKind::lognormal:
      return d.median * exact_exp(d.sigma * d.sigma / 2);
    case DistributionKind::weibull:
      return d.scale * exact_exp(log_gamma(1 + 1 / d.shape));
    case DistributionKind::pareto:
      return pareto_mean(d);
    case DistributionKind::uniform:
      return (d.minimum + d.maximum) / 2;
    case DistributionKind::empirical:
      return empirical_mean(d);
  }
  fail_expectation("a distribution of no known kind");
}

}  // namespace coldaisle
