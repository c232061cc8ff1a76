#include "sim/scenario/load.h"

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/scenario_files.h"
#include "tests/support/scenario_samples.h"
#include "tests/support/thrown_message.h"

namespace coldaisle {

namespace {

LoadedScenario load_sample(const std::string& text) {
  return load_text(text, "sample.json", test::sample_options());
}

std::string origin_of(const LoadedScenario& loaded, const std::string& pointer) {
  for (const auto& origin : loaded.origins) {
    if (origin.pointer == pointer) return origin.value + " " + origin.origin;
  }
  return "no such pointer";
}

}  // namespace

TEST_CASE("every key of a scenario reaches its member", "[scenario][load]") {
  const auto scenario = load_sample(test::rich_scenario()).scenario;
  CHECK(scenario.name == "rich");
  CHECK(scenario.seed == 7);
  CHECK(scenario.start == "2024-02-29T12:00:00+01:00");
  CHECK(scenario.horizon_ns == 36 * kNsPerHour);
  REQUIRE(scenario.fleet.racks.size() == 3);
  CHECK(scenario.fleet.racks[0].name == "dgx-a100");
  CHECK(scenario.fleet.racks[1].name == "dgx-a100-2");
  CHECK_FALSE(scenario.fleet.racks[2].present);
  CHECK(scenario.fleet.changes[0].nodes == 1);
  CHECK(scenario.fleet.changes[1].nodes == 0);
  CHECK(scenario.fleet.changes[1].action == FleetAction::drain);
  const auto& generator = scenario.workload.generators.at(0);
  CHECK(generator.mean_gap_ns == 3600e9 / 7);
  CHECK(generator.first_ns == 37 * kNsPerSecond);
  CHECK(generator.count == 100);
  CHECK(generator.until_ns == 24 * kNsPerHour);
  REQUIRE(generator.classes.size() == 8);
  const auto& small = generator.classes[0];
  CHECK(small.demand.gpu_milli == 460);
  CHECK(small.demand.cpu_milli == 3500);
  CHECK(small.utilisation == 0.4);
  CHECK(small.duration_ns.kind == DistributionKind::constant);
  CHECK(small.duration_ns.value == 600e9);
  const auto& large = generator.classes[1];
  CHECK(large.name == "class-2");
  CHECK(large.demand.gpu_milli == 1000);
  CHECK(large.demand.memory_mib == 61036);  // 64e9 bytes, rounded up
  CHECK(large.demand.gpu_memory_mib == 40960);
  CHECK(large.duration_ns.median == 3600e9);
  CHECK(generator.classes[4].duration_ns.maximum == 86400e9);
  CHECK(generator.classes[7].demand.gpu_milli == 0);
  CHECK(generator.classes[7].duration_ns.values == std::vector{1e9, 250.0});
  const auto& running = scenario.workload.initial.at(0);
  CHECK(running.running);
  CHECK(running.node == 3);
  CHECK(running.devices == std::vector{0, 7});
  CHECK(scenario.workload.initial.at(1).duration_ns == 600'000'000);
  CHECK(scenario.scheduler.rules[1].weight == 3);
  CHECK(scenario.scheduler.queue == QueueDiscipline::fifo);
  CHECK(scenario.scheduler.gpu_choice == GpuChoice::fgd);
  CHECK(scenario.metrics.also == std::vector<std::string>{"energy"});
}

TEST_CASE("the resolved scenario loads to the same scenario and resolves to the same text",
          "[scenario][load]") {
  for (const auto& text : {test::rich_scenario(), test::plain_scenario()}) {
    const auto first = load_sample(text);
    const auto second = load_sample(first.resolved_json);
    CHECK(second.resolved_json == first.resolved_json);
    CHECK(second.scenario.seed == first.scenario.seed);
    CHECK(second.scenario.workload.generators[0].mean_gap_ns ==
          first.scenario.workload.generators[0].mean_gap_ns);
    CHECK(second.origins.size() == first.origins.size());
  }
}

TEST_CASE("gang and price keys survive the resolved scenario", "[scenario][load]") {
  const auto first = load_sample(R"({
  "version": 1,
  "fleet": {
    "racks": [
      {"name": "a", "node": "dgx-a100", "nodes_per_rack": 2, "price": "1.234567 USD/h",
       "price_class": "reserved"},
      {"name": "b", "node": "dgx-h100", "price": "3.9 USD/h", "price_class": "spot"}
    ],
    "gpu_speeds": {"h100": 2.000001}
  },
  "fabric": {"slowdowns": {"rack": 1.05, "fabric": 1.333333}},
  "workload": {
    "generate": {
      "arrivals": "12 /h",
      "count": 10,
      "classes": [
        {"demand": {"nodes": 2, "gpus_per_node": 4, "cpus": 1.5, "memory": "1 GiB"},
         "priority": -3, "duration": "10 min"},
        {"demand": {"gpus": 12}, "duration": "10 min"}
      ]
    },
    "initial": [{"state": "queued", "demand": {"nodes": 3}, "priority": 7, "duration": "1 h"}]
  }
})");
  const auto second = load_sample(first.resolved_json);
  CHECK(second.resolved_json == first.resolved_json);
  for (const auto* const loaded : {&first, &second}) {
    const auto& scenario = loaded->scenario;
    CHECK(scenario.fleet.racks.at(0).price == 1'234'567);
    CHECK(scenario.fleet.racks.at(0).price_class == PriceClass::reserved);
    CHECK(scenario.fleet.racks.at(1).price == 3'900'000);
    CHECK(scenario.fleet.racks.at(1).price_class == PriceClass::spot);
    CHECK(scenario.fleet.gpu_speeds.at(0).second == 2'000'001);
    CHECK(scenario.fabric.slowdown_ppm == std::array<std::int64_t, 3>{kPpm, 1'050'000, 1'333'333});
    const auto& classes = scenario.workload.generators.at(0).classes;
    CHECK(classes.at(0).demand.nodes == 2);
    CHECK(classes.at(0).demand.gpus == 4);
    CHECK(classes.at(0).priority == -3);
    CHECK(classes.at(1).demand.nodes == 0);
    CHECK(classes.at(1).demand.gpus == 12);
    CHECK(scenario.workload.initial.at(0).demand.nodes == 3);
    CHECK(scenario.workload.initial.at(0).priority == 7);
  }
}

