#include "sim/engine/engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/engine/handlers/handlers.h"

namespace coldaisle {
namespace {

// More events of one entity in a row, within one microsecond, are a livelock (DESIGN, section 2).
constexpr std::int64_t kMaxRepeats = 1'000'000;
constexpr TimeNs kRepeatWindowNs = 1'000;

}  // namespace

Engine::Engine(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
               std::vector<std::int32_t> tie_rank)
    : sim_(scenario, plan, jobs, std::move(tie_rank)) {}

void Engine::watch(std::vector<Metric*> metrics) {
  expects(!begun_, "metrics must be attached before the run begins");
  sim_.metrics = std::move(metrics);
}

void Engine::begin() {
  begun_ = true;
  for (auto* metric : sim_.metrics) metric->begin(0);
  place_initial_jobs(sim_);
  schedule_fleet_changes(sim_);
  schedule_next_arrival(sim_);
  schedule_sample(sim_, 0);
}

bool Engine::advance(std::int64_t events) {
  if (finished_) return false;
  if (!begun_) begin();
  for (; events > 0; --events) {
    if (run_is_over()) {
      finish();
      return false;
    }
    const Event event = sim_.events.pop();
    guard_progress(event);
    sim_.now = event.time;
    ++sim_.events_handled;
    dispatch(event);
  }
  return true;
}

bool Engine::run_is_over() {
  if (!sim_.has_horizon()) return sim_.only_samples_left();
  return sim_.events.next_time() > sim_.scenario.horizon_ns;
}

void Engine::dispatch(const Event& event) {
  switch (event.kind()) {
    case EventKind::job_end:
      handle_job_end(sim_, static_cast<JobIndex>(event.entity));
      break;
    case EventKind::node_change:
      handle_fleet_change(sim_, event.entity);
      break;
    case EventKind::job_arrival:
      handle_arrival(sim_, static_cast<JobIndex>(event.entity));
      break;
    case EventKind::pass:
      handle_pass(sim_);
      break;
    case EventKind::sample:
      handle_sample(sim_);
      break;
  }
}

void Engine::guard_progress(const Event& event) {
  const auto actor = (static_cast<std::uint64_t>(event.kind()) << 32) | event.entity;
  if (actor != last_actor_ || event.time - repeats_since_ns_ >= kRepeatWindowNs) {
    last_actor_ = actor;
    repeats_ = 0;
    repeats_since_ns_ = event.time;
  }
  if (++repeats_ > kMaxRepeats) {
    fail_expectation(fmt::format("entity {} (event kind {}) fires without time passing at {} ns",
                                 event.entity, static_cast<int>(event.kind()), event.time));
  }
}

void Engine::finish() {
  // With a horizon the run covers all of it; without one it ends with the last thing to happen.
  if (sim_.scenario.horizon_ns != kNever) sim_.now = sim_.scenario.horizon_ns;
  finished_ = true;
  check_invariants();
}

void Engine::check_invariants() {
  sim_.world.check_invariants(sim_.now);
  std::array<std::int64_t, kJobStates> counted = {};
  for (const auto state : sim_.jobs.state) ++counted[static_cast<std::size_t>(state)];
  expects(counted == sim_.jobs_in_state, "job counts by state do not add up");
  expects(static_cast<std::int64_t>(sim_.waiting.size()) ==
              counted[static_cast<std::size_t>(JobState::queued)],
          "the queue and the jobs that say they wait differ in number");
}

}  // namespace coldaisle
