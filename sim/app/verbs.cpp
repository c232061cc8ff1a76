#include "sim/app/verbs.h"
