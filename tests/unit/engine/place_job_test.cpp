// Where gangs go, on fleets small enough to say by hand.
#include "sim/engine/place_job.h"

#include <initializer_list>
#include <random>
#include <tuple>

#include "tests/support/catch.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

// A rack of each node type, each with so many nodes.
Scenario racks_of(std::initializer_list<std::pair<const char*, int>> racks) {
  auto scenario = one_gpu_scenario("node-8", 1);
  scenario.fleet.racks.clear();
  for (const auto& [node, count] : racks) {
    scenario.fleet.racks.push_back({.name = node, .node = node, .nodes_per_rack = count});
  }
  return scenario;
}

constexpr std::uint32_t kAllEight = 0xFF;
constexpr std::uint32_t kAllFour = 0xF;

TEST_CASE("a gang of 2 x 8 GPUs waits until two whole nodes are free", "[engine][gang]") {
  Run run(one_gpu_scenario("node-8", 2),
          hand_jobs({{0, 10, {.gpus = 1}}, {1, 5, {.gpus = 8, .nodes = 2}}, {2, 3, {.gpus = 8}}}));
  run.finish();
  // The gang leaves the free node to the job behind it.
  CHECK(run.jobs().start_ns[2] == seconds(2));
  CHECK(run.jobs().start_ns[1] == seconds(10));
  CHECK(run.jobs().waited_ns[1] == seconds(9));
  CHECK(run.jobs().end_ns[1] == seconds(15));
  CHECK(stay_of(run, 1) == Holdings{{0, kAllEight}, {1, kAllEight}});
}

TEST_CASE("a gang's nodes are distinct, though one could hold it all", "[engine][gang]") {
  Run run(one_gpu_scenario("node-8", 3),
          hand_jobs({{0, 1, {.gpus = 2, .nodes = 3}}, {0, 1, {.gpus = 1, .nodes = 4}}}));
  run.finish();
  CHECK(stay_of(run, 0) == Holdings{{0, 0b11}, {1, 0b11}, {2, 0b11}});
  CHECK(run.jobs().state[1] == JobState::unschedulable);
}