TEST_CASE("the corpus of the fuzzer begins with scenarios that load", "[scenario][load]") {
  for (const char* name : {"every_key.json", "smallest.json"}) {
    CAPTURE(name);
    const auto path = std::string(COLDAISLE_SOURCE_DIR "/tests/fuzz/corpus/scenario/") + name;
    CHECK(test::thrown_message<ScenarioError>([&] { load(path, test::scenario_options()); }) ==
          "(nothing thrown)");
  }
}

TEST_CASE("explain tells defaults, file, --set and --seed apart", "[scenario][load]") {
  auto options = test::sample_options();
  options.overrides = {{"/scheduler/rules", "fgd"}, {"/fleet/racks/0/count", "4"}};
  options.seed = 42;
  const auto loaded = load_text(test::plain_scenario(), "sample.json", options);
  CHECK(loaded.scenario.fleet.racks[0].racks == 4);
  CHECK(origin_of(loaded, "/seed") == "42 --seed");
  CHECK(origin_of(loaded, "/scheduler/rules/fgd") == "1 --set");
  CHECK(origin_of(loaded, "/fleet/racks/0/count") == "4 --set");
  CHECK(origin_of(loaded, "/fleet/racks/0/nodes_per_rack") == "1 default");
  CHECK(origin_of(loaded, "/workload/generate/0/arrivals/rate") == "\"12 /h\" sample.json:6:19");
  CHECK(origin_of(loaded, "/workload/generate/0/classes/0/demand/gpus") == "1 sample.json:8:39");
}

TEST_CASE("the flag --set makes missing objects, appends to lists and takes bare strings",
          "[scenario][load]") {
  auto options = test::sample_options();
  options.overrides = {{"/scheduler/queue", "fifo"},
                       {"/fleet/racks/-", R"({"node": "dgx-h100"})"},
                       {"/start", "2025-06-01T00:00:00Z"}};
  const auto scenario = load_text(test::plain_scenario(), "sample.json", options).scenario;
  CHECK(scenario.scheduler.queue == QueueDiscipline::fifo);
  CHECK(scenario.fleet.racks.at(1).node == "dgx-h100");
  CHECK(scenario.start == "2025-06-01T00:00:00Z");
}

TEST_CASE("the flag --set /extends is refused, for bases are merged before", "[scenario][load]") {
  auto options = test::sample_options();
  options.overrides = {{"/extends", "other.json"}};
  const auto message = test::thrown_message<ScenarioError>(
      [&] { load_text(test::plain_scenario(), "sample.json", options); });
  CHECK(test::contains(message, "/extends"));
  CHECK(test::contains(message, "is taken from the file before --set goes over it"));
}

TEST_CASE("a scenario without GPUs to share, one rule and no start has the stated defaults",
          "[scenario][load]") {
  const auto scenario = load_sample(test::plain_scenario()).scenario;
  CHECK(scenario.seed == 1);
  CHECK(scenario.horizon_ns == kNever);
  CHECK(scenario.scheduler.rules.at(0).rule == "best_fit");
  CHECK(scenario.scheduler.queue == QueueDiscipline::skip);
  CHECK(scenario.metrics.interval_ns == 5 * kNsPerMinute);
  CHECK(scenario.workload.generators[0].name == "generator-1");
  CHECK(scenario.workload.generators[0].until_ns == kNever);
}

}  // namespace coldaisle
