// The engine against a slow, obvious simulator: at every instant it looks at every job and every
// node afresh, in the order that DESIGN, section 2, prescribes. Random small fleets and workloads,
// with nodes that join, drain and leave; every start, end, node, GPU and restart must agree.
#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "sim/policy/pick_gpus.h"
#include "sim/policy/rules.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

class PlainSimulator {
 public:
  PlainSimulator(const Scenario& scenario, const FleetPlan& plan, const JobList& list)
      : scenario_(scenario),
        plan_(plan),
        list_(list),
        demands_(make_demands(list, plan)),
        out_(list.size()) {
    typical_ = TypicalTaskSet(list, demands_);
    const World world(plan);
    for (const auto& node : world.nodes()) {
      nodes_.push_back(node);
      present_.push_back(node.in_service != 0);
    }
    empty_ = nodes_;
  }

  void run() {
    for (TimeNs now = next_instant(-1); now != kNever; now = next_instant(now)) {
      complete(now);
      change_fleet(now, false);
      change_fleet(now, true);
      arrive(now);
      schedule(now);
    }
  }

  const JobTable& out() const { return out_; }

 private:
  const Demand& demand(std::size_t job) const {
    return demands_[static_cast<std::size_t>(list_.demand_type[job])];
  }

  TimeNs end_of(std::size_t job) const { return out_.start_ns[job] + list_.duration_ns[job]; }

  TimeNs next_instant(TimeNs after) const {
    TimeNs next = kNever;
    const auto consider = [&](TimeNs time) {
      if (time > after) next = std::min(next, time);
    };
    for (std::size_t job = 0; job < list_.size(); ++job) {
      consider(list_.submit_ns[job]);
      if (out_.state[job] == JobState::running) consider(end_of(job));
    }
    for (const auto& change : scenario_.fleet.changes) consider(change.at_ns);
    return next;
  }

  void complete(TimeNs now) {
    for (std::size_t job = 0; job < list_.size(); ++job) {
      if (out_.state[job] != JobState::running || end_of(job) != now) continue;
      out_.state[job] = JobState::done;
      out_.end_ns[job] = now;
      give_back(nodes_[static_cast<std::size_t>(out_.node[job])], demand(job), out_.gpu_mask[job]);
    }
  }

  bool applies(FleetAction action, std::size_t node) const {
    const bool open = nodes_[node].in_service != 0;
    if (action == FleetAction::add) return !open;
    return action == FleetAction::drain ? open : present_[node];
  }

  void change_fleet(TimeNs now, bool gains) {
    for (const auto& change : scenario_.fleet.changes) {
      if (change.at_ns != now || (change.action == FleetAction::add) != gains) continue;
      std::set<std::int32_t> chosen;
      for (std::size_t node = 0; node < nodes_.size(); ++node) {
        const bool full =
            change.nodes > 0 && chosen.size() == static_cast<std::size_t>(change.nodes);
        if (!full && applies(change.action, node)) chosen.insert(static_cast<std::int32_t>(node));
      }
      for (const auto node : chosen) {
        nodes_[static_cast<std::size_t>(node)].in_service = gains ? 1 : 0;
        present_[static_cast<std::size_t>(node)] = change.action != FleetAction::remove;
      }
      if (change.action == FleetAction::remove) requeue(chosen);
    }
  }

  void requeue(const std::set<std::int32_t>& left) {
    for (std::size_t job = 0; job < list_.size(); ++job) {
      if (out_.state[job] != JobState::running || left.count(out_.node[job]) == 0) continue;
      give_back(nodes_[static_cast<std::size_t>(out_.node[job])], demand(job), out_.gpu_mask[job]);
      out_.state[job] = JobState::queued;
      ++out_.restarts[job];
      queue_.push_back(job);
    }
  }

  void arrive(TimeNs now) {
    for (std::size_t job = 0; job < list_.size(); ++job) {
      if (list_.submit_ns[job] != now || out_.state[job] != JobState::pending) continue;
      bool possible = false;
      for (auto node : empty_) {
        node.in_service = 1;
        possible = possible || fits(node, demand(job));
      }
      out_.state[job] = possible ? JobState::queued : JobState::unschedulable;
      if (possible) queue_.push_back(job);
    }
  }

