#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/simulation.h"

namespace coldaisle {

// Runs a simulation: fires events in order until nothing is left to happen or the horizon is
// reached.
class Engine {
 public:
  // `tie_rank[node]` breaks ties between nodes. The references must outlive the engine.
  Engine(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
         std::vector<std::int32_t> tie_rank);

  // Metrics must outlive the engine; call before the first advance().
  void watch(std::vector<Metric*> metrics);

  // Handles at most `events` more events. False when the run is over. Throws ScenarioError when the
  // initial jobs do not fit, InternalError when an invariant is broken.
  bool advance(std::int64_t events);

  // Brings all accounts to the current time, for a report in mid-run; changes no result.
  void settle() { sim_.world.settle(sim_.now); }

  // Checks the invariants of DESIGN, section 2, that this version's parts have: time in states,
  // energy of devices, racks and site, costs, shares held, jobs by state and on nodes. advance()
  // does so at the end.
  void check_invariants();

  const Simulation& simulation() const { return sim_; }

  bool finished() const { return finished_; }

 private:
  void begin();
  void refuse_endless_turns() const;
  void finish();
  bool run_is_over();
  void dispatch(const Event& event);
  void guard_progress(const Event& event);
  void check_jobs() const;
  void check_work() const;
  WideInt jobs_cost() const;
  WideInt world_cost() const;

  Simulation sim_;
  bool begun_ = false;
  bool finished_ = false;
  TimeNs window_begin_ns_ = 0;  // the livelock guard's window
  std::int64_t events_in_window_ = 0;
};

}  // namespace coldaisle
