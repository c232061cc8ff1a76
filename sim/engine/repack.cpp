#include "sim/engine/repack.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "sim/engine/place_job.h"
#include "sim/engine/trial.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

bool is_running(const Simulation& sim, JobIndex job) {
  return sim.jobs.state[at(job)] == JobState::running;
}

// All jobs that run or wait, in order.
std::vector<JobIndex> order_jobs(const Simulation& sim) {
  std::vector<std::pair<Precedence, JobIndex>> ranked;
  ranked.reserve(sim.preemption->running.size() + sim.waiting.size());
  for (const auto job : sim.preemption->running) ranked.emplace_back(precedence_of(sim, job), job);
  for (auto job = sim.waiting.head(); job != WaitingQueue::kNone; job = sim.waiting.next(job)) {
    ranked.emplace_back(precedence_of(sim, job), job);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<JobIndex> order;
  order.reserve(ranked.size());
  for (const auto& [precedence, job] : ranked) order.push_back(job);
  return order;
}

bool has_members(const Simulation& sim, JobIndex job, const std::vector<Member>& members) {
  const auto held = members_of(sim, job);
  return std::equal(held.begin(), held.end(), members.begin(), members.end(),
                    [](const Member& a, const Member& b) {
                      return a.node == b.node && a.gpu_mask == b.gpu_mask;
                    });
}

struct Placing {
  JobIndex job;
  std::vector<Member> members;
};

// Holds nodes for the jobs in order. Those that have to start there; jobs that stay are left out
// and `stays` says so.
std::vector<Placing> hold_in_order(Simulation& sim, const std::vector<JobIndex>& order,
                                   std::vector<bool>& stays) {
  std::vector<Placing> starts;
  int tried = 0;
  for (std::size_t i = 0; i < order.size() && tried < sim.scenario.scheduler.depth; ++i) {
    const auto job = order[i];
    if (!hold_unless_blocked(sim, job)) {
      ++tried;
    } else if (is_running(sim, job) && has_members(sim, job, sim.picked)) {
      stays[i] = true;
    } else {
      starts.push_back({job, sim.picked});
    }
  }
  return starts;
}

// Ends of jobs, in groups: each that is close to the first of a group joins it; where two would do,
// the one that began first. The firsts of groups are not close to each other, so only the next one
// on either side can be close to another end.
class EndGroups {
 public:
  explicit EndGroups(std::int64_t ppb) : ppb_(ppb) {}

  // The time at which a job ends that would end at `end`.
  TimeNs join(TimeNs end) {
    const auto after = groups_.lower_bound(end);
    const auto before = after == groups_.begin() ? groups_.end() : std::prev(after);
    const bool joins_after = is_close(after, end);
    const bool joins_before = is_close(before, end);
    if (joins_before && (!joins_after || before->second < after->second)) return before->first;
    if (joins_after) return after->first;
    groups_.emplace(end, groups_.size());
    return end;
  }

 private:
  using Groups = std::map<TimeNs, std::size_t>;  // time of the first end -> number of the group

  bool is_close(Groups::const_iterator group, TimeNs end) const {
    constexpr std::int64_t kBillion = 1'000'000'000;
    if (group == groups_.end()) return false;
    const auto [low, high] = std::minmax(group->first, end);
    return WideInt{high - low} * kBillion <= WideInt{high} * ppb_;
  }

  std::int64_t ppb_;
  Groups groups_;
};

void group_ends(Simulation& sim, const std::vector<JobIndex>& order) {
  EndGroups groups(sim.scenario.scheduler.preemption->group_ends_ppb);
  for (const auto job : order) {
    if (!is_running(sim, job)) continue;
    const TimeNs end = predicted_end(sim, job);
    if (end != kNever) reschedule_end(sim, job, groups.join(end));
  }
}

}  // namespace

void repack(Simulation& sim) {
  const auto order = order_jobs(sim);
  for (const auto job : sim.preemption->running) release_shares(sim, job);
  std::vector<bool> stays(order.size(), false);
  const auto starts = hold_in_order(sim, order, stays);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (is_running(sim, order[i]) && !stays[i]) stop_lifted_job(sim, order[i]);
  }
  for (const auto& start : starts) start_job(sim, start.job, start.members, 0);
  const auto& how = *sim.scenario.scheduler.preemption;
  if (how.charged == RestartCharge::pass || how.group_ends_ppb > 0) group_ends(sim, order);
}

}  // namespace coldaisle
