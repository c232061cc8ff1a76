// The chooser keeps scores and rescores only nodes that changed; the oracle here scores every node
// for every decision, straight from PLACEMENT, section 1.
#include "sim/policy/node_chooser.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/support/catch.h"

namespace coldaisle {
namespace {

struct Fleet {
  std::vector<NodeState> nodes;
  std::vector<Demand> demands;
  std::vector<std::int32_t> rank;
  std::vector<TypicalTask> tasks;
  std::vector<std::int32_t> millis;
  std::vector<NodeFacts> facts;
  RuleContext context;
};

Fleet make_fleet(std::mt19937_64& random, int nodes) {
  Fleet fleet;
  constexpr int kGpus[] = {0, 1, 2, 4, 8, 16};
  for (int i = 0; i < nodes; ++i) {
    NodeState node;
    node.gpus = static_cast<std::int16_t>(kGpus[random() % 6]);
    node.model = static_cast<std::int8_t>(node.gpus > 0 ? random() % 3 : 0);
    if (node.gpus == 0) node.model = -1;
    node.cpu_left_milli = random() % 10 == 0 ? kUnlimited : static_cast<int>(random() % 129) * 1000;
    node.memory_left_mib = 1 << 18;
    node.gpu_left_total = 1000 * node.gpus;
    std::fill_n(node.gpu_left_milli, node.gpus, std::int16_t{1000});
    fleet.nodes.push_back(node);
  }
  constexpr int kShares[] = {100, 250, 460, 500, 810};
  for (int i = 0; i < 12; ++i) {
    Demand demand;
    demand.cpu_milli = static_cast<int>(random() % 16) * 1000;
    demand.memory_mib = 1024;
    demand.gpus = static_cast<int>(random() % 4) == 0 ? 0 : 1 << (random() % 4);
    demand.gpu_milli =
        demand.gpus == 0 ? 0 : (demand.gpus == 1 && i % 2 == 0 ? kShares[i % 5] : 1000);
    if (i % 5 == 0) demand.model_mask = 0b011;
    fleet.demands.push_back(demand);
  }
  for (const auto& demand : fleet.demands) {
    auto known = std::find(fleet.millis.begin(), fleet.millis.end(), demand.gpu_milli);
    if (known == fleet.millis.end()) known = fleet.millis.insert(known, demand.gpu_milli);
    fleet.tasks.push_back({demand.cpu_milli, demand.gpus, demand.gpu_milli,
                           static_cast<std::int32_t>(known - fleet.millis.begin()),
                           demand.model_mask, 1.0 / 12});
  }
  fleet.rank.resize(fleet.nodes.size());
  std::iota(fleet.rank.begin(), fleet.rank.end(), 0);
  std::shuffle(fleet.rank.begin(), fleet.rank.end(), random);
  fleet.context.typical = {fleet.tasks.data(), static_cast<std::int32_t>(fleet.tasks.size()),
                           fleet.millis.data(), static_cast<std::int32_t>(fleet.millis.size())};
  fleet.context.seed = random();
  for (int i = 0; i < nodes; ++i) {
    fleet.facts.push_back({static_cast<std::int32_t>(random() % 3),
                           static_cast<std::int32_t>(random() % 101),
                           static_cast<std::int32_t>(random() % 101)});
  }
  fleet.context.facts = fleet.facts.data();
  return fleet;
}

// Score of each feasible node by the rule, min-max applied; empty where infeasible.
std::vector<std::int64_t> plain_scores(const Fleet& fleet, const RuleContext& context, RuleId rule,
                                       const Demand& demand, const std::vector<int>& feasible) {
  std::vector<std::int64_t> scores;
  scores.reserve(feasible.size());
  for (const int node : feasible) {
    scores.push_back(
        rule_score(rule, context, fleet.nodes[static_cast<std::size_t>(node)], node, demand));
  }
  if (!kRules[static_cast<int>(rule)].min_max || scores.empty()) return scores;
  const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  const auto lo = *low;
  const auto hi = *high;
  for (auto& score : scores) score = hi == lo ? 0 : (score - lo) * 100 / (hi - lo);
  return scores;
}

int plain_choice(const Fleet& fleet, const Policy& policy, std::uint64_t job, const Demand& demand,
                 const std::vector<std::int32_t>& gang) {
  auto context = fleet.context;
  context.job = job;
  context.gang = gang.data();
  context.gang_size = static_cast<std::int32_t>(gang.size());
  std::vector<int> feasible;
  for (int node = 0; node < static_cast<int>(fleet.nodes.size()); ++node) {
    if (fits(fleet.nodes[static_cast<std::size_t>(node)], demand)) feasible.push_back(node);
  }
  if (feasible.empty()) return -1;
  if (policy.rules.size() == 1 && policy.rules[0].rule == RuleId::Random) {
    return *std::max_element(feasible.begin(), feasible.end(), [&](int a, int b) {
      return Random::bits(context, a) < Random::bits(context, b);
    });
  }
  std::vector<std::int64_t> sums(feasible.size(), 0);
  for (const auto& [rule, weight] : policy.rules) {
    const auto scores = plain_scores(fleet, context, rule, demand, feasible);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weight * scores[i];
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const auto rank = [&](std::size_t at) {
      return fleet.rank[static_cast<std::size_t>(feasible[at])];
    };
    if (sums[i] > sums[best] || (sums[i] == sums[best] && rank(i) < rank(best))) best = i;
  }
  return feasible[best];
}

struct Held {
  int node = 0, demand = 0;
  std::uint32_t mask = 0;
};

// Places and releases at random; every choice must be the oracle's. Returns the choices made.
int play(const Policy& policy, std::uint64_t seed, int nodes, int steps) {
  std::mt19937_64 random(seed);
  Fleet fleet = make_fleet(random, nodes);
  NodeChooser chooser(policy, fleet.context, fleet.nodes, fleet.demands, fleet.rank);
  std::vector<Held> held;
  int placed = 0;
  for (int step = 0; step < steps; ++step) {
    if (!held.empty() && random() % 3 == 0) {
      std::swap(held[random() % held.size()], held.back());
      const Held gone = held.back();
      held.pop_back();
      give_back(fleet.nodes[static_cast<std::size_t>(gone.node)],
                fleet.demands[static_cast<std::size_t>(gone.demand)], gone.mask);
      chooser.node_changed(gone.node, NodeChooser::Change::gained);
      continue;
    }
    const auto job = static_cast<std::uint64_t>(step);
    // Skewed, so that some demands fall far behind the changes.
    const int demand = static_cast<int>(std::min(random() % 12, random() % 12));
    std::vector<std::int32_t> gang;  // nodes that the same job holds already
    for (auto n = random() % 4; n > 1; --n) {
      gang.push_back(static_cast<std::int32_t>(random() % fleet.nodes.size()));
    }
    const int node = chooser.choose(job, demand, gang);
    REQUIRE(node == plain_choice(fleet, policy, job,
                                 fleet.demands[static_cast<std::size_t>(demand)], gang));
    if (node < 0) continue;
    ++placed;
    const auto mask = chooser.pick_gpus_on(node, job, demand);
    take(fleet.nodes[static_cast<std::size_t>(node)],
         fleet.demands[static_cast<std::size_t>(demand)], mask);
    chooser.node_changed(node, NodeChooser::Change::lost);
    held.push_back({node, demand, mask});
  }
  return placed;
}

TEST_CASE("each rule alone chooses what scoring every node afresh chooses",
          "[differential][policy]") {
  for (int rule = 0; rule < kRuleCount; ++rule) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      INFO(kRules[rule].name << " seed " << seed);
      const Policy policy = {{{static_cast<RuleId>(rule), 1}}, GpuPick::best_fit};
      CHECK(play(policy, seed, 37, 800) > 50);
    }
  }
}

