#include "sim/policy/rules.h"

#include <cmath>
#include <vector>

#include "sim/policy/pick_gpus.h"
#include "tests/support/catch.h"

namespace coldaisle {
namespace {

NodeState node_with(std::initializer_list<int> left, int cpu_milli = 64000) {
  NodeState node;
  node.model = 0;
  node.cpu_left_milli = cpu_milli;
  node.memory_left_mib = 1 << 20;
  for (const int milli : left) {
    node.gpu_left_milli[node.gpus++] = static_cast<std::int16_t>(milli);
    node.gpu_left_total += milli;
  }
  return node;
}

Demand whole(int gpus, int cpu_milli = 0) {
  return {cpu_milli, 0, gpus, gpus > 0 ? 1000 : 0, ~0ULL};
}

Demand share(int milli) {
  return {0, 0, 1, milli, ~0ULL};
}

std::int32_t score(RuleId rule, const NodeState& node, const Demand& demand) {
  return rule_score(rule, RuleContext{}, node, 0, demand);
}

TEST_CASE("the filter takes a share task only where one GPU has that much left",
          "[policy][filter]") {
  CHECK(fits(node_with({300, 600}), share(600)));
  CHECK_FALSE(fits(node_with({300, 300}), share(600)));
  CHECK_FALSE(fits(node_with({1000, 999}), whole(2)));
  CHECK(fits(node_with({1000, 999, 1000}), whole(2)));
  CHECK_FALSE(fits(node_with({1000}), whole(1, 64001)));
  CHECK(fits(node_with({}), whole(0, 64000)));
}

TEST_CASE("the filter refuses other GPU models, full nodes and nodes out of service",
          "[policy][filter]") {
  auto node = node_with({1000});
  Demand picky = whole(1);
  picky.model_mask = 0b10;
  CHECK_FALSE(fits(node, picky));
  picky.model_mask = 0b11;
  CHECK(fits(node, picky));
  node.tasks = 1000;
  CHECK(fits(node, picky));
  node.tasks = 1001;
  CHECK_FALSE(fits(node, picky));
  node.tasks = 0;
  node.closed = kOutOfService;
  CHECK_FALSE(fits(node, picky));
}

TEST_CASE("dot_product is 100 (1 - half the alignment)", "[policy][rules]") {
  // cl/C = 0.5, pc/C = 0.25, gl/G = 0.5, pg/G = 0.25: 100 (1 - 0.125) = 87.5.
  CHECK(score(RuleId::DotProduct, node_with({1000, 1000, 1000, 1000}), whole(2, 32000)) == 87);
}

TEST_CASE("best_fit is 100 (1 - half of what is left)", "[policy][rules]") {
  // ((64000 - 32000)/128000 + (4000 - 2000)/8000) / 2 = 0.25.
  CHECK(score(RuleId::BestFit, node_with({1000, 1000, 1000, 1000}), whole(2, 32000)) == 75);
}

TEST_CASE("gpu_clustering prefers the tag's own nodes, then empty ones", "[policy][rules]") {
  auto node = node_with({1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000});
  CHECK(score(RuleId::GpuClustering, node, whole(1)) == 25);
  take(node, whole(1), 0b1);
  CHECK(score(RuleId::GpuClustering, node, whole(1)) == 3 + 75);
  CHECK(score(RuleId::GpuClustering, node, whole(2)) == 3);
  take(node, share(500), 0b10);
  CHECK(score(RuleId::GpuClustering, node, whole(1)) == 4 + 50);
  CHECK(score(RuleId::GpuClustering, node, whole(0, 1000)) == 0);
  give_back(node, share(500), 0b10);
  CHECK(score(RuleId::GpuClustering, node, whole(1)) == 3 + 75);
}

TEST_CASE("gpu_packing fills used GPUs, then used nodes, then idle ones", "[policy][rules]") {
  CHECK(score(RuleId::GpuPacking, node_with({1000, 1000}), whole(1)) == 31);
  CHECK(score(RuleId::GpuPacking, node_with({500, 1000}), whole(1)) == 49);
  CHECK(score(RuleId::GpuPacking, node_with({500, 1000}), share(400)) == 95);
  CHECK(score(RuleId::GpuPacking, node_with({990, 1000}), share(400)) == 91);
  CHECK(score(RuleId::GpuPacking, node_with({500, 1000}), whole(0, 1)) == 0);
}

TEST_CASE("spread is the share of GPUs left free after the placement", "[policy][rules]") {
  CHECK(score(RuleId::Spread, node_with({1000, 1000, 1000, 1000}), whole(1)) == 75);
  CHECK(score(RuleId::Spread, node_with({1000, 500}), share(500)) == 50);
}

TEST_CASE("the sigmoid table is trunc(100 / (1 + e^-x))", "[policy][rules]") {
  CHECK(sigmoid_percent(0) == 50);
  CHECK(sigmoid_percent(-1e-17) == 50);
  CHECK(sigmoid_percent(-1e-12) == 49);
  CHECK(sigmoid_percent(1e-12) == 50);
  CHECK(sigmoid_percent(-800) == 0);
  CHECK(sigmoid_percent(800) == 100);
  for (int i = -80'000; i <= 80'000; ++i) {
    const double x = i / 10'007.0;
    const auto expected = static_cast<std::int32_t>(100.0 * (1.0 / (1.0 + std::exp(-x))));
    if (sigmoid_percent(x) != expected) FAIL("differs at " << x);
  }
}

// Two kinds of task: half a GPU with 1 core (p = 0.75), 2 GPUs of model 1 with 8 cores (p = 0.25).
struct TwoKinds {
  TypicalTask tasks[2] = {{1000, 1, 500, 0, ~0ULL, 0.75}, {8000, 2, 1000, 1, 0b10, 0.25}};
  std::int32_t millis[2] = {500, 1000};

