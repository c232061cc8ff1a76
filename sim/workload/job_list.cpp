#include "sim/workload/job_list.h"
