# The packages that Coldaisle needs, by their Debian and Ubuntu names, in this one place. Sourced by
# scripts/setup. "a|b" means either will do; the first that the system knows gets installed.

# To build, run and test, and to read results from Python.
COLDAISLE_PACKAGES=(
  cmake ninja-build g++ ccache
  libfmt-dev nlohmann-json3-dev libcli11-dev libhdf5-dev zlib1g-dev libssl-dev
  librandom123-dev libboost-dev catch2 libbenchmark-dev
  # The tests run the CUDA evaluator's source on the processor: Thrust's headers, and the threads
  # behind them. The program itself needs neither.
  libthrust-dev libtbb-dev
  python3 python3-h5py python3-h5netcdf python3-xarray tzdata
)

# What CI checks with, on top of that.
COLDAISLE_CI_PACKAGES=(
  git clang clang-format clang-tidy "libclang-rt-dev|libclang-rt-14-dev|libclang-rt-18-dev"
)
