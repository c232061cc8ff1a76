#include "sim/app/progress.h"

#include <algorithm>
#include <ostream>
#include <string>

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

// Wall-clock time still to go at the pace so far; nothing while there is no pace.
std::string time_left(double done, double seconds, const char* unknown, const char* unit) {
  if (!(done > 0)) return unknown;
  return fmt::format("{:.0f}{}", seconds * (1 - done) / done, unit);
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
  const double hours = static_cast<double>(sim.now) / static_cast<double>(kNsPerHour);
  if (form_ == Form::json) {
    *err_
        << fmt::format(
               R"({{"progress":{:.4f},"simulated_h":{:.3f},"events":{},"events_per_s":{:.0f},"eta_s":{}}})",
               done, hours, sim.events_handled, rate, time_left(done, seconds, "null", ""))
        << std::endl;
    return;
  }
  *err_ << fmt::format(
               "\r{:5.1f} %  {:.1f} h simulated  {} running  {} queued  {:.2f} M events/s  ETA "
               "{}\x1b[K",
               100 * done, hours, count(sim, JobState::running), sim.waiting.size(), rate / 1e6,
               time_left(done, seconds, "unknown", " s"))
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
