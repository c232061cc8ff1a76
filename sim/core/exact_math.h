#pragma once

namespace coldaisle {

// Elementary functions that give the same bits on every machine: they use + - * / and integer
// operations only, each of which IEEE 754 defines to the last bit. The C library's do not, as it
// picks variants with fused multiply-add where the processor has it.
//
// Arguments are reduced as by Cody and Waite (Software Manual for the Elementary Functions, 1980)
// and Sun's fdlibm; the error of exp and log is below 1 unit in the last place (1.5 where exp is
// subnormal). Infinities, zeros and NaN are treated as by the C library; no errno, no
// floating-point traps.
double exact_exp(double x);
double exact_log(double x);

// exp(y log x) for x >= 0. The relative error grows as |y log x| times 2^-53: about 1e-15 for
// results from 1e-4 to 1e4.
double exact_pow(double x, double y);

}  // namespace coldaisle