TEST_CASE("weighted sums choose what scoring every node afresh chooses", "[differential][policy]") {
  const std::vector<std::vector<WeightedRule>> sums = {
      {{RuleId::GpuPacking, 3}, {RuleId::DotProduct, 2}},
      {{RuleId::Fgd, 5}, {RuleId::BestFit, 1}},
      {{RuleId::Random, 1}, {RuleId::Spread, 4}},
      {{RuleId::BestFit, 2}, {RuleId::GpuClustering, 1}, {RuleId::Random, 1}},
      {{RuleId::Locality, 2}, {RuleId::Price, 1}, {RuleId::Speed, 1}},
      {{RuleId::BestFit, 1}, {RuleId::Locality, 3}},
  };
  for (const auto& rules : sums) {
    for (std::uint64_t seed = 11; seed <= 14; ++seed) {
      for (const auto pick : {GpuPick::best_fit, GpuPick::fgd, GpuPick::random}) {
        CHECK(play({rules, pick}, seed, 29, 400) > 30);
      }
    }
  }
}

TEST_CASE("a fleet of one node and a demand asked again after many changes agree too",
          "[differential][policy]") {
  for (std::uint64_t seed = 21; seed <= 40; ++seed) {
    play({{{RuleId::Fgd, 1}}, GpuPick::fgd}, seed, 1, 60);
    play({{{RuleId::GpuPacking, 1}}, GpuPick::best_fit}, seed, 5, 300);
  }
}

}  // namespace
}  // namespace coldaisle
