#include <numeric>

#include "sim/metrics/metrics.h"

namespace coldaisle {
namespace {

// Jobs by state at the end of the run, and how often one had to start over as its node left.
class JobCounts : public Metric {
 public:
  explicit JobCounts(const Simulation& sim) : sim_(&sim) {}

  void on_sample(TimeNs /*now*/) override {
    running_.values.push_back(
        static_cast<double>(count(JobState::running) + count(JobState::saving)));
  }

  void report(TimeNs /*now*/, MetricOutput& output) const override {
    const auto total = static_cast<double>(sim_->jobs.size());
    output.summary.push_back({"jobs", total, "1"});
    for (int state = 0; state < kJobStates; ++state) {
      output.summary.push_back(
          {std::string("jobs_") + kJobStateNames[static_cast<std::size_t>(state)],
           static_cast<double>(count(static_cast<JobState>(state))), "1"});
    }
    const auto& restarts = sim_->jobs.restarts;
    const auto restarted = std::accumulate(restarts.begin(), restarts.end(), std::int64_t{0});
    output.summary.push_back({"restarts", static_cast<double>(restarted), "1"});
    output.series.push_back(&running_);
  }

 private:
  std::int64_t count(JobState state) const {
    return sim_->jobs_in_state[static_cast<std::size_t>(state)];
  }

  const Simulation* sim_;
  SeriesColumn running_{"jobs_running", "1", "jobs that hold a node", {}};
};

}  // namespace

std::unique_ptr<Metric> make_jobs_metric(const Simulation& sim) {
  return std::make_unique<JobCounts>(sim);
}

}  // namespace coldaisle
