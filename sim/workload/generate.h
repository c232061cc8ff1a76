#pragma once

#include <cstdint>

#include "sim/workload/job_list_builder.h"

namespace coldaisle {

// Appends the jobs that generator number `index` of the scenario draws, in order of arrival.
//
// Job k arrives one gap after job k - 1; the process starts at first_ns, where constant arrivals
// put job 0 and the Poisson process puts nothing (its first gap is drawn like the others). Gaps are
// whole ns, each rounded by itself. It stops after `count` jobs, and before the first arrival at
// until_ns or later. Durations are rounded to whole ns, at least 1 and at most kMostJobTimeNs.
// Every draw is a function of (seed, stream, generator, job), so `threads` changes nothing.
// Throws ScenarioError for over kMostJobs jobs and for arrivals beyond kMostJobTimeNs.
void generate_jobs(const Generator& generator, std::uint32_t index, std::uint64_t seed, int threads,
                   JobListBuilder& jobs);

}  // namespace coldaisle
