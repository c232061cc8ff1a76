// The engine against a slow, obvious simulator: at every instant it looks at every job and every
// node afresh, in the order that DESIGN, section 2, prescribes. Random small fleets and workloads,
// with nodes that join, drain and leave; every start, end, node, GPU and restart must agree.
#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include "sim/batch/coverage.h"
#include "sim/policy/asks.h"
#include "sim/policy/pick_gpus.h"
#include "sim/policy/rules.h"
#include "sim/workload/capacity.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

struct PlainMember {
  std::int32_t node = 0;
  Demand demand;
  std::uint32_t mask = 0;
};

struct PlainJob {
  JobState state = JobState::pending;
  TimeNs start = kUnset, end = kUnset, runs_until = kUnset;
  std::int32_t restarts = 0;
  std::vector<PlainMember> members;
};

class PlainSimulator {
 public:
  PlainSimulator(const Scenario& scenario, const FleetPlan& plan, const JobList& list)
      : scenario_(scenario),
        plan_(plan),
        list_(list),
        policy_(make_policy(scenario.scheduler)),
        asks_(make_asks(list, plan)),
        typical_(list, asks_.demands),
        facts_(make_node_facts(plan)),
        nodes_(make_node_states(plan)),
        empty_(nodes_),
        jobs_(list.size()) {
    for (const auto& node : nodes_) present_.push_back(node.closed == 0);
    for (auto& node : empty_) node.closed = 0;
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

  const std::vector<PlainJob>& jobs() const { return jobs_; }

 private:
  const JobDemand& wanted(std::size_t job) const {
    return list_.demands[static_cast<std::size_t>(list_.demand_type[job])];
  }

  NodeState& node(std::int32_t index) { return nodes_[static_cast<std::size_t>(index)]; }

  TimeNs next_instant(TimeNs after) const {
    TimeNs next = kNever;
    const auto consider = [&](TimeNs time) {
      if (time > after) next = std::min(next, time);
    };
    for (std::size_t job = 0; job < list_.size(); ++job) {
      consider(list_.submit_ns[job]);
      if (jobs_[job].state == JobState::running) consider(jobs_[job].runs_until);
    }
    for (const auto& change : scenario_.fleet.changes) consider(change.at_ns);
    return next;
  }

  void leave(PlainJob& job) {
    for (const auto& member : job.members) {
      give_back(node(member.node), member.demand, member.mask);
    }
  }

  void complete(TimeNs now) {
    for (auto& job : jobs_) {
      if (job.state != JobState::running || job.runs_until != now) continue;
      job.state = JobState::done;
      job.end = now;
      leave(job);
    }
  }

  bool applies(FleetAction action, std::size_t index) const {
    const bool open = nodes_[index].closed == 0;
    if (action == FleetAction::add) return !open;
    return action == FleetAction::drain ? open : present_[index];
  }

  void change_fleet(TimeNs now, bool gains) {
    for (const auto& change : scenario_.fleet.changes) {
      if (change.at_ns != now || (change.action == FleetAction::add) != gains) continue;
      const auto& group = *plan_.find_group(change.rack);
      const auto end =
          static_cast<std::size_t>(group.first) + static_cast<std::size_t>(group.count);
      std::set<std::int32_t> chosen;
      for (auto i = static_cast<std::size_t>(group.first); i < end; ++i) {
        const bool full =
            change.nodes > 0 && chosen.size() == static_cast<std::size_t>(change.nodes);
        if (!full && applies(change.action, i)) chosen.insert(static_cast<std::int32_t>(i));
      }
      for (const auto i : chosen) {
        node(i).closed = gains ? 0 : kOutOfService;
        present_[static_cast<std::size_t>(i)] = change.action != FleetAction::remove;
      }
      if (change.action == FleetAction::remove) requeue(chosen);
    }
  }

  void requeue(const std::set<std::int32_t>& left) {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      auto& job = jobs_[i];
      const bool hit =
          std::any_of(job.members.begin(), job.members.end(),
                      [&](const PlainMember& member) { return left.count(member.node) > 0; });
      if (job.state != JobState::running || !hit) continue;
      leave(job);
      job.members.clear();
      job.state = JobState::queued;
      ++job.restarts;
      queue_.push_back(i);
    }
  }