  TypicalTasks view() const { return {tasks, 2, millis, 2}; }
};

TEST_CASE("fragmentation sorts what is left by why a task cannot use it",
          "[policy][fragmentation]") {
  const TwoKinds kinds;
  auto node = node_with({400, 1000}, 4000);
  auto f = fragmentation(node, kinds.view());
  // The share task fits (Q3): 400 are too small for it. The other one wants model 1: all 1400.
  CHECK(f.by_class[static_cast<int>(FragmentClass::cpu_only)] == 0.75 * 400);
  CHECK(f.by_class[static_cast<int>(FragmentClass::wrong_model)] == 0.25 * 1400);
  CHECK(total(f) == 0.75 * 400 + 0.25 * 1400);

  node.model = 1;
  f = fragmentation(node, kinds.view());
  CHECK(f.by_class[static_cast<int>(FragmentClass::neither)] == 0.25 * 1400);

  node.cpu_left_milli = 500;
  f = fragmentation(node, kinds.view());
  CHECK(f.by_class[static_cast<int>(FragmentClass::gpu_only)] == 0.75 * 1400);
}

TEST_CASE("CPU-only typical tasks count all that is left as fragment", "[policy][fragmentation]") {
  const TypicalTask task = {4000, 0, 0, 0, ~0ULL, 1.0};
  const std::int32_t millis[1] = {0};
  const TypicalTasks typical = {&task, 1, millis, 1};
  auto f = fragmentation(node_with({700, 1000}, 4000), typical);
  CHECK(f.by_class[static_cast<int>(FragmentClass::cpu_task)] == 1700);
  f = fragmentation(node_with({700, 1000}, 3999), typical);
  CHECK(f.by_class[static_cast<int>(FragmentClass::no_cpu_task)] == 1700);
}

TEST_CASE("fragments are the same however many shares the typical tasks ask for",
          "[policy][fragmentation]") {
  // More distinct shares than are counted once for all tasks.
  constexpr int kShares = 2 * kKeptShares;
  std::vector<TypicalTask> tasks;
  std::vector<std::int32_t> millis;
  for (int i = 0; i < kShares; ++i) {
    const std::int32_t milli = 1000 * (i + 1) / kShares;
    tasks.push_back({0, 1 + i % 2, milli, i, ~0ULL, 1.0 / kShares});
    millis.push_back(milli);
  }
  const auto node = node_with({700, 250});
  double expected = 0;
  for (const auto& task : tasks) {
    const int able = (task.gpu_milli <= 700 ? 1 : 0) + (task.gpu_milli <= 250 ? 1 : 0);
    const int small = (task.gpu_milli <= 700 ? 0 : 700) + (task.gpu_milli <= 250 ? 0 : 250);
    expected += task.probability * (able >= task.gpus ? small : 950);
  }
  CHECK(total(fragmentation(node, {tasks.data(), kShares, millis.data(), kShares})) == expected);
}

TEST_CASE("a share task takes the fullest GPU that fits, whole GPUs the lowest free ones",
          "[policy][gpu-choice]") {
  const RuleContext context;
  const auto node = node_with({1000, 300, 500, 1000, 300});
  CHECK(pick_gpus(GpuPick::best_fit, context, node, 0, share(300)) == 0b00010);
  CHECK(pick_gpus(GpuPick::best_fit, context, node, 0, share(400)) == 0b00100);
  CHECK(pick_gpus(GpuPick::best_fit, context, node, 0, whole(2)) == 0b01001);
  CHECK(pick_gpus(GpuPick::random, context, node, 0, whole(2)) == 0b01001);
  CHECK(pick_gpus(GpuPick::best_fit, context, node, 0, whole(0, 1)) == 0);
}

TEST_CASE("fgd puts a share where it leaves least fragment", "[policy][gpu-choice]") {
  // By hand, for half a GPU on a node with 1000, 400 and 500 milli left: every GPU task wants model
  // 1 or a half. On GPU 0 the remains 500, 400, 500 leave 400 too small for a half and all 1400 to
  // the task of two GPUs: F = .75 * 400 + .25 * 1400 = 650. On GPU 2 the remains 1000, 400, 0 leave
  // the same: 650. Equal scores: the lowest index. With 200 milli instead: GPU 0 to 800, 400, 500
  // makes .75 * 400 + .25 * 1700 = 725, GPU 1 to 1000, 200, 500 .75 * 200 + .25 * 1700 = 575, GPU 2
  // to 1000, 400, 300 .75 * 700 + .25 * 1700 = 950.
  const TwoKinds kinds;
  RuleContext context;
  context.typical = kinds.view();
  const auto node = node_with({1000, 400, 500});
  CHECK(total(fragmentation(node, context.typical)) == 0.75 * 400 + 0.25 * 1900);
  const auto half = Fgd::evaluate(context, node, share(500));
  CHECK(half.gpu == 0);
  CHECK(half.score == sigmoid_percent((775 - 650) / 1000.0));
  const auto small = Fgd::evaluate(context, node, share(200));
  CHECK(small.gpu == 1);
  CHECK(small.score == sigmoid_percent((775 - 575) / 1000.0));
}

}  // namespace
}  // namespace coldaisle
