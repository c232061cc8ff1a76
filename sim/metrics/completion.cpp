#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// Submission to end of the jobs that did all their work. `censored` counts those that arrived but
// had not, or were killed at their walltime; they are not in the figures.
class Completion : public Metric {
 public:
  explicit Completion(const Simulation& sim) : sim_(&sim) {}

  void report(TimeNs /*now*/, MetricOutput& output) const override {
    const auto& jobs = sim_->jobs;
    std::vector<TimeNs> times;
    DurationHistogram histogram;
    std::int64_t censored = 0;
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      if (jobs.state[job] == JobState::done) {
        times.push_back(jobs.end_ns[job] - sim_->list.submit_ns[job]);
        histogram.add(times.back());
      } else if (jobs.state[job] == JobState::queued || holds_nodes(jobs.state[job]) ||
                 jobs.state[job] == JobState::timed_out) {
        ++censored;
      }
    }
    add_duration_rows("jct", std::move(times), censored, output.summary);
    output.tables.push_back(histogram_table("jct", histogram));
  }

 private:
  const Simulation* sim_;
};

}  // namespace

std::unique_ptr<Metric> make_completion_metric(const Simulation& sim) {
  return std::make_unique<Completion>(sim);
}

}  // namespace coldaisle
