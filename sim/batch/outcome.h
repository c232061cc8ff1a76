#pragma once

#include <cstdint>

#include "sim/core/units.h"
#include "sim/scenario/price_class.h"

namespace coldaisle {

// What one policy made of the workload: whole numbers only, so that any way of computing them gives
// the same ones. Areas are amounts integrated over the time from 0 to `end_ns`.
struct PolicyOutcome {
  TimeNs end_ns = 0;  // the horizon, or the last thing that happened
  std::int64_t done = 0, rejected = 0, unschedulable = 0, running = 0, queued = 0, pending = 0;

  WideInt capacity_area = 0;   // GPU-milli x ns in the fleet
  WideInt allocated_area = 0;  // GPU-milli x ns held by jobs
  WideInt load_area = 0;       // GPU-milli x utilisation in thousandths x ns
  WideInt fragment_area = 0;   // 1e-3 GPU-milli x ns, see FragmentSums
  WideInt useful_area = 0;     // GPU-milli x ns held by jobs that ended

  std::int64_t capacity_milli = 0;   // GPUs at the end, x 1000
  std::int64_t allocated_milli = 0;  // held at the end
  std::int64_t fragment_sum = 0;     // F over the fleet at the end, 1e-3 GPU-milli

  WideInt gpu_energy = 0;                  // mW x ns
  WideInt base_energy = 0;                 // mW x ns, nodes without GPUs
  WideInt cost[kPriceClasses] = {};        // micro-USD per hour x GPU-milli x ns, by price class
  WideInt wait_sum = 0;                    // ns, of jobs that started or are queued
  WideInt completion_sum = 0;              // ns, submission to end of jobs that ended
  std::int64_t waits = 0;                  // jobs in wait_sum; `queued` of them are lower bounds
  std::int32_t wait_bucket[3] = {};        // p50, p95, p99 (log_histogram.h); -1: no job
  std::int32_t completion_bucket[3] = {};  // the same of submission to end

  // A job that would end beyond what time can count; -1: none. The outcome is then void.
  std::int32_t endless_job = -1;

  friend bool operator==(const PolicyOutcome&, const PolicyOutcome&) = default;
};

}  // namespace coldaisle
