#include "sim/app/progress.h"

#include <algorithm>

#include <fmt/format.h>

namespace coldaisle {
namespace {

std::int64_t count(const Simulation& sim, JobState state) {
  return sim.jobs_in_state[static_cast<std::size_t>(state)];
}

std::int64_t settled_jobs(const Simulation& sim) {
  return count(sim, JobState::done) + count(sim, JobState::timed_out) +
         count(sim, JobState::rejected) + count(sim, JobState::unschedulable);
}

}  // namespace

double share_done(const Simulation& sim) {
  if (sim.has_horizon()) {
    return static_cast<double>(sim.now) / static_cast<double>(sim.scenario.horizon_ns);
  }
  // Halfway for having come and halfway for having left: some jobs never leave.
  const auto jobs = std::max<std::int64_t>(1, static_cast<std::int64_t>(sim.jobs.size()));
  const auto arrived = jobs - count(sim, JobState::pending);
  return static_cast<double>(settled_jobs(sim) + arrived) / static_cast<double>(2 * jobs);
}

void Progress::update(const Simulation& sim) {
  if (!line_.is_due()) return;
  const double done = share_done(sim);
  const double seconds = line_.seconds();
  const double rate = static_cast<double>(sim.events_handled) / seconds;
  const double hours = static_cast<double>(sim.now) / static_cast<double>(kNsPerHour);
  if (line_.form() == ProgressLine::Form::json) {
    line_.say(fmt::format(
        R"({{"progress":{:.4f},"simulated_h":{:.3f},"events":{},"events_per_s":{:.0f},"eta_s":{}}})",
        done, hours, sim.events_handled, rate, time_left(done, seconds, "null", "")));
    return;
  }
  line_.say(
      fmt::format("{:5.1f} %  {:.1f} h simulated  {} running  {} queued  {:.2f} M events/s  ETA {}",
                  100 * done, hours, count(sim, JobState::running), sim.waiting.size(), rate / 1e6,
                  time_left(done, seconds, "unknown", " s")));
}

void Progress::flushed(const Simulation& sim, int number) {
  if (line_.form() != ProgressLine::Form::json) return;
  line_.say(fmt::format(R"({{"flushed":{},"simulated_ns":{},"jobs_done":{}}})", number, sim.now,
                        count(sim, JobState::done)));
}

}  // namespace coldaisle