  void arrive(TimeNs now) {
    for (std::size_t job = 0; job < list_.size(); ++job) {
      if (list_.submit_ns[job] != now || jobs_[job].state != JobState::pending) continue;
      // On the empty fleet, all of it in service.
      std::swap(nodes_, empty_);
      const auto kept = nodes_;
      const bool possible = !choose_members(job).empty();
      nodes_ = kept;
      std::swap(nodes_, empty_);
      jobs_[job].state = possible ? JobState::queued : JobState::unschedulable;
      if (possible) queue_.push_back(job);
    }
  }

  // The best node for one member, the gang's own left out; -1: none.
  std::int32_t best_node(const RuleContext& context, const Demand& demand) const {
    std::vector<std::int32_t> feasible;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto index = static_cast<std::int32_t>(i);
      const auto* const end = context.gang + context.gang_size;
      if (std::find(context.gang, end, index) != end || !fits(nodes_[i], demand)) continue;
      if (demand.whole_node != 0 && nodes_[i].gpus != demand.gpus) continue;
      feasible.push_back(index);
    }
    std::vector<std::int64_t> sums(feasible.size(), 0);
    for (const auto& [rule, weight] : policy_.rules) {
      std::vector<std::int64_t> scores;
      scores.reserve(feasible.size());
      for (const auto i : feasible) {
        scores.push_back(rule_score(rule, context, nodes_[static_cast<std::size_t>(i)], i, demand));
      }
      if (feasible.empty()) return -1;
      const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
      const auto lo = *low;
      const auto span = *high - lo;
      for (std::size_t i = 0; i < sums.size(); ++i) {
        auto score = scores[i];
        if (kRules[static_cast<int>(rule)].min_max) {
          score = span == 0 ? 0 : (score - lo) * 100 / span;
        }
        sums[i] += weight * score;
      }
    }
    if (feasible.empty()) return -1;
    return feasible[static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) -
                                             sums.begin())];
  }

  Demand rule_demand(const JobDemand& demand, bool whole) const {
    JobList one;
    one.demands = {demand};
    one.original_count = {1};
    auto made = make_asks(one, plan_).demands.front();
    made.whole_node = whole ? 1 : 0;
    return made;
  }

  // Takes one more member from the nodes if it fits somewhere.
  bool take_member(std::size_t job, const Demand& demand, std::vector<PlainMember>& members) {
    std::vector<std::int32_t> gang;
    gang.reserve(members.size());
    for (const auto& member : members) gang.push_back(member.node);
    RuleContext context;
    context.typical = typical_.view();
    context.seed = scenario_.seed;
    context.job = job;
    context.facts = facts_.data();
    context.gang = gang.data();
    context.gang_size = static_cast<std::int32_t>(gang.size());
    const auto best = best_node(context, demand);
    if (best < 0) return false;
    const auto mask = pick_gpus(policy_.gpu_pick, context, node(best), best, demand);
    take(node(best), demand, mask);
    members.push_back({best, demand, mask});
    return true;
  }

  // Takes the job's share of the nodes; nothing when it does not fit.
  std::vector<PlainMember> choose_members(std::size_t job) {
    const auto before = nodes_;
    const auto& asked = wanted(job);
    std::vector<PlainMember> members;
    bool all = true;
    if (asked.nodes > 0 || asked.gpus <= largest_node(asked, plan_) ||
        largest_node(asked, plan_) == 0) {
      for (int i = 0; i < std::max(1, asked.nodes) && all; ++i) {
        all = take_member(job, rule_demand(asked, false), members);
      }
    } else {
      for (int left = asked.gpus; left > 0 && all;) {
        int got = 0;
        for (int size = std::min(left, kMaxGpusPerNode); size > 0 && got == 0; --size) {
          const bool exists = std::any_of(plan_.nodes.begin(), plan_.nodes.end(),
                                          [&](const NodePlan& n) { return n.gpus == size; });
          if (exists && take_member(job, rule_demand(share_of(asked, size), true), members)) {
            got = size;
          }
        }
        if (got == 0 && left <= largest_node(asked, plan_) &&
            take_member(job, rule_demand(share_of(asked, left), false), members)) {
          got = left;
        }
        all = got > 0;
        left -= got;
      }
    }
    if (all) return members;
    nodes_ = before;
    return {};
  }

  // Wall time of the whole job on these nodes: at the pace of its slowest GPU, slowed by distance.
  TimeNs wall_time(std::size_t job, const std::vector<PlainMember>& members) const {
    std::int64_t speed = 0;
    std::set<std::int32_t> racks;
    for (const auto& member : members) {
      const auto& at = plan_.nodes[static_cast<std::size_t>(member.node)];
      racks.insert(at.rack);
      if (member.demand.gpus == 0) continue;
      const auto own = plan_.gpu_models[static_cast<std::size_t>(at.gpu_model)].speed_ppm;
      speed = speed == 0 ? own : std::min(speed, own);
    }
    if (speed == 0) speed = kPpm;
    const std::size_t level = members.size() == 1 ? 0 : (racks.size() == 1 ? 1 : 2);
    const auto slow = WideInt{plan_.slowdown_ppm[level]};
    return static_cast<TimeNs>((list_.duration_ns[job] * slow + speed - 1) / speed);
  }

  bool place(TimeNs now, std::size_t job) {
    auto members = choose_members(job);
    if (members.empty()) return false;
    auto& out = jobs_[job];
    out.state = JobState::running;
    out.start = now;
    out.runs_until = now + wall_time(job, members);
    out.members = std::move(members);
    return true;
  }

  void sort_queue() {
    const auto queue = scenario_.scheduler.queue;
    const auto key = [&](std::size_t job) {
      if (queue == QueueDiscipline::sjf) return list_.duration_ns[job];
      return -std::int64_t{list_.priority[job]};
    };
    if (queue != QueueDiscipline::sjf && queue != QueueDiscipline::priority) return;
    std::sort(queue_.begin(), queue_.end(), [&](std::size_t a, std::size_t b) {
      return std::make_pair(key(a), a) < std::make_pair(key(b), b);
    });
  }

  void schedule(TimeNs now) {
    const auto discipline = scenario_.scheduler.queue;
    sort_queue();
    std::vector<std::size_t> left;
    int tried = 0;
    for (const auto job : queue_) {
      const int most = discipline == QueueDiscipline::none   ? std::numeric_limits<int>::max()
                       : discipline == QueueDiscipline::fifo ? 1
                                                             : scenario_.scheduler.depth;
      if (tried < most && place(now, job)) continue;
      ++tried;
      if (discipline == QueueDiscipline::none) {
        jobs_[job].state = JobState::rejected;
      } else {
        left.push_back(job);
      }
    }
    queue_ = left;
  }

  const Scenario& scenario_;
  const FleetPlan& plan_;
  const JobList& list_;
  Policy policy_;
  Asks asks_;
  TypicalTaskSet typical_;
  std::vector<NodeFacts> facts_;
  std::vector<NodeState> nodes_, empty_;
  std::vector<bool> present_;
  std::vector<std::size_t> queue_;
  std::vector<PlainJob> jobs_;
};

