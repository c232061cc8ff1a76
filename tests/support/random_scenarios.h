#pragma once

#include <random>

#include "sim/scenario/scenario.h"
#include "sim/workload/job_list.h"

namespace coldaisle::test {

// Small scenarios for comparisons: a few racks of nodes of two GPU models with prices and speeds,
// some absent at the start, and up to 50 jobs that take GPUs whole, in shares or over several
// nodes.
Scenario random_fleet(std::mt19937_64& random);
JobList random_jobs(std::mt19937_64& random);

// A policy over any of the rules, queues, depths and GPU choices.
Scheduler random_scheduler(std::mt19937_64& random);

}  // namespace coldaisle::test