  bool place(TimeNs now, std::size_t job) {
    RuleContext context;
    context.typical = typical_.view();
    context.seed = scenario_.seed;
    context.job = job;
    const auto rule = make_policy(scenario_.scheduler).rules.front().rule;
    int best = -1;
    std::int32_t best_score = std::numeric_limits<std::int32_t>::min();
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (!fits(nodes_[node], demand(job))) continue;
      const auto index = static_cast<std::int32_t>(node);
      const auto score = rule_score(rule, context, nodes_[node], index, demand(job));
      if (score <= best_score) continue;
      best_score = score;
      best = index;
    }
    if (best < 0) return false;
    auto& node = nodes_[static_cast<std::size_t>(best)];
    const auto mask =
        pick_gpus(make_policy(scenario_.scheduler).gpu_pick, context, node, best, demand(job));
    take(node, demand(job), mask);
    out_.state[job] = JobState::running;
    out_.start_ns[job] = now;
    out_.node[job] = best;
    out_.gpu_mask[job] = static_cast<std::uint16_t>(mask);
    return true;
  }

  void schedule(TimeNs now) {
    const auto discipline = scenario_.scheduler.queue;
    std::vector<std::size_t> left;
    int tried = 0;
    for (const auto job : queue_) {
      const bool stop = (discipline == QueueDiscipline::fifo && tried > 0) ||
                        (discipline == QueueDiscipline::skip && tried >= scenario_.scheduler.depth);
      if (!stop && place(now, job)) continue;
      ++tried;
      if (discipline == QueueDiscipline::none) {
        out_.state[job] = JobState::rejected;
      } else {
        left.push_back(job);
      }
    }
    queue_ = left;
  }

  const Scenario& scenario_;
  const FleetPlan& plan_;
  const JobList& list_;
  std::vector<Demand> demands_;
  TypicalTaskSet typical_;
  std::vector<NodeState> nodes_, empty_;
  std::vector<bool> present_;
  std::vector<std::size_t> queue_;
  JobTable out_;
};

JobDemand random_demand(std::mt19937_64& random) {
  constexpr int kShares[] = {200, 350, 500, 750, 1000};
  JobDemand demand;
  demand.gpus = std::array{0, 1, 1, 1, 2, 4, 9}[random() % 7];
  demand.gpu_milli = demand.gpus == 0 ? 0 : (demand.gpus == 1 ? kShares[random() % 5] : 1000);
  demand.cpu_milli = static_cast<std::int64_t>(random() % 5) * 16'000;
  demand.memory_mib = static_cast<std::int64_t>(random() % 3) * 300'000;
  return demand;
}

Scenario random_scenario(std::mt19937_64& random) {
  constexpr const char* kNodes[] = {"node-1", "node-2", "node-4", "node-8"};
  constexpr const char* kRuleNames[] = {"best_fit", "fgd", "gpu_packing", "spread", "dot_product"};
  auto scenario = one_gpu_scenario(kNodes[random() % 4], 1 + static_cast<int>(random() % 4));
  scenario.scheduler.rules = {{kRuleNames[random() % 5], 1}};
  scenario.scheduler.queue = static_cast<QueueDiscipline>(random() % 3);
  scenario.scheduler.depth = 1 + static_cast<int>(random() % 4);
  scenario.fleet.racks[0].present = random() % 5 != 0;
  for (auto n = random() % 6; n > 0; --n) {
    scenario.fleet.changes.push_back({seconds(static_cast<double>(random() % 60)),
                                      static_cast<FleetAction>(random() % 3), "rack",
                                      static_cast<int>(random() % 3)});
  }
  scenario.metrics.interval_ns = seconds(3);
  return scenario;
}

JobList random_jobs(std::mt19937_64& random) {
  std::vector<HandJob> jobs;
  for (auto n = 5 + random() % 60; n > 0; --n) {
    jobs.push_back({static_cast<double>(random() % 50), static_cast<double>(1 + random() % 20),
                    random_demand(random)});
  }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const HandJob& a, const HandJob& b) { return a.submit_s < b.submit_s; });
  return hand_jobs(jobs);
}

TEST_CASE("the engine and a simulator that looks at everything afresh agree on every job",
          "[differential][engine]") {
  int restarts = 0;
  int waited = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    std::mt19937_64 random(seed);
    Run run(random_scenario(random), random_jobs(random));
    run.finish();
    PlainSimulator plain(run.scenario, run.plan, run.list);
    plain.run();
    INFO("seed " << seed);
    REQUIRE(run.jobs().state == plain.out().state);
    REQUIRE(run.jobs().start_ns == plain.out().start_ns);
    REQUIRE(run.jobs().end_ns == plain.out().end_ns);
    REQUIRE(run.jobs().node == plain.out().node);
    REQUIRE(run.jobs().gpu_mask == plain.out().gpu_mask);
    REQUIRE(run.jobs().restarts == plain.out().restarts);
    for (const auto count : plain.out().restarts) restarts += count;
    for (const auto wait : run.jobs().waited_ns) waited += wait > 0 ? 1 : 0;
  }
  // The cases are worth something only if they exercise what is hard.
  CHECK(restarts > 100);
  CHECK(waited > 1000);
}

}  // namespace
}  // namespace coldaisle::test
