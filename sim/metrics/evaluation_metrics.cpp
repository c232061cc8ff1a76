#include "sim/metrics/evaluation_metrics.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/core/log_histogram.h"
#include "sim/core/nearest_name.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

using Outcome = PolicyOutcome;
using Facts = EvaluationFacts;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double seconds(double ns) {
  return ns / static_cast<double>(kNsPerSecond);
}

// Mean of a sum in ns, in seconds.
double mean_seconds(WideInt sum, std::int64_t count) {
  return count == 0 ? kUnknown : seconds(ratio(sum, count));
}

double bucket_seconds(std::int32_t bucket) {
  return bucket < 0 ? kUnknown : seconds(static_cast<double>(histogram_value(bucket)));
}

// `area` in GPU-milli x ns.
double gpu_hours(WideInt area) {
  return ratio(area, WideInt{kNsPerHour} * kMilliPerGpu);
}

// `fragments` in 1e-3 GPU-milli, `milli` in GPU-milli, both at an instant or over time. As in
// fragmentation.cpp.
double fragment_percent(WideInt fragments, WideInt milli) {
  return 100 * ratio(fragments, milli * 1000);
}

double known_usd(WideInt cost, const Facts& facts) {
  return facts.prices_known ? usd(cost) : kUnknown;
}

WideInt total_cost(const Outcome& outcome) {
  WideInt sum = 0;
  for (const auto cost : outcome.cost) sum += cost;
  return sum;
}

double class_usd(const Outcome& outcome, const Facts& facts, PriceClass price_class) {
  return known_usd(outcome.cost[static_cast<int>(price_class)], facts);
}

double usd_per_useful_hour(const Outcome& outcome, const Facts& facts) {
  if (outcome.useful_area == 0) return kUnknown;
  return known_usd(total_cost(outcome), facts) / gpu_hours(outcome.useful_area);
}

// mW x ns are 1e-12 J, and 1 kWh is 3.6e6 J.
double kilowatt_hours(const Outcome& outcome, const Facts& facts) {
  if (!facts.power_known) return kUnknown;
  return joules(outcome.gpu_energy + outcome.base_energy) / 3.6e6;
}

#define COLDAISLE_VALUE(expression)                           \
  [](const Outcome& o, [[maybe_unused]] const Facts& facts) { \
    return static_cast<double>(expression);                   \
  }

constexpr auto kSmaller = Better::smaller;
constexpr auto kLarger = Better::larger;

