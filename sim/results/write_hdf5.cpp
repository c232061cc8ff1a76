#include "sim/results/write_hdf5.h"