TEST_CASE("CPU and memory of a gang with `nodes` are those of each node", "[engine][gang]") {
  Run run(one_gpu_scenario("node-8", 2),
          hand_jobs({{0, 10, {.gpus = 1, .nodes = 2, .cpu_milli = 100'000, .memory_mib = 7}}}));
  run.engine->advance(2);  // the arrival and the pass
  for (const auto& node : run.sim().world.nodes()) {
    CHECK(node.cpu_left_milli == 28'000);
    CHECK(node.memory_left_mib == 1'048'576 - 7);
    CHECK(node.gpu_left_total == 7'000);
    CHECK(node.closed == 0);
  }
}

TEST_CASE("a gang without GPUs holds CPUs on each of its nodes", "[engine][gang]") {
  Run run(one_gpu_scenario("node-1", 3),
          hand_jobs({{0, 1, {.gpus = 0, .nodes = 2, .cpu_milli = 100'000}},
                     {0, 1, {.gpus = 0, .cpu_milli = 50'000}}}));
  run.finish();
  CHECK(stay_of(run, 0) == Holdings{{0, 0}, {1, 0}});
  CHECK(stay_of(run, 1) == Holdings{{2, 0}});
}

TEST_CASE("12 GPUs on nodes of 8 are a whole node and half of another", "[engine][gang]") {
  Run run(one_gpu_scenario("node-8", 2), hand_jobs({{0, 1, {.gpus = 12}}}));
  run.finish();
  CHECK(stay_of(run, 0) == Holdings{{0, kAllEight}, {1, kAllFour}});
}

TEST_CASE("what is left of a gang goes to the node that it fits best", "[engine][gang]") {
  Run run(racks_of({{"node-8", 2}, {"node-4", 1}}),
          hand_jobs({{0, 1, {.gpus = 12}}, {5, 1, {.gpus = 11}}}));
  run.finish();
  CHECK(stay_of(run, 0) == Holdings{{0, kAllEight}, {2, kAllFour}});
  CHECK(stay_of(run, 1) == Holdings{{0, kAllEight}, {2, 0b111}});
}

TEST_CASE("20 GPUs are 8 + 8 + 4, or 8 + 4 + 4 + 4 when one node of 8 is taken", "[engine][gang]") {
  const auto scenario = racks_of({{"node-8", 2}, {"node-4", 3}});
  Run free(scenario, hand_jobs({{0, 1, {.gpus = 20}}}));
  free.finish();
  CHECK(stay_of(free, 0) == Holdings{{0, kAllEight}, {1, kAllEight}, {2, kAllFour}});

  Run taken(scenario, hand_jobs({{0, 10, {.gpus = 8}}, {1, 1, {.gpus = 20}}}));
  taken.finish();
  CHECK(taken.jobs().start_ns[1] == seconds(1));
  CHECK(stay_of(taken, 1) == Holdings{{1, kAllEight}, {2, kAllFour}, {3, kAllFour}, {4, kAllFour}});
}

TEST_CASE("a gang by size holds CPU and memory in proportion, rounded up", "[engine][gang]") {
  Run run(one_gpu_scenario("node-8", 2),
          hand_jobs({{0, 10, {.gpus = 12, .cpu_milli = 100'001, .memory_mib = 100}}}));
  run.engine->advance(2);
  const auto& nodes = run.sim().world.nodes();
  CHECK(nodes[0].cpu_left_milli == 128'000 - 66'668);  // 66,667.3
  CHECK(nodes[1].cpu_left_milli == 128'000 - 33'334);  // 33,333.7
  CHECK(nodes[0].memory_left_mib == 1'048'576 - 67);
  CHECK(nodes[1].memory_left_mib == 1'048'576 - 34);
}

TEST_CASE("a gang that the empty fleet cannot hold is unschedulable", "[engine][gang]") {
  constexpr std::int64_t kAllCores = 256'000;  // of both nodes
  Run run(one_gpu_scenario("node-8", 2),
          hand_jobs({{0, 1, {.gpus = 17}},
                     {0, 1, {.gpus = 16, .cpu_milli = kAllCores}},
                     {0, 1, {.gpus = 16, .cpu_milli = kAllCores + 1}},
                     {0, 1, {.gpus = 8, .nodes = 3}},
                     {0, 1, {.gpus = 9, .nodes = 2}},
                     {0, 1, {.gpus = 1, .nodes = 2, .cpu_milli = 128'001}}}));
  run.finish();
  CHECK(run.jobs().state[1] == JobState::done);
  for (const std::size_t job : {0U, 2U, 3U, 4U, 5U}) {
    INFO("job " << job);
    CHECK(run.jobs().state[job] == JobState::unschedulable);
  }
}

TEST_CASE("a gang hit by a removed node goes back to the queue whole", "[engine][gang]") {
  auto scenario = one_gpu_scenario("node-8", 3);
  scenario.fleet.changes = {{seconds(4), FleetAction::remove, "rack", 1}};
  Run run(scenario, hand_jobs({{0, 10, {.gpus = 8, .nodes = 2}}, {0, 6, {.gpus = 8}}}));
  run.finish();
  // Nodes 0 and 1; 0 leaves at 4 s. Node 1 alone does not do, node 2 is free at 6 s.
  CHECK(run.jobs().restarts[0] == 1);
  CHECK(run.jobs().restarts[1] == 0);
  CHECK(run.jobs().start_ns[0] == seconds(6));
  CHECK(run.jobs().end_ns[0] == seconds(16));
  CHECK(run.jobs().held_ns[0] == seconds(14));
  CHECK(stay_of(run, 0) == Holdings{{1, kAllEight}, {2, kAllEight}});
  const auto& cut = run.sim().cut_stays;
  REQUIRE(cut.size() == 2);
  for (std::int32_t node = 0; node < 2; ++node) {
    CHECK(cut[static_cast<std::size_t>(node)].member.node == node);
    CHECK(cut[static_cast<std::size_t>(node)].end_ns == seconds(4));
  }
  CHECK(run.value("gpu_hours_allocated") == Approx((14.0 * 16 + 6 * 8) / 3600));
}

TEST_CASE("with the queue `none` a gang that does not fit at arrival is rejected",
          "[engine][gang]") {
  auto scenario = one_gpu_scenario("node-8", 2);
  scenario.scheduler.queue = QueueDiscipline::none;
  Run run(scenario, hand_jobs({{0, 10, {.gpus = 1}},
                               {1, 1, {.gpus = 8, .nodes = 2}},
                               {2, 1, {.gpus = 16}},
                               {10, 1, {.gpus = 16}}}));
  run.finish();
  CHECK(run.jobs().state[1] == JobState::rejected);
  CHECK(run.jobs().state[2] == JobState::rejected);
  CHECK(run.jobs().state[3] == JobState::done);
}

// What is left on a node, comparable.
auto facts_of(const NodeState& node) {
  const std::vector<int> gpus(node.gpu_left_milli, node.gpu_left_milli + kMaxGpusPerNode);
  const std::vector<int> tags(node.tag_count, node.tag_count + kTags);
  return std::tuple(node.cpu_left_milli, node.memory_left_mib, node.gpu_left_total, gpus,
                    int{node.tasks}, tags, int{node.tags}, int{node.closed});
}

// Jobs on one node each. The first holds a GPU of node 0 beyond the horizon.
std::vector<HandJob> random_single_jobs(std::mt19937_64& random) {
  std::vector<HandJob> jobs = {{0, 1000, {.gpus = 1, .cpu_milli = 1'000}}};
  for (int i = 1; i <= 60; ++i) {
    JobDemand demand = {.gpus = static_cast<int>(random() % 5)};
    if (demand.gpus == 1 && random() % 2 == 0) demand.gpu_milli = 400;
    demand.cpu_milli = static_cast<std::int64_t>(random() % 30'000);
    demand.memory_mib = static_cast<std::int64_t>(random() % 100'000);
    jobs.push_back({static_cast<double>(i), static_cast<double>(1 + random() % 40), demand,
                    static_cast<double>(random() % 101) / 100});
  }
  return jobs;
}

// Gangs of whole nodes that need all three: with a job on one of them each attempt fails, the later
// for being undone after one or two nodes.
HandJob hopeless_gang(double submit_s, bool by_size) {
  const JobDemand demand = by_size ? JobDemand{.gpus = 24, .cpu_milli = 30'000}
                                   : JobDemand{.gpus = 8, .nodes = 3, .cpu_milli = 10'000};
  return {submit_s, 1, demand};
}

void require_same_run(const Run& run, const Run& expected, std::size_t jobs) {
  for (std::size_t job = 0; job < jobs; ++job) {
    INFO("job " << job);
    REQUIRE(run.jobs().start_ns[job * 2] == expected.jobs().start_ns[job]);
    REQUIRE(run.jobs().end_ns[job * 2] == expected.jobs().end_ns[job]);
    REQUIRE(stay_of(run, job * 2) == stay_of(expected, job));
  }
  for (std::size_t node = 0; node < run.plan.nodes.size(); ++node) {
    INFO("node " << node);
    REQUIRE(facts_of(run.sim().world.nodes()[node]) ==
            facts_of(expected.sim().world.nodes()[node]));
  }
  for (const char* metric : {"energy_total", "cost_usd", "gpu_hours_idle", "gpu_hours_shared",
                             "gpu_hours_full", "allocation_mean", "utilisation_mean"}) {
    INFO(metric);
    REQUIRE(run.value(metric) == expected.value(metric));
  }
}

TEST_CASE("a gang that is undone leaves no trace", "[engine][gang]") {
  for (const char* rule : {"best_fit", "gpu_packing", "gpu_clustering", "spread", "dot_product"}) {
    auto scenario = one_gpu_scenario("node-8", 3);
    scenario.fleet.racks[0].price = 2'000'000;
    scenario.scheduler.rules = {{rule, 1}};
    scenario.horizon_ns = seconds(90);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      INFO(rule << ", seed " << seed);
      std::mt19937_64 random(seed);
      const auto alone = random_single_jobs(random);
      std::vector<HandJob> mixed;
      mixed.reserve(2 * alone.size());
      for (const auto& job : alone) {
        mixed.push_back(job);
        mixed.push_back(hopeless_gang(job.submit_s, random() % 2 == 0));
      }
      Run expected(scenario, hand_jobs(alone));
      expected.finish();
      Run run(scenario, hand_jobs(mixed));
      run.finish();
      require_same_run(run, expected, alone.size());
      REQUIRE(run.value("jobs_queued") ==
              expected.value("jobs_queued") + static_cast<double>(alone.size()));
    }
  }
}

}  // namespace
}  // namespace coldaisle::test
