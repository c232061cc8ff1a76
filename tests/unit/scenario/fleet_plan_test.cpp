#include "sim/scenario/fleet_plan.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "sim/scenario/node_list.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/temporary_file.h"

using namespace coldaisle;
using test::contains;

namespace {

GpuSpec gpu(const std::string& id, double memory_gib, int devices, double tdp_w, double idle_w) {
  GpuSpec spec;
  spec.id = id;
  spec.memory_gib = memory_gib;
  spec.logical_devices = devices;
  spec.tdp_w = tdp_w;
  spec.idle_w = idle_w;
  return spec;
}

NodeSpec node(const std::string& id, const std::string& gpu_id, int packages) {
  NodeSpec spec;
  spec.id = id;
  spec.gpu = gpu_id;
  spec.gpu_packages = packages;
  return spec;
}

Scenario scenario_of(std::vector<RackGroup> racks) {
  Scenario scenario;
  scenario.catalog.gpus = {gpu("a100", 80, 1, 400, 52), gpu("mi250", 128, 2, 560, 90.001)};
  scenario.catalog.nodes = {node("dgx", "a100", 8), node("frontier", "mi250", 4),
                            node("ten", "mi250", 10), node("orphan", "gone", 1)};
  scenario.catalog.nodes[0].cpu_cores = 128;
  scenario.catalog.nodes[0].memory_gib = 1024;
  scenario.catalog.nodes[0].base_w = 3300;
  scenario.fleet.racks = std::move(racks);
  return scenario;
}

std::vector<Problem> problems_of(const Scenario& scenario) {
  try {
    plan_fleet(scenario);
  } catch (const ScenarioError& error) {
    return error.problems();
  }
  return {};
}

// The problems of a fleet that is this node list alone.
std::vector<Problem> problems_of_list(const std::string& text) {
  const test::TemporaryFolder folder;
  Scenario scenario = scenario_of({});
  scenario.fleet.node_list = NodeList{};
  scenario.fleet.node_list->file = folder.write("nodes.csv", text);
  return problems_of(scenario);
}

constexpr const char* kHeader = "sn,cpu_milli,memory_mib,gpu,model\n";

}  // namespace

TEST_CASE("rack groups become named racks and nodes in order", "[scenario][fleet]") {
  const auto plan = plan_fleet(scenario_of(
      {{.name = "train", .node = "dgx", .racks = 2, .nodes_per_rack = 3},
       {.name = "spare", .node = "frontier", .racks = 1, .nodes_per_rack = 2, .present = false}}));
  REQUIRE(plan.nodes.size() == 8);
  CHECK(plan.rack_names == std::vector<std::string>{"train/0", "train/1", "spare/0"});
  CHECK(plan.nodes[0].name == "train/0/0");
  CHECK(plan.nodes[5].name == "train/1/2");
  CHECK(plan.nodes[5].rack == 1);
  CHECK(plan.nodes[6].name == "spare/0/0");
  CHECK(plan.nodes[6].rack == 2);
  CHECK(plan.nodes[6].group == 1);
  CHECK_FALSE(plan.nodes[6].present);
  REQUIRE(plan.groups.size() == 2);
  CHECK(plan.groups[1].name == "spare");
  CHECK(plan.groups[1].first == 6);
  CHECK(plan.groups[1].count == 2);
}