JobDemand random_demand(std::mt19937_64& random) {
  constexpr int kShares[] = {200, 350, 500, 750, 1000};
  JobDemand demand;
  demand.gpus = std::array{0, 1, 1, 1, 2, 4, 9}[random() % 7];
  demand.gpu_milli = demand.gpus == 1 ? kShares[random() % 5] : 1000;
  demand.cpu_milli = static_cast<std::int64_t>(random() % 5) * 16'000;
  demand.memory_mib = static_cast<std::int64_t>(random() % 3) * 300'000;
  if (random() % 5 == 0) demand.nodes = 1 + static_cast<int>(random() % 4);
  if (demand.nodes > 1) demand.gpu_milli = 1000;
  if (random() % 8 == 0) demand.gpu_models = {"gpu"};
  return demand;
}

Scenario random_scenario(std::mt19937_64& random) {
  constexpr const char* kNodes[] = {"node-1", "node-2", "node-4", "node-8", "quick-2", "quick-6"};
  Scenario scenario;
  scenario.catalog = two_gpu_catalog();
  for (const char* name : {"rack", "other"}) {
    scenario.fleet.racks.push_back({.name = name,
                                    .node = kNodes[random() % 6],
                                    .racks = 1 + static_cast<int>(random() % 2),
                                    .nodes_per_rack = 1 + static_cast<int>(random() % 3),
                                    .present = random() % 5 != 0});
  }
  bool any = false;
  for (const auto& group : scenario.fleet.racks) any = any || group.node.rfind("quick", 0) == 0;
  if (any) scenario.fleet.gpu_speeds = {{"quick", 1'700'000}};
  scenario.fabric.slowdown_ppm = {kPpm, 1'100'000, 1'333'333};
  const auto names = rule_names();
  scenario.scheduler.rules = {{names[1 + random() % (names.size() - 1)], 1}};
  if (random() % 2 == 0) {
    scenario.scheduler.rules.clear();
    for (const auto& name : names) {
      if (random() % 3 == 0) scenario.scheduler.rules.push_back({name, 1 + int(random() % 5)});
    }
    // `random` alone is a choice of its own, tested elsewhere.
    if (scenario.scheduler.rules.size() < 2) scenario.scheduler.rules = {{"fgd", 2}};
  }
  scenario.scheduler.queue = static_cast<QueueDiscipline>(random() % kCoveredDisciplines);
  scenario.scheduler.depth = 1 + static_cast<int>(random() % 4);
  for (auto n = random() % 6; n > 0; --n) {
    scenario.fleet.changes.push_back(
        {seconds(static_cast<double>(random() % 60)), static_cast<FleetAction>(random() % 3),
         random() % 2 == 0 ? "rack" : "other", static_cast<int>(random() % 3)});
  }
  scenario.metrics.interval_ns = seconds(3);
  return scenario;
}

