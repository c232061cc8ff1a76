#include "sim/results/outcome_fields.h"

namespace coldaisle {
namespace {

template <typename T>
void assign(T& member, WideInt value) {
  member = static_cast<T>(value);
}

#define COLDAISLE_FIELD(name, unit, meaning, wide, member)                               \
  {                                                                                      \
    name, unit, meaning, wide, [](const PolicyOutcome& o) { return WideInt{o.member}; }, \
        [](PolicyOutcome& o, WideInt value) { assign(o.member, value); }                 \
  }

// Units as UDUNITS reads them: the factor says what one count is.
constexpr const char* kGpuTime = "1e-3 GPU.ns";
constexpr const char* kFineGpuTime = "1e-6 GPU.ns";
constexpr const char* kCost = "1e-9 USD.GPU.ns/h";
constexpr const char* kBucket = "bucket of its histogram (log_histogram.h); -1: no job";

constexpr OutcomeField kOutcomeFields[] = {
    COLDAISLE_FIELD("end", "ns", "the horizon, or the last thing that happened", false, end_ns),
    COLDAISLE_FIELD("jobs_done", "1", "jobs that ended", false, done),
    COLDAISLE_FIELD("jobs_rejected", "1", "jobs refused at arrival", false, rejected),
    COLDAISLE_FIELD("jobs_unschedulable", "1", "jobs that no empty node could hold", false,
                    unschedulable),
    COLDAISLE_FIELD("jobs_running", "1", "jobs that run at the end", false, running),
    COLDAISLE_FIELD("jobs_queued", "1", "jobs that wait at the end", false, queued),
    COLDAISLE_FIELD("jobs_pending", "1", "jobs that had not arrived at the end", false, pending),
    COLDAISLE_FIELD("capacity_area", kGpuTime, "GPUs in the fleet, over time", true, capacity_area),
    COLDAISLE_FIELD("allocated_area", kGpuTime, "GPUs held by jobs, over time", true,
                    allocated_area),
    COLDAISLE_FIELD("load_area", kFineGpuTime, "GPUs used, over time", true, load_area),
    COLDAISLE_FIELD("fragment_area", kFineGpuTime, "expected unusable GPUs, over time", true,
                    fragment_area),
    COLDAISLE_FIELD("useful_area", kGpuTime, "GPUs held by jobs that ended, over time", true,
                    useful_area),
    COLDAISLE_FIELD("capacity_end", "1e-3 GPU", "GPUs in the fleet at the end", false,
                    capacity_milli),
    COLDAISLE_FIELD("allocated_end", "1e-3 GPU", "GPUs held at the end", false, allocated_milli),
    COLDAISLE_FIELD("fragment_end", "1e-6 GPU", "expected unusable GPUs at the end", false,
                    fragment_sum),
    COLDAISLE_FIELD("gpu_energy", "mW.ns", "energy of GPUs of known power", true, gpu_energy),
    COLDAISLE_FIELD("base_energy", "mW.ns", "energy of nodes without their GPUs, where known", true,
                    base_energy),
    COLDAISLE_FIELD("cost_on_demand", kCost, "cost on nodes bought on demand", true, cost[0]),
    COLDAISLE_FIELD("cost_reserved", kCost, "cost on reserved nodes", true, cost[1]),
    COLDAISLE_FIELD("cost_spot", kCost, "cost on spot nodes", true, cost[2]),
    COLDAISLE_FIELD("wait_sum", "ns", "time queued of jobs that started or are queued", true,
                    wait_sum),
    COLDAISLE_FIELD("jct_sum", "ns", "submission to end of jobs that ended", true, completion_sum),
    COLDAISLE_FIELD("waits", "1", "jobs in wait_sum", false, waits),
    COLDAISLE_FIELD("wait_p50", "1", kBucket, false, wait_bucket[0]),
    COLDAISLE_FIELD("wait_p95", "1", kBucket, false, wait_bucket[1]),
    COLDAISLE_FIELD("wait_p99", "1", kBucket, false, wait_bucket[2]),
    COLDAISLE_FIELD("jct_p50", "1", kBucket, false, completion_bucket[0]),
    COLDAISLE_FIELD("jct_p95", "1", kBucket, false, completion_bucket[1]),
    COLDAISLE_FIELD("jct_p99", "1", kBucket, false, completion_bucket[2]),
    COLDAISLE_FIELD("endless_job", "1",
                    "a job that would end beyond what time can count, which makes the outcome "
                    "void; -1: none",
                    false, endless_job),
};

#undef COLDAISLE_FIELD

// A new member needs a row above, and then its size here.
static_assert(sizeof(PolicyOutcome) == 336);
static_assert(kPriceClasses == 3);

}  // namespace

std::span<const OutcomeField> outcome_fields() {
  return kOutcomeFields;
}

}  // namespace coldaisle
