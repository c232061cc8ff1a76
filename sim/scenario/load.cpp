#include "sim/scenario/load.h"
