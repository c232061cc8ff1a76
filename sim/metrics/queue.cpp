#include <algorithm>
#include <vector>

#include "sim/metrics/metrics.h"
#include "sim/metrics/statistics.h"

namespace coldaisle {
namespace {

// Jobs that wait after each scheduling pass, and the GPUs that they ask for.
class Queue : public Metric {
 public:
  explicit Queue(const Simulation& sim) : sim_(&sim), waits_(sim.jobs.size(), false) {}

  void on_arrival(TimeNs now, JobIndex job) override {
    if (sim_->jobs.state[static_cast<std::size_t>(job)] == JobState::queued) join(now, job);
  }

  void on_place(TimeNs now, JobIndex job, std::int32_t /*node*/) override {
    if (!waits_[static_cast<std::size_t>(job)]) return;
    waits_[static_cast<std::size_t>(job)] = false;
    add(now, job, -1);
  }

  void on_release(TimeNs now, JobIndex job, std::int32_t /*node*/) override {
    // Not ended: it was cut short and goes back to the queue.
    if (holds_nodes(sim_->jobs.state[static_cast<std::size_t>(job)])) join(now, job);
  }

  void after_pass(TimeNs now) override {
    // The discipline `none` drops jobs in the pass itself.
    if (sim_->waiting.empty() && jobs_.amount() != 0) {
      jobs_.add(now, -jobs_.amount());
      milli_.add(now, -milli_.amount());
    }
    longest_ = std::max(longest_, jobs_.amount());
  }

  void on_sample(TimeNs /*now*/) override {
    length_.values.push_back(static_cast<double>(jobs_.amount()));
    gpus_.values.push_back(static_cast<double>(milli_.amount()) / kMilliPerGpu);
  }

  void report(TimeNs now, MetricOutput& output) const override {
    output.summary.push_back({"queue_length_mean", ratio(jobs_.area(now), now), "1"});
    output.summary.push_back({"queue_length_max", static_cast<double>(longest_), "1"});
    output.summary.push_back(
        {"queued_gpus_mean", ratio(milli_.area(now), WideInt{now} * kMilliPerGpu), "GPU"});
    output.series.push_back(&length_);
    output.series.push_back(&gpus_);
  }

 private:
  void join(TimeNs now, JobIndex job) {
    if (waits_[static_cast<std::size_t>(job)]) return;
    waits_[static_cast<std::size_t>(job)] = true;
    add(now, job, 1);
  }

  void add(TimeNs now, JobIndex job, int sign) {
    jobs_.add(now, sign);
    milli_.add(now, sign * sim_->ask_of(job).gpu_milli);
  }

  const Simulation* sim_;
  std::vector<bool> waits_;  // per job
  Integral jobs_, milli_;
  std::int64_t longest_ = 0;
  SeriesColumn length_{"queue_length", "1", "jobs that wait", {}};
  SeriesColumn gpus_{"queued_gpus", "GPU", "GPUs that waiting jobs ask for", {}};
};

}  // namespace

std::unique_ptr<Metric> make_queue_metric(const Simulation& sim) {
  return std::make_unique<Queue>(sim);
}

}  // namespace coldaisle