TEST_CASE("a node has its catalogue's CPU, memory and base power", "[scenario][fleet]") {
  const auto plan = plan_fleet(scenario_of({{.name = "r", .node = "dgx"}}));
  const auto& first = plan.nodes.at(0);
  CHECK(first.gpus == 8);
  CHECK(first.cpu_milli == 128'000);
  CHECK(first.memory_mib == 1'048'576);
  CHECK(first.base_known);
  CHECK(first.base_mw == 3'300'000);
}

TEST_CASE("CPU and memory that the catalogue does not know are unlimited", "[scenario][fleet]") {
  const auto plan = plan_fleet(scenario_of({{.name = "r", .node = "frontier"}}));
  CHECK(plan.nodes.at(0).cpu_milli == INT32_MAX);
  CHECK(plan.nodes.at(0).memory_mib == INT32_MAX);
  CHECK_FALSE(plan.nodes.at(0).base_known);
}

TEST_CASE("a package of two devices halves its memory and shares its power exactly",
          "[scenario][fleet]") {
  const auto plan = plan_fleet(scenario_of({{.name = "r", .node = "frontier"}}));
  CHECK(plan.nodes.at(0).gpus == 8);
  const auto& model = plan.gpu_models.at(0);
  CHECK(model.name == "mi250");
  CHECK(model.devices_per_package == 2);
  CHECK(model.memory_mib == 65'536);
  CHECK(model.power_known);
  CHECK(model.package_tdp_mw == 560'000);
  CHECK(model.package_idle_mw == 90'001);
  CHECK(device_share_mw(90'001, 2, 0) == 45'001);
  CHECK(device_share_mw(90'001, 2, 1) == 45'000);
}

TEST_CASE("a broken rack group is a problem with its pointer", "[scenario][fleet][bad-input]") {
  const auto problems =
      problems_of(scenario_of({{.name = "a", .node = "dgz"},
                               {.name = "b", .node = "ten"},
                               {.name = "c", .node = "orphan"},
                               {.name = "d", .node = "dgx", .racks = -1},
                               {.name = "e", .node = "dgx", .racks = 2'000'000}}));
  REQUIRE(problems.size() == 5);
  CHECK(problems[0].pointer == "/fleet/racks/0/node");
  CHECK_THAT(problems[0].message, contains("\"dgz\" is not in the catalogue"));
  CHECK_THAT(problems[1].message, contains("a node of 20 GPUs; 0 to 16 are supported"));
  CHECK_THAT(problems[2].message, contains("its GPU \"gone\""));
  CHECK_THAT(problems[3].message, contains("must be at least 1"));
  CHECK_THAT(problems[4].message, contains("a fleet has at most 1000000"));
}

TEST_CASE("a fleet without nodes or without GPUs is a problem", "[scenario][fleet][bad-input]") {
  REQUIRE(problems_of(scenario_of({})).size() == 1);
  CHECK_THAT(problems_of(scenario_of({}))[0].message, contains("the fleet is empty"));
  const auto problems = problems_of_list(std::string(kHeader) + "n0,1000,1000,0,\n");
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].message, contains("no node of the fleet has a GPU"));
}

TEST_CASE("more than 64 GPU models are a problem", "[scenario][fleet][bad-input]") {
  std::string text = kHeader;
  for (int i = 0; i < 64; ++i) {
    text += "n" + std::to_string(i) + ",1,1,1,m" + std::to_string(i) + "\n";
  }
  CHECK(problems_of_list(text).empty());
  const auto problems = problems_of_list(text + "n64,1,1,1,m64\n");
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].message, contains("65 GPU models; at most 64"));
}

TEST_CASE("a node list follows the rack groups, with its own names", "[scenario][fleet]") {
  const test::TemporaryFolder folder;
  Scenario scenario = scenario_of({{.name = "r", .node = "dgx"}});
  NodeList list;
  list.file = folder.write("nodes.csv", std::string(kHeader) +
                                            "x,64000,262144,2,P100\ny,96000,393216,8,G2\n"
                                            "z,32000,1024,0,\n");
  list.gpus = {{"G2", "a100"}};
  list.nodes_per_rack = 2;
  scenario.fleet.node_list = list;
  const auto plan = plan_fleet(scenario);
  REQUIRE(plan.nodes.size() == 4);
  CHECK(plan.rack_names == std::vector<std::string>{"r/0", "node_list/0", "node_list/1"});
  CHECK(plan.groups.at(1).name == "node_list");
  CHECK(plan.groups.at(1).first == 1);
  CHECK(plan.groups.at(1).count == 3);
  CHECK(plan.nodes[1].name == "x");
  CHECK(plan.nodes[1].cpu_milli == 64'000);
  CHECK(plan.nodes[1].memory_mib == 262'144);
  CHECK(plan.nodes[3].rack == 2);
  CHECK(plan.nodes[3].gpu_model == -1);
  REQUIRE(plan.gpu_models.size() == 2);
  CHECK(plan.gpu_models[0].name == "a100");
  CHECK(plan.nodes[2].gpu_model == 0);  // G2 is the fleet's a100
  CHECK(plan.gpu_models[1].name == "P100");
  CHECK_FALSE(plan.gpu_models[1].power_known);
  CHECK(plan.gpu_models[1].memory_mib == 0);
}

TEST_CASE("a share of each node class is kept, rounded, at least one, the first ones",
          "[scenario][fleet]") {
  std::vector<NodeRow> rows;
  const auto add = [&rows](int count, const std::string& model, std::int64_t cpu_milli) {
    for (int i = 0; i < count; ++i) {
      NodeRow row;
      row.name = model + std::to_string(cpu_milli) + "-" + std::to_string(i);
      row.model = model;
      row.gpus = 1;
      row.cpu_milli = cpu_milli;
      rows.push_back(row);
    }
  };
  add(5, "A", 1);   // 5 x 0.3 = 1.5: two
  add(4, "A", 2);   // 1.2: one
  add(1, "B", 1);   // 0.3: one all the same
  add(10, "C", 1);  // three
  std::vector<std::string> names;
  for (const auto& row : keep_share(rows, 0.3)) names.push_back(row.name);
  CHECK(names == std::vector<std::string>{"A1-0", "A1-1", "A2-0", "B1-0", "C1-0", "C1-1", "C1-2"});
  CHECK(keep_share(rows, 1.0).size() == rows.size());
}

TEST_CASE("a broken node list is refused with place and remedy", "[scenario][fleet][bad-input]") {
  struct Case {
    std::string rows;
    int line;
    std::string pointer, fragment;
  };

  const std::vector<Case> cases = {
      {"", 0, "", "no nodes below the header"},
      {"n,-1,1,1,A\n", 2, "cpu_milli", "out of range"},
      {"n,1,-5,1,A\n", 2, "memory_mib", "out of range"},
      {"n,1,1,17,A\n", 2, "gpu", "give a whole number from 0 to 16"},
      {"n,1,1,-1,A\n", 2, "gpu", "out of range"},
      {"n,1,1,two,A\n", 2, "gpu", "\"two\" is not a whole number"},
      {"n,1,1,2,\n", 2, "model", "the node has 2 GPUs; name their model"},
      {",1,1,2,A\n", 2, "sn", "every node needs a name"},
      {"n,1,1,2,A\nm,1,1,2,A\nn,1,1,2,A\n", 4, "sn", "\"n\" is also the node of line 2"},
      {"n,1,1\n", 2, "", "is the file cut short?"},
      {"n,9223372036854775808,1,1,A\n", 2, "cpu_milli", "out of range"},
      {"n,1,1,3,mi250\n", 2, "gpu", "3 is not a whole number of mi250 packages of 2 devices"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.rows, each.fragment);
    const auto problems = problems_of_list(kHeader + each.rows);
    REQUIRE(problems.size() == 1);
    CHECK_THAT(problems[0].file, contains("nodes.csv"));
    CHECK(problems[0].line == each.line);
    CHECK(problems[0].pointer == each.pointer);
    CHECK_THAT(problems[0].message, contains(each.fragment));
  }
}

TEST_CASE("a mapping to an unknown GPU or of an absent model is a problem",
          "[scenario][fleet][bad-input]") {
  const test::TemporaryFolder folder;
  Scenario scenario = scenario_of({});
  NodeList list;
  list.file = folder.write("nodes.csv", std::string(kHeader) + "x,1,1,1,G2\n");
  list.gpus = {{"G2", "a1000"}, {"G9", "a100"}};
  scenario.fleet.node_list = list;
  const auto problems = problems_of(scenario);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].pointer == "/fleet/node_list/gpus/G2");
  CHECK_THAT(problems[0].message, contains("\"a1000\" is not a GPU of the catalogue"));
  CHECK_THAT(problems[1].message, contains("has this model"));
}
