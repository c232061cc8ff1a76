#include "sim/engine/displace.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/core/error.h"
#include "sim/engine/place_job.h"
#include "sim/engine/trial.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

// One pass.
class Displacement {
 public:
  explicit Displacement(Simulation& sim) : sim_(sim), hopeless_(sim.asks.asks.size(), false) {}

  Displacement(const Displacement&) = delete;
  Displacement& operator=(const Displacement&) = delete;

  ~Displacement() {
    for (const auto node : claimed_) {
      sim_.world.set_closed(node, kReserved, false);
      sim_.chooser.node_changed(node, NodeChooser::Change::reopened);
    }
  }

  void run() {
    int tried = 0;
    auto job = sim_.waiting.head();
    while (job != WaitingQueue::kNone && tried < sim_.scenario.scheduler.depth) {
      if (!place_job(sim_, job) && !make_room(job)) ++tried;
      job = sim_.waiting.next(job);
    }
  }

 private:
  // A job that runs, and what it is compared by.
  using Ranked = std::pair<Precedence, JobIndex>;

  // Whether the job started, or will when others have saved their work.
  bool make_room(JobIndex job) {
    const auto type = at(sim_.list.demand_type[at(job)]);
    const bool any_behind = are_any_behind(precedence_of(sim_, job));
    const bool any_saving = !sim_.preemption->saving.empty();
    if (hopeless_[type] || (!any_behind && !any_saving)) return false;
    const auto& ask = sim_.ask_of(job);
    begin_trial();
    if (any_saving && claim(ask)) return true;
    const auto victims = choose_victims(job, ask);
    hopeless_[type] = victims.empty();
    if (victims.empty()) return false;
    for (const auto victim : victims) stop_job(sim_, victim);
    ranked_.clear();
    last_.reset();
    if (saves_first(sim_)) return claim(ask);
    const bool fits = place_job(sim_, job);
    expects(fits, "a job does not fit where others were stopped for it");
    return true;
  }

  // The nodes as they will be when all stopped jobs have left, but for what is claimed.
  void begin_trial() {
    const auto nodes = sim_.world.nodes();
    trial_.assign(nodes.begin(), nodes.end());
    for (const auto& [job, stopped_ns] : sim_.preemption->saving) {
      give_back_members(sim_.asks, members_of(sim_, job), trial_);
    }
  }

  // Keeps nodes that will do for the job from those behind it; false where there are none.
  bool claim(const Ask& ask) {
    const auto members = first_fit(sim_.asks, ask, trial_);
    for (const auto& member : members) {
      sim_.world.set_closed(member.node, kReserved, true);
      sim_.chooser.node_changed(member.node, NodeChooser::Change::lost);
      claimed_.push_back(member.node);
    }
    return !members.empty();
  }

  // The running jobs to stop; empty: even without all of those behind it the job would not fit.
  std::vector<JobIndex> choose_victims(JobIndex job, const Ask& ask) {
    const auto precedence = precedence_of(sim_, job);
    const auto& candidates = rank_running();
    std::vector<JobIndex> victims;
    for (auto each = candidates.rbegin(); each != candidates.rend(); ++each) {
      if (each->first <= precedence) break;
      victims.push_back(each->second);
      if (!give_back_job(sim_, each->second, ask, trial_)) continue;
      if (first_fit(sim_.asks, ask, trial_).empty()) continue;
      spare_needless(ask, victims);
      return victims;
    }
    return {};
  }

  // Whether a running job is behind this precedence.
  bool are_any_behind(const Precedence& precedence) {
    const auto& running = sim_.preemption->running;
    if (running.empty()) return false;
    if (!last_) {
      last_ = precedence_of(sim_, running.front());
      for (const auto job : running) last_ = std::max(*last_, precedence_of(sim_, job));
    }
    return *last_ > precedence;
  }

  // Running jobs in order.
  const std::vector<Ranked>& rank_running() {
    if (!ranked_.empty()) return ranked_;
    const auto& running = sim_.preemption->running;
    ranked_.reserve(running.size());
    for (const auto job : running) ranked_.emplace_back(precedence_of(sim_, job), job);
    std::sort(ranked_.begin(), ranked_.end());
    return ranked_;
  }

  // Keeps those running, from the first in the order, without whose nodes the job fits too.
  void spare_needless(const Ask& ask, std::vector<JobIndex>& victims) {
    std::vector<JobIndex> needed = {victims.back()};
    for (auto victim = victims.rbegin() + 1; victim != victims.rend(); ++victim) {
      const auto members = members_of(sim_, *victim);
      take_members(sim_.asks, members, trial_);
      if (!first_fit(sim_.asks, ask, trial_).empty()) continue;
      give_back_members(sim_.asks, members, trial_);
      needed.push_back(*victim);
    }
    victims = std::move(needed);
  }

  Simulation& sim_;
  std::vector<bool> hopeless_;  // by ask: for an earlier job of it, no jobs could be stopped
  std::vector<NodeState> trial_;
  std::vector<Ranked> ranked_;         // running jobs in order; empty: not yet made
  std::optional<Precedence> last_;     // the last of running jobs; none: not yet known
  std::vector<std::int32_t> claimed_;  // nodes
};

}  // namespace

void displace(Simulation& sim) {
  if (sim.waiting.empty()) return;
  Displacement(sim).run();
}

}  // namespace coldaisle
