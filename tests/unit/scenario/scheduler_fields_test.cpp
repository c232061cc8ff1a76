#include <string>

#include "sim/core/error.h"
#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/scenario_samples.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

std::string with_scheduler(const std::string& scheduler) {
  auto text = plain_scenario();
  text.replace(text.find("\"fleet\""), 0, "\"scheduler\": " + scheduler + ", ");
  return text;
}

LoadedScenario load_scheduler(const std::string& scheduler) {
  return load_text(with_scheduler(scheduler), "sample.json", sample_options());
}

struct Refused {
  std::string scheduler, pointer, message;
};

TEST_CASE("keys of preemption are read with their units", "[scenario][preemption]") {
  const auto scheduler =
      load_scheduler(R"({"queue": "srtf", "preemption": {"keeps": "last_checkpoint",
                     "checkpoint_interval": "10 min", "restart": "90 s"}})")
          .scenario.scheduler;
  CHECK(scheduler.queue == QueueDiscipline::srtf);
  REQUIRE(scheduler.preemption);
  CHECK(scheduler.preemption->kept == WorkKept::last_checkpoint);
  CHECK(scheduler.preemption->checkpoint_ns == 10 * kNsPerMinute);
  CHECK(scheduler.preemption->restart_ns == 90 * kNsPerSecond);
}

TEST_CASE("disciplines that stop jobs have defaults", "[scenario][preemption]") {
  const auto las = load_scheduler(R"({"queue": "las"})").scenario.scheduler;
  REQUIRE(las.preemption);
  CHECK(las.preemption->restart_ns == 0);
  CHECK(las.las_thresholds_ns == std::vector<TimeNs>{kNsPerHour, 2 * kNsPerHour, 5 * kNsPerHour});
  CHECK(load_scheduler(R"({"queue": "round_robin"})").scenario.scheduler.quantum_ns ==
        kNsPerMinute);
  CHECK_FALSE(load_scheduler(R"({"queue": "priority"})").scenario.scheduler.preemption);
  CHECK(load_scheduler(R"({"queue": "priority", "preemption": {}})").scenario.scheduler.preemption);
}

TEST_CASE("the preset muri sets what is not given", "[scenario][preemption]") {
  const auto loaded = load_scheduler(R"({"preset": "muri", "queue": "srsf"})");
  const auto& scheduler = loaded.scenario.scheduler;
  CHECK(scheduler.queue == QueueDiscipline::srsf);
  CHECK(scheduler.preemption->method == PreemptionMethod::repack);
  CHECK(scheduler.preemption->charged == RestartCharge::pass);
  CHECK(scheduler.preemption->group_ends_ppb == 1);
  // What it resolves to loads to the same.
  auto options = sample_options();
  options.vocabulary.rules.emplace_back("speed");
  const auto again = load_text(loaded.resolved_json, "again.json", options);
  CHECK(again.resolved_json == loaded.resolved_json);
  CHECK(again.scenario.scheduler.queue == QueueDiscipline::srsf);
}

TEST_CASE("keys that mean nothing to a discipline or contradict others are refused",
          "[scenario][preemption][bad-input]") {
  const Refused refused[] = {
      {R"({"queue": "fifo", "preemption": {}})", "/scheduler/preemption",
       R"(means nothing to the queue "fifo")"},
      {R"({"queue": "fifo", "quantum": "1 s"})", "/scheduler/quantum",
       R"(is only for the queue "round_robin")"},
      {R"({"queue": "srtf", "las_thresholds": ["1 h"]})", "/scheduler/las_thresholds",
       R"(is only for the queue "las")"},
      {R"({"queue": "las", "las_thresholds": ["2 h", "1 h"]})", "/scheduler/las_thresholds",
       "must rise"},
      {R"({"queue": "srtf", "preemption": {"keeps": "none", "save": "1 s"}})",
       "/scheduler/preemption/save", R"(needs "keeps": "all")"},
      {R"({"queue": "srtf", "preemption": {"checkpoint_interval": "1 s"}})",
       "/scheduler/preemption/checkpoint_interval", R"(goes with "keeps": "last_checkpoint")"},
      {R"({"queue": "srtf", "preemption": {"keeps": "last_checkpoint"}})", "/scheduler/preemption",
       "give both or neither"},
      {R"({"queue": "srtf", "preemption": {"method": "repack", "save": "1 s"}})",
       "/scheduler/preemption/save", R"(is not supported with "repack")"},
      {R"({"queue": "srtf", "preemption": {"group_ends": 0.001}})",
       "/scheduler/preemption/group_ends", R"(needs "method": "repack")"},
      {R"({"queue": "srtf", "preemption": {"charge": "pass", "keeps": "none"}})",
       "/scheduler/preemption/charge", R"(by pass needs "keeps": "all")"},
      {R"({"queue": "round_robin", "preemption": {"keeps": "none"}})", "/scheduler/preemption",
       "must keep its work"},
      {R"({"queue": "round_robin", "preemption": {"restart": "1 min"}})", "/scheduler/preemption",
       "as long as a turn"},
      {R"({"queue": "round_robin", "preemption": {"charge": "pass"}})", "/scheduler/preemption",
       "cannot move or charge jobs at each pass"},
      {R"({"queue": "round_robin", "preemption": {"method": "repack"}})", "/scheduler/preemption",
       "cannot move or charge jobs at each pass"},
  };
  for (const auto& each : refused) {
    const auto message = thrown_message<ScenarioError>([&] { load_scheduler(each.scheduler); });
    INFO(each.scheduler << ": " << message);
    CHECK(contains(message, each.pointer));
    CHECK(contains(message, each.message));
  }
}

}  // namespace
}  // namespace coldaisle::test