constexpr EvaluationMetric kEvaluationMetrics[] = {
    {"jobs_done", "done", "1", kLarger, "jobs that ended", COLDAISLE_VALUE(o.done)},
    {"jobs_rejected", "rejected", "1", kSmaller, "jobs refused because they did not fit at arrival",
     COLDAISLE_VALUE(o.rejected)},
    {"jobs_unschedulable", "unschedulable", "1", kSmaller, "jobs that no empty node could hold",
     COLDAISLE_VALUE(o.unschedulable)},
    {"jobs_queued", "queued", "1", kSmaller, "jobs that wait at the end",
     COLDAISLE_VALUE(o.queued)},
    {"jobs_running", "running", "1", kLarger, "jobs that run at the end",
     COLDAISLE_VALUE(o.running)},
    {"makespan", "", "s", kSmaller, "the horizon, or else when the last thing happened",
     COLDAISLE_VALUE(seconds(static_cast<double>(o.end_ns)))},
    {"allocation_mean", "allocation", "%", kLarger,
     "share of the GPUs in the fleet that jobs hold, over time",
     COLDAISLE_VALUE(100 * ratio(o.allocated_area, o.capacity_area))},
    {"utilisation_mean", "utilisation", "%", kLarger,
     "share of the GPUs in the fleet that jobs use, over time",
     COLDAISLE_VALUE(100 * ratio(o.load_area, o.capacity_area * 1000))},
    {"allocation_end", "", "%", kLarger, "share of the GPUs in the fleet that jobs hold at the end",
     COLDAISLE_VALUE(100 * ratio(o.allocated_milli, o.capacity_milli))},
    {"fragmentation_amount_mean", "fragmentation", "%", kSmaller,
     "expected unusable GPU capacity, of all GPUs, over time",
     COLDAISLE_VALUE(fragment_percent(o.fragment_area, o.capacity_area))},
    {"fragmentation_ratio_mean", "fragmentation_ratio", "%", kSmaller,
     "expected unusable GPU capacity, of idle GPU capacity, over time",
     COLDAISLE_VALUE(fragment_percent(o.fragment_area, o.capacity_area - o.allocated_area))},
    {"fragmentation_amount_end", "fragmentation_end", "%", kSmaller,
     "expected unusable GPU capacity, of all GPUs, at the end",
     COLDAISLE_VALUE(fragment_percent(o.fragment_sum, o.capacity_milli))},
    {"wait_mean", "wait", "s", kSmaller,
     "time queued of jobs that started or are queued (these so far: lower bounds), mean",
     COLDAISLE_VALUE(mean_seconds(o.wait_sum, o.waits))},
    {"wait_p50", "", "s", kSmaller, "the same, median; within 0.8 % (histogram)",
     COLDAISLE_VALUE(bucket_seconds(o.wait_bucket[0]))},
    {"wait_p95", "", "s", kSmaller, "the same, 95th percentile; within 0.8 % (histogram)",
     COLDAISLE_VALUE(bucket_seconds(o.wait_bucket[1]))},
    {"wait_p99", "", "s", kSmaller, "the same, 99th percentile; within 0.8 % (histogram)",
     COLDAISLE_VALUE(bucket_seconds(o.wait_bucket[2]))},
    {"jct_mean", "jct", "s", kSmaller, "submission to end of jobs that ended, mean",
     COLDAISLE_VALUE(mean_seconds(o.completion_sum, o.done))},
    {"jct_p50", "", "s", kSmaller, "the same, median; within 0.8 % (histogram)",
     COLDAISLE_VALUE(bucket_seconds(o.completion_bucket[0]))},
    {"jct_p95", "", "s", kSmaller, "the same, 95th percentile; within 0.8 % (histogram)",
     COLDAISLE_VALUE(bucket_seconds(o.completion_bucket[1]))},
    {"jct_p99", "", "s", kSmaller, "the same, 99th percentile; within 0.8 % (histogram)",
     COLDAISLE_VALUE(bucket_seconds(o.completion_bucket[2]))},
    {"gpu_hours_allocated", "", "GPU.h", kLarger, "GPU-hours that jobs held, shares in part",
     COLDAISLE_VALUE(gpu_hours(o.allocated_area))},
    {"gpu_hours_useful", "useful", "GPU.h", kLarger, "those held by jobs that ended",
     COLDAISLE_VALUE(gpu_hours(o.useful_area))},
    {"gpu_hours_free", "free", "GPU.h", kSmaller,
     "GPU-hours in the fleet that no job held, shares in part",
     COLDAISLE_VALUE(gpu_hours(o.capacity_area - o.allocated_area))},
    {"cost_usd", "cost", "USD", kSmaller, "price of the GPU-hours that jobs held",
     COLDAISLE_VALUE(known_usd(total_cost(o), facts))},
    {"cost_usd_on_demand", "", "USD", kSmaller, "its part on nodes bought on demand",
     COLDAISLE_VALUE(class_usd(o, facts, PriceClass::on_demand))},
    {"cost_usd_reserved", "", "USD", kSmaller, "its part on reserved nodes",
     COLDAISLE_VALUE(class_usd(o, facts, PriceClass::reserved))},
    {"cost_usd_spot", "", "USD", kSmaller, "its part on spot nodes",
     COLDAISLE_VALUE(class_usd(o, facts, PriceClass::spot))},
    {"cost_per_useful_gpu_hour", "unit_cost", "USD/GPU.h", kSmaller, "cost_usd by gpu_hours_useful",
     COLDAISLE_VALUE(usd_per_useful_hour(o, facts))},
    {"energy_kwh", "energy", "kWh", kSmaller, "energy of GPUs and nodes",
     COLDAISLE_VALUE(kilowatt_hours(o, facts))},
};

#undef COLDAISLE_VALUE

}  // namespace

EvaluationFacts evaluation_facts(const FleetPlan& plan, const JobList& jobs) {
  EvaluationFacts facts;
  facts.prices_known = std::all_of(plan.nodes.begin(), plan.nodes.end(), [](const NodePlan& node) {
    return node.gpus == 0 || node.price_known;
  });
  facts.power_known = std::all_of(plan.nodes.begin(), plan.nodes.end(), [&](const NodePlan& node) {
    const auto model = static_cast<std::size_t>(node.gpu_model);
    return node.base_known && (node.gpus == 0 || plan.gpu_models[model].power_known);
  });
  facts.jobs_never_leave = std::all_of(jobs.duration_ns.begin(), jobs.duration_ns.end(),
                                       [](TimeNs duration) { return duration == kNever; });
  return facts;
}

std::span<const EvaluationMetric> evaluation_metrics() {
  return kEvaluationMetrics;
}

std::size_t find_evaluation_metric(const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::size(kEvaluationMetrics); ++i) {
    const auto& metric = kEvaluationMetrics[i];
    if (!name.empty() && (name == metric.name || name == metric.alias)) return i;
    names.emplace_back(metric.name);
  }
  const auto count = names.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (*kEvaluationMetrics[i].alias != '\0') names.emplace_back(kEvaluationMetrics[i].alias);
  }
  throw UsageError(
      fmt::format("\"{}\" is no metric of an evaluation{}", name, name_remedy(name, names)));
}

void fill_metrics(const PolicyOutcome& outcome, const EvaluationFacts& facts,
                  std::span<double> values) {
  expects(values.size() == std::size(kEvaluationMetrics), "a row of metrics has another length");
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = outcome.endless_job >= 0 ? kUnknown : kEvaluationMetrics[i].value(outcome, facts);
  }
}

}  // namespace coldaisle
