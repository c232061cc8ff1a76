#pragma once

namespace coldaisle {

// Functions of probability theory on top of exact_math.h: the same bits on every machine.

// The z below which a share `u` (0 < u < 1) of a standard normal lies. Relative error about 1e-16
// (Wichura, Algorithm AS 241, routine PPND16, Applied Statistics 37(3), 1988).
double normal_quantile(double u);

// ln Gamma(x) for x > 0, with an absolute error about 1e-15 x max(1, |ln Gamma(x)|).
double log_gamma(double x);

// The share of a gamma distribution of this shape and scale 1 that lies below x >= 0, and above it:
// the regularised incomplete gamma functions P and Q.
double gamma_share_below(double shape, double x);
double gamma_share_above(double shape, double x);

// The x with gamma_share_below(shape, x) = u, 0 < u < 1; 0 where it is less than about 1e-300.
double gamma_quantile(double shape, double u);

}  // namespace coldaisle
