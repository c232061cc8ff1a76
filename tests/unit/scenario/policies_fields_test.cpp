#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/scenario_samples.h"
#include "tests/support/thrown_message.h"

namespace coldaisle {

namespace {

// The plain scenario with a section `policies` on its third line, from column 15.
LoadedScenario load_policies(const std::string& policies) {
  auto text = test::plain_scenario();
  const std::string version = "\"version\": 1,\n";
  text.insert(text.find(version) + version.size(), "  \"policies\": " + policies + ",\n");
  return load_text(text, "p.json", test::sample_options());
}

std::string problems_of(const std::string& policies) {
  return test::thrown_message<ScenarioError>([&] { load_policies(policies); });
}

// The report of one problem.
std::string problem(const std::string& line) {
  return "p.json: 1 problem\n  " + line;
}

struct BadPolicies {
  std::string policies;
  std::string place, pointer, message;
};

const std::vector<BadPolicies> kBadPolicies = {
    {"{}", "3:15", "/policies",
     R"(has no policies; give a "list", "presets", a "grid", "random" or "sobol", or leave the section out)"},
    {R"({"presets": []})", "3:27", "/policies/presets", "has 0 entries; it needs at least 1"},
    {R"({"presets": ["fdg"]})", "3:28", "/policies/presets/0",
     R"("fdg" is not allowed here; did you mean "fgd"?)"},
    {R"({"presets": ["fgd", "fgd"]})", "3:35", "/policies/presets/1",
     R"("fgd" is the id of /policies/presets/0 already; give each policy its own id, or leave one out)"},
    {R"({"list": []})", "3:24", "/policies/list", "has 0 entries; it needs at least 1"},
    {R"({"list": [{"rules": "fdg"}]})", "3:35", "/policies/list/0/rules",
     R"("fdg" is not allowed here; did you mean "fgd"?)"},
    {R"({"list": [{"rules": {"fdg": 1}}]})", "3:36", "/policies/list/0/rules/fdg",
     R"("fdg" is not allowed here; did you mean "fgd"?)"},
    {R"({"list": [{"rules": {"fgd": -1}}]})", "3:43", "/policies/list/0/rules/fgd",
     "must be from 0 to 1000, not -1"},
    {R"({"list": [{"rules": {"fgd": 0}}]})", "3:35", "/policies/list/0/rules",
     "needs a rule with a weight above 0"},
    {R"({"list": [{"rules": {}}]})", "3:35", "/policies/list/0/rules",
     "needs a rule with a weight above 0"},
    {R"({"list": [{"queue": "lifo"}]})", "3:35", "/policies/list/0/queue",
     R"("lifo" is not allowed here; did you mean "fifo"?)"},
    {R"({"list": [{"depth": 0}]})", "3:35", "/policies/list/0/depth",
     "must be from 1 to 100000000, not 0"},
    {R"({"list": [{"id": "a"}, {}, {"id": "a"}]})", "3:49", "/policies/list/2/id",
     R"("a" is the id of /policies/list/0/id already; give each policy its own id, or leave one out)"},
    {R"({"list": [{"id": "list-2"}, {}]})", "3:43", "/policies/list/1",
     R"("list-2" is the id of /policies/list/0/id already; give each policy its own id, or leave one out)"},
    {R"({"list": [{"id": "fgd"}], "presets": ["spread", "fgd"]})", "3:63", "/policies/presets/1",
     R"("fgd" is the id of /policies/list/0/id already; give each policy its own id, or leave one out)"},
    {R"({"list": [{"id": "random-3"}], "random": {"count": 3}})", "3:32", "/policies/list/0/id",
     R"("random-3" is the id of policy 3 of /policies/random already; give each policy its own id, or leave one out)"},
    {R"({"grid": {}})", "3:24", "/policies/grid",
     R"(is empty; give "rules", "queue", "depth" or "gpu_choice", or leave the grid out)"},
    {R"({"grid": {"rules": {}}})", "3:34", "/policies/grid/rules",
     R"(names no rule; give one such as "fgd": [0, 1], or leave "rules" out)"},
    {R"({"grid": {"rules": {"fdg": [1]}}})", "3:35", "/policies/grid/rules/fdg",
     R"(is not a known key; did you mean "fgd"?)"},
    {R"({"grid": {"rules": {"fgd": []}}})", "3:42", "/policies/grid/rules/fgd",
     "has 0 entries; it needs at least 1"},
    {R"({"grid": {"rules": {"fgd": 1}}})", "3:42", "/policies/grid/rules/fgd",
     "must be a list, not 1"},
    {R"({"grid": {"rules": {"fgd": [0, -1]}}})", "3:46", "/policies/grid/rules/fgd/1",
     "must be from 0 to 1000, not -1"},
    {R"({"grid": {"rules": {"fgd": [1, 0, 1]}}})", "3:42", "/policies/grid/rules/fgd",
     "has a value twice; keep one"},
    {R"({"grid": {"rules": {"fgd": [0], "spread": [0]}}})", "3:34", "/policies/grid/rules",
     "gives no rule a weight above 0; name one, such as [0, 1]"},
    {R"({"grid": {"queue": []}})", "3:34", "/policies/grid/queue",
     "has 0 entries; it needs at least 1"},
    {R"({"grid": {"depth": []}})", "3:34", "/policies/grid/depth",
     "has 0 entries; it needs at least 1"},
    {R"({"grid": {"gpu_choice": []}})", "3:39", "/policies/grid/gpu_choice",
     "has 0 entries; it needs at least 1"},
    {R"({"grid": {"queue": ["fifo", "fifo"]}})", "3:34", "/policies/grid/queue",
     "has a value twice; keep one"},
    {R"({"random": {}})", "3:26", "/policies/random",
     R"(the key "count" is missing: Number of policies.)"},
    {R"({"random": {"count": 0}})", "3:36", "/policies/random/count", "must be at least 1, not 0"},
    {R"({"random": {"count": 10000000}})", "3:36", "/policies/random/count",
     "asks for 10000000 policies; at most 1000000 are allowed, so lower the count"},
    {R"({"random": {"count": 2, "most_weight": 0}})", "3:54", "/policies/random/most_weight",
     "must be from 1 to 1000, not 0"},
    {R"({"random": {"count": 2, "rules": ["fgd", "fdg"]}})", "3:56", "/policies/random/rules/1",
     R"("fdg" is not allowed here; did you mean "fgd"?)"},
    {R"({"random": {"count": 2, "seed": -1}})", "3:47", "/policies/random/seed",
     "must be from 0 to 9007199254740992, not -1"},
    {R"({"sobol": {"count": 2, "most_weight": 0}})", "3:53", "/policies/sobol/most_weight",
     "must be from 1 to 1000, not 0"},
    {R"({"sobol": {"count": 2, "seed": 1}})", "3:38", "/policies/sobol/seed",
     "is not a known key; allowed: count, rules, most_weight, queue, depth, gpu_choice"},
    {R"({"random": {"count": 600000}, "sobol": {"count": 600000}})", "3:15", "/policies",
     "asks for 1200000 policies; at most 1000000 are allowed, so ask for fewer (random 600000, "
     "sobol 600000)"},
};

}  // namespace

TEST_CASE("every key of the policies reaches its member", "[scenario][policies]") {
  const auto loaded = load_text(test::rich_scenario(), "rich.json", test::sample_options());
  const auto& policies = *loaded.scenario.policies;
  REQUIRE(policies.list.size() == 2);
  const auto& mine = policies.list[0];
  CHECK(mine.id == "mine");
  CHECK(mine.name == "my own");
  CHECK(mine.rules.at(0).rule == "fgd");
  CHECK(mine.rules.at(1).weight == 1);
  CHECK(mine.queue == QueueDiscipline::sjf);
  CHECK(mine.depth == 5);
  CHECK(mine.gpu_choice == GpuChoice::random);
  CHECK(policies.list[1].rules.at(0).rule == "spread");
  CHECK_FALSE(policies.list[1].queue.has_value());
  CHECK(policies.presets == std::vector<std::string>{"best_fit", "fgd"});
  CHECK(policies.grid->rules == std::vector<std::pair<std::string, std::vector<int>>>{
                                    {"best_fit", {0, 1}}, {"fgd", {0, 1, 5}}});
  CHECK(policies.grid->queues == std::vector{QueueDiscipline::skip, QueueDiscipline::priority});
  CHECK(policies.grid->depths == std::vector{1, 10});
  CHECK(policies.grid->gpu_choices == std::vector{GpuChoice::fgd});
  CHECK(policies.random->count == 5);
  CHECK(policies.random->seed == 9);
  CHECK(policies.random->rules == std::vector<std::string>{"fgd", "spread"});
  CHECK(policies.random->most_weight == 4);
  CHECK(policies.random->queues == std::vector{QueueDiscipline::fifo, QueueDiscipline::skip});
  CHECK(policies.random->depths == std::vector{3});
  CHECK(policies.random->gpu_choices == std::vector{GpuChoice::best_fit, GpuChoice::random});
  CHECK(policies.sobol->count == 7);
  CHECK(policies.sobol->most_weight == 10);
}

TEST_CASE("explain tells where each parameter of the policies came from", "[scenario][policies]") {
  const auto loaded =
      load_policies(R"({"grid": {"rules": {"fgd": [0, 1]}}, "random": {"count": 3}})");
  std::string lines;
  for (const auto& [pointer, value, origin] : loaded.origins) {
    if (pointer.rfind("/policies", 0) == 0)
      lines += fmt::format("{} {} {}\n", pointer, value, origin);
  }
  CHECK(lines ==
        "/policies/grid/rules/fgd [0,1] p.json:3:42\n"
        "/policies/random/seed 1 default\n"
        "/policies/random/count 3 p.json:3:72\n"
        "/policies/random/most_weight 10 default\n");
}

TEST_CASE("a scenario without policies has none", "[scenario][policies]") {
  const auto loaded = load_text(test::plain_scenario(), "p.json", test::sample_options());
  CHECK_FALSE(loaded.scenario.policies.has_value());
  CHECK_FALSE(test::contains(loaded.resolved_json, "policies"));
}

TEST_CASE("the schema holds the policies with their rules and choices", "[scenario][policies]") {
  const auto schema = scenario_schema(test::sample_options().vocabulary);
  for (const auto* const part : {"\"policies\": {", "\"presets\": {", "\"published\"",
                                 "\"most_weight\": {", "\"sobol\": {", "\"priority\""}) {
    INFO(part);
    CHECK(test::contains(schema, part));
  }
}

TEST_CASE("bad policies are refused once, with place, reason and remedy",
          "[scenario][policies][bad-input]") {
  for (const auto& bad : kBadPolicies) {
    const auto report = problems_of(bad.policies);
    INFO(report);
    CHECK(report.substr(0, 18) == problem("").substr(0, 18));
    CHECK(test::contains(report, "  " + bad.place + " "));
    CHECK(test::contains(report, " " + bad.pointer + " "));
    CHECK(test::contains(report, " " + bad.message));
  }
}

TEST_CASE("a grid beyond 64 bits is refused with its limit", "[scenario][policies][bad-input]") {
  std::string weights = "[0";
  for (int weight = 1; weight <= 1000; ++weight) weights += ", " + std::to_string(weight);
  weights += "]";
  std::string depths = "[1";
  for (int depth = 2; depth <= 1001; ++depth) depths += ", " + std::to_string(depth);
  depths += "]";
  std::string rules;
  for (const auto& rule : test::sample_options().vocabulary.rules) {
    rules += fmt::format("{}\"{}\": {}", rules.empty() ? "" : ", ", rule, weights);
  }
  const auto report = problems_of("{\"grid\": {\"rules\": {" + rules + "}, \"depth\": " + depths +
                                  ", \"queue\": [\"none\", \"fifo\", \"skip\", \"sjf\"]" +
                                  ", \"gpu_choice\": [\"fgd\", \"best_fit\", \"random\"]}}");
  INFO(report);
  CHECK(test::contains(report, "1 problem\n"));
  CHECK(test::contains(report, "/policies/grid"));
  CHECK(test::contains(report,
                       "asks for over 9 x 10^18 policies; at most 1000000 are allowed, so give "
                       "fewer values"));
}

}  // namespace coldaisle