JobList random_jobs(std::mt19937_64& random) {
  std::vector<HandJob> jobs;
  for (auto n = 5 + random() % 60; n > 0; --n) {
    jobs.push_back({static_cast<double>(random() % 50), static_cast<double>(1 + random() % 20),
                    random_demand(random), 1.0, static_cast<int>(random() % 3)});
  }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const HandJob& a, const HandJob& b) { return a.submit_s < b.submit_s; });
  return hand_jobs(jobs);
}

void require_equal(const Run& run, const PlainJob& plain, std::size_t job) {
  REQUIRE(run.jobs().state[job] == plain.state);
  REQUIRE(run.jobs().start_ns[job] == plain.start);
  REQUIRE(run.jobs().end_ns[job] == plain.end);
  REQUIRE(run.jobs().restarts[job] == plain.restarts);
  if (plain.members.empty()) return;
  Holdings members;
  WideInt cost = 0;
  for (const auto& member : plain.members) {
    members.emplace_back(member.node, member.mask);
    cost += WideInt{member.demand.gpus} * member.demand.gpu_milli *
            run.plan.nodes[static_cast<std::size_t>(member.node)].price;
  }
  REQUIRE(stay_of(run, job) == members);
  if (plain.end == kUnset) return;
  REQUIRE(stay_cost(run.sim(), static_cast<JobIndex>(job), run.sim().now) ==
          cost * (plain.end - plain.start));
}

TEST_CASE("the engine and a simulator that looks at everything afresh agree on every job",
          "[differential][engine]") {
  int restarts = 0;
  int waited = 0;
  int gangs = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    std::mt19937_64 random(seed);
    const auto scenario = random_scenario(random);
    Run run(scenario, random_jobs(random));
    run.finish();
    PlainSimulator plain(run.scenario, run.plan, run.list);
    plain.run();
    INFO("seed " << seed);
    for (std::size_t job = 0; job < run.list.size(); ++job) {
      INFO("job " << job);
      require_equal(run, plain.jobs()[job], job);
      restarts += plain.jobs()[job].restarts;
      waited += run.jobs().waited_ns[job] > 0 ? 1 : 0;
      gangs += plain.jobs()[job].members.size() > 1 ? 1 : 0;
    }
  }
  // The cases are worth something only if they exercise what is hard.
  CHECK(restarts > 100);
  CHECK(waited > 1000);
  CHECK(gangs > 500);
}

}  // namespace
}  // namespace coldaisle::test
