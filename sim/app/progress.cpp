#include "sim/app/progress.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

namespace coldaisle {
namespace {

constexpr auto kMinimumGap = std::chrono::milliseconds(200);

std::int64_t count(const Simulation& sim, JobState state) {
  return sim.jobs_in_state[static_cast<std::size_t>(state)];
}

std::int64_t settled_jobs(const Simulation& sim) {
  return count(sim, JobState::done) + count(sim, JobState::rejected) +
         count(sim, JobState::unschedulable);
}

}  // namespace

double share_done(const Simulation& sim) {
  const auto jobs = std::max<double>(1, static_cast<double>(sim.jobs.size()));
  const double by_jobs = static_cast<double>(settled_jobs(sim)) / jobs;
  if (!sim.has_horizon()) return by_jobs;
  return std::max(by_jobs,
                  static_cast<double>(sim.now) / static_cast<double>(sim.scenario.horizon_ns));
}

Progress::Progress(ProgressMode mode, bool quiet, std::ostream& err)
    : form_(Form::none), err_(&err), begin_(Clock::now()), last_(begin_) {
  if (quiet || mode == ProgressMode::off) return;
  if (mode == ProgressMode::json) form_ = Form::json;
  if (mode == ProgressMode::automatic && isatty(STDERR_FILENO) != 0) form_ = Form::line;
}

bool Progress::is_due(Clock::time_point now) {
  if (form_ == Form::none || now - last_ < kMinimumGap) return false;
  last_ = now;
  return true;
}

void Progress::update(const Simulation& sim) {
  const auto now = Clock::now();
  if (!is_due(now)) return;
  const double done = share_done(sim);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(sim.events_handled) / seconds;
  const double left = done > 0 ? seconds * (1 - done) / done : 0;
  const double hours = static_cast<double>(sim.now) / static_cast<double>(kNsPerHour);
  if (form_ == Form::json) {
    *err_
        << fmt::format(
               R"({{"progress":{:.4f},"simulated_h":{:.3f},"events":{},"events_per_s":{:.0f},"eta_s":{:.0f}}})",
               done, hours, sim.events_handled, rate, left)
        << std::endl;
    return;
  }
  *err_ << fmt::format(
               "\r{:5.1f} %  {:.1f} h simulated  {} running  {} queued  {:.2f} M events/s  ETA "
               "{:.0f} s\x1b[K",
               100 * done, hours, count(sim, JobState::running), sim.waiting.size(), rate / 1e6,
               left)
        << std::flush;
  shown_ = true;
}

void Progress::flushed(const Simulation& sim, int number) {
  if (form_ != Form::json) return;
  *err_ << fmt::format(R"({{"flushed":{},"simulated_ns":{},"jobs_done":{}}})", number, sim.now,
                       count(sim, JobState::done))
        << std::endl;
}

void Progress::clear() {
  if (shown_) *err_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace coldaisle
