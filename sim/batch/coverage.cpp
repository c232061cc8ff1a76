#include "sim/batch/coverage.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/scenario/scheduler_choices.h"

namespace coldaisle {
namespace {

// Gathers problems, each place once.
class Refusals {
 public:
  explicit Refusals(const Scenario& scenario) : scenario_(scenario) {}

  void add(const std::string& pointer, std::string message) {
    const auto known = [&](const Problem& each) { return each.pointer == pointer; };
    if (std::any_of(problems_.begin(), problems_.end(), known)) return;
    problems_.push_back({file_in_messages(scenario_), 0, 0, pointer, std::move(message)});
  }

  // A discipline that stands at `pointer`.
  void check(const std::string& pointer, QueueDiscipline queue) {
    if (is_covered(queue)) return;
    add(pointer, fmt::format("`evaluate` does not cover the queue `{}`; choose another, or compare "
                             "such schedulers with `run`",
                             choice_name(kQueueChoices, queue)));
  }

  // The disciplines of some policies, or where there are none the scheduler's.
  void check(const std::string& pointer, const std::vector<QueueDiscipline>& queues) {
    if (queues.empty()) check("/scheduler/queue", scenario_.scheduler.queue);
    for (const auto queue : queues) check(pointer, queue);
  }

  std::vector<Problem> take() { return std::move(problems_); }

 private:
  const Scenario& scenario_;
  std::vector<Problem> problems_;
};

void check_policies(const PolicySpace& space, Refusals& refusals) {
  for (std::size_t i = 0; i < space.list.size(); ++i) {
    const auto& queue = space.list[i].queue;
    refusals.check(fmt::format("/policies/list/{}/queue", i),
                   queue ? std::vector{*queue} : std::vector<QueueDiscipline>{});
  }
  if (!space.presets.empty()) refusals.check("/scheduler/queue", std::vector<QueueDiscipline>{});
  if (space.grid) refusals.check("/policies/grid/queue", space.grid->queues);
  if (space.random) refusals.check("/policies/random/queue", space.random->queues);
  if (space.sobol) refusals.check("/policies/sobol/queue", space.sobol->queues);
}

}  // namespace

std::vector<Problem> unsupported_features(const Scenario& scenario) {
  Refusals refusals(scenario);
  if (!scenario.fleet.changes.empty()) {
    refusals.add("/fleet/changes",
                 "`evaluate` does not cover nodes that enter or leave; take the changes out, or "
                 "compare policies with `run`");
  }
  if (!scenario.workload.initial.empty()) {
    refusals.add("/workload/initial",
                 "`evaluate` does not cover jobs from before the start; let them arrive, or "
                 "compare policies with `run`");
  }
  if (stops_jobs(scenario.scheduler.queue)) {
    refusals.check("/scheduler/queue", scenario.scheduler.queue);
  } else if (scenario.scheduler.preemption) {
    refusals.add("/scheduler/preemption",
                 "`evaluate` does not cover jobs that are stopped for others; take it out, or "
                 "compare such schedulers with `run`");
  }
  if (scenario.policies) check_policies(*scenario.policies, refusals);
  return refusals.take();
}

std::vector<Problem> unsupported_jobs(const Scenario& scenario, const JobList& jobs) {
  Refusals refusals(scenario);
  const auto limited = std::count_if(jobs.walltime_ns.begin(), jobs.walltime_ns.end(),
                                     [](TimeNs walltime_ns) { return walltime_ns != kNever; });
  if (limited > 0) {
    refusals.add("/workload",
                 fmt::format("`evaluate` does not cover walltimes, which {} of the jobs have; take "
                             "them out, or compare policies with `run`",
                             limited));
  }
  return refusals.take();
}

}  // namespace coldaisle
