#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// Time spent queued. A job still queued counts with its wait so far, a lower bound. Jobs that ran
// before the run began are left out: nobody knows how long they waited.
class Wait : public Metric {
 public:
  explicit Wait(const Simulation& sim) : sim_(&sim) {}

  void report(TimeNs now, MetricOutput& output) const override {
    const auto& jobs = sim_->jobs;
    std::vector<TimeNs> waits;
    DurationHistogram histogram;
    std::int64_t censored = 0;
    std::int64_t waited = 0;
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      if (ran_before(job)) continue;
      const bool queued = jobs.state[job] == JobState::queued;
      const bool started = holds_nodes(jobs.state[job]) || has_ended(jobs.state[job]);
      if (!queued && !started) continue;
      const TimeNs wait = waited_ns(*sim_, static_cast<JobIndex>(job), now);
      waits.push_back(wait);
      histogram.add(wait);
      censored += queued ? 1 : 0;
      waited += wait > 0 ? 1 : 0;
    }
    const auto n = static_cast<std::int64_t>(waits.size());
    output.summary.push_back({"jobs_that_waited", 100 * ratio(waited, n), "%", n, censored});
    add_duration_rows("wait", std::move(waits), censored, output.summary);
    output.tables.push_back(histogram_table("wait", histogram));
  }

 private:
  bool ran_before(std::size_t job) const {
    const auto& initial = sim_->scenario.workload.initial;
    return job < initial.size() && initial[job].running;
  }

  const Simulation* sim_;
};

}  // namespace

std::unique_ptr<Metric> make_wait_metric(const Simulation& sim) {
  return std::make_unique<Wait>(sim);
}

}  // namespace coldaisle
