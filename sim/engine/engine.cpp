#include "sim/engine/engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/engine/handlers/handlers.h"

namespace coldaisle {
namespace {

// A run livelocks when an entity fires a million times without a microsecond passing (DESIGN,
// section 2). Counting all entities together catches rings of them too; each job and node may
// honestly fire a few times at one instant.
constexpr std::int64_t kMostFires = 1'000'000;
constexpr std::int64_t kHonestFires = 8;
constexpr TimeNs kWindowNs = 1'000;

// Whether events of this kind concern a job.
bool is_of_job(EventKind kind) {
  return kind != EventKind::node_change && kind != EventKind::pass && kind != EventKind::sample;
}

}  // namespace

Engine::Engine(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
               std::vector<std::int32_t> tie_rank)
    : sim_(scenario, plan, jobs, std::move(tie_rank)) {}

void Engine::watch(std::vector<Metric*> metrics) {
  expects(!begun_, "metrics must be attached before the run begins");
  sim_.metrics = std::move(metrics);
}

// Jobs that take turns and have no end, or restart for as long as a turn, would do so for ever.
void Engine::refuse_endless_turns() const {
  const auto& scheduler = sim_.scenario.scheduler;
  if (scheduler.queue != QueueDiscipline::round_robin || sim_.has_horizon()) return;
  const auto count = [&](const std::vector<TimeNs>& times, TimeNs least) {
    return std::count_if(times.begin(), times.end(), [&](TimeNs time) { return time >= least; });
  };
  const auto endless = count(sim_.list.duration_ns, kNever);
  const auto slow = count(sim_.list.restart_ns, scheduler.quantum_ns);
  if (endless == 0 && slow == 0) return;
  throw ScenarioError(
      {{file_in_messages(sim_.scenario), 0, 0, "/horizon",
        fmt::format("is needed: {} jobs never leave and {} take as long to restart as a turn of "
                    "\"quantum\", and could take turns for ever",
                    endless, slow)}});
}

void Engine::begin() {
  begun_ = true;
  refuse_endless_turns();
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
    case EventKind::job_timeout:
      handle_job_timeout(sim_, static_cast<JobIndex>(event.entity));
      break;
    case EventKind::job_saved:
      handle_job_saved(sim_, static_cast<JobIndex>(event.entity));
      break;
    case EventKind::turn_end:
      handle_turn_end(sim_, static_cast<JobIndex>(event.entity));
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
  if (event.time - window_begin_ns_ >= kWindowNs) {
    window_begin_ns_ = event.time;
    events_in_window_ = 0;
  }
  const auto entities = static_cast<std::int64_t>(sim_.jobs.size() + sim_.world.nodes().size());
  if (++events_in_window_ <= kMostFires + kHonestFires * entities) return;
  const bool is_job = is_of_job(event.kind());
  fail_expectation(fmt::format("{} {} (event kind {}) fires without time passing at {} ns",
                               is_job ? "job" : "entity", event.entity,
                               static_cast<int>(event.kind()), event.time));
}

void Engine::finish() {
  // With a horizon the run covers all of it; without one it ends with the last thing to happen.
  if (sim_.scenario.horizon_ns != kNever) sim_.now = sim_.scenario.horizon_ns;
  finished_ = true;
  check_invariants();
}

void Engine::check_invariants() {
  sim_.world.check_invariants(sim_.now);
  check_jobs();
}

WideInt Engine::jobs_cost() const {
  WideInt cost = 0;
  for (std::size_t job = 0; job < sim_.jobs.size(); ++job) {
    cost += stay_cost(sim_, static_cast<JobIndex>(job), sim_.now);
  }
  for (const auto& stay : sim_.cut_stays) cost += cut_stay_cost(sim_, stay);
  return cost;
}

WideInt Engine::world_cost() const {
  WideInt cost = 0;
  for (int i = 0; i < kPriceClasses; ++i) {
    cost += sim_.world.cost_rate(static_cast<PriceClass>(i)).area(sim_.now);
  }
  return cost;
}

// Every job is in the state that is counted, and every running job is on the node that it names.
void Engine::check_jobs() const {
  std::array<std::int64_t, kJobStates> counted = {};
  std::vector<std::int32_t> on_node(sim_.world.nodes().size(), 0);
  for (std::size_t job = 0; job < sim_.jobs.size(); ++job) {
    ++counted[static_cast<std::size_t>(sim_.jobs.state[job])];
    if (!holds_nodes(sim_.jobs.state[job])) continue;
    for_each_member(sim_, static_cast<JobIndex>(job), [&](const Member& member, std::int32_t) {
      ++on_node[static_cast<std::size_t>(member.node)];
    });
  }
  for (std::size_t state = 0; state < counted.size(); ++state) {
    if (counted[state] == sim_.jobs_in_state[state]) continue;
    fail_expectation(fmt::format("{} jobs are {}, but {} are counted", counted[state],
                                 kJobStateNames[state], sim_.jobs_in_state[state]));
  }
  for (std::size_t node = 0; node < on_node.size(); ++node) {
    if (on_node[node] == sim_.world.nodes()[node].tasks) continue;
    fail_expectation("the jobs on a node and its tasks differ in number: " +
                     sim_.world.plan().nodes[node].name);
  }
  if (sim_.preemption) check_work();
  expects(jobs_cost() == world_cost(), "the jobs' costs and the total differ");
  expects(static_cast<std::int64_t>(sim_.waiting.size()) ==
              counted[static_cast<std::size_t>(JobState::queued)],
          "the queue and the jobs that say they wait differ in number");
}

// Where all nodes are equally fast, the time of each job that ended is its work, its restarts and
// saves, and what was lost; but for ends that were moved to those of others.
void Engine::check_work() const {
  const auto& state = *sim_.preemption;
  const auto range = find_pace_range(sim_.world.plan());
  if (!(range.fastest == range.slowest) || !(range.fastest == Pace())) return;
  const bool moves_ends = sim_.scenario.scheduler.preemption->group_ends_ppb > 0;
  for (std::size_t job = 0; job < sim_.jobs.size(); ++job) {
    if (!has_ended(sim_.jobs.state[job]) || sim_.list.duration_ns[job] == kNever) continue;
    const TimeNs work = sim_.list.duration_ns[job] - state.left_ns[job];
    const TimeNs time = work + state.lost_ns[job] + state.overhead_ns[job];
    const bool is_done = sim_.jobs.state[job] == JobState::timed_out || state.left_ns[job] == 0;
    if (moves_ends || (is_done && time == state.attained_ns[job])) continue;
    fail_expectation(
        fmt::format("job {} has done {} ns of work in {} ns on its nodes, {} ns lost "
                    "and {} ns of restarts and saves taken off; {} ns are left",
                    job, work, state.attained_ns[job], state.lost_ns[job], state.overhead_ns[job],
                    state.left_ns[job]));
  }
}

}  // namespace coldaisle
