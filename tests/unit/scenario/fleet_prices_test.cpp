// Prices and speeds of a fleet's nodes.
#include "sim/core/error.h"
#include "sim/scenario/fleet_plan.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/run.h"
#include "tests/support/temporary_file.h"

namespace coldaisle::test {
namespace {

// two_gpu_catalog, where "quick" is sold as packages of two GPUs, and for less as spot.
Scenario package_scenario() {
  Scenario scenario;
  scenario.catalog = two_gpu_catalog();
  scenario.catalog.gpus[1].logical_devices = 2;
  scenario.catalog.gpus[1].usd_per_gpu_hour_spot = 1.0000012;
  return scenario;
}

NodePlan node_of(const char* node, std::optional<std::int64_t> price, PriceClass price_class) {
  auto scenario = package_scenario();
  scenario.fleet.racks = {
      {.name = "rack", .node = node, .price = price, .price_class = price_class}};
  return plan_fleet(scenario).nodes.at(0);
}

TEST_CASE("the price of a rack's GPUs goes before the catalogue's", "[scenario][price]") {
  const auto given = node_of("node-2", 2'000'000, PriceClass::reserved);
  CHECK(given.price == 2'000'000);
  CHECK(given.price_known);
  CHECK(given.price_class == PriceClass::reserved);
  CHECK(node_of("node-2", 0, PriceClass::on_demand).price_known);
  CHECK(node_of("node-2", std::nullopt, PriceClass::on_demand).price == 1'500'000);
}

TEST_CASE("a package's price is shared by its GPUs, to the nearest micro-USD",
          "[scenario][price]") {
  const auto on_demand = node_of("quick-2", std::nullopt, PriceClass::on_demand);
  CHECK(on_demand.gpus == 4);
  CHECK(on_demand.price == 2'125'000);
  CHECK(node_of("quick-2", std::nullopt, PriceClass::spot).price == 500'001);
}

TEST_CASE("the catalogue has no price of reserved GPUs, and of spot only where it says so",
          "[scenario][price]") {
  CHECK_FALSE(node_of("node-2", std::nullopt, PriceClass::reserved).price_known);
  CHECK_FALSE(node_of("node-2", std::nullopt, PriceClass::spot).price_known);
  CHECK(node_of("node-2", std::nullopt, PriceClass::spot).price == 0);
}

// A fleet of this node list, with models A (the catalogue's "quick"), B and C.
Scenario list_scenario(const TemporaryFolder& folder) {
  auto scenario = package_scenario();
  NodeList list;
  list.file = folder.write("nodes.csv",
                           "sn,cpu_milli,memory_mib,gpu,model\n"
                           "n0,1000,1000,2,A\nn1,1000,1000,2,B\nn2,1000,1000,2,C\n"
                           "n3,1000,1000,2,gpu\nn4,1000,1000,0,\n");
  list.gpus = {{"A", "quick"}};
  scenario.fleet.node_list = list;
  return scenario;
}

TEST_CASE("a node list's prices are given by its own models, else the catalogue's",
          "[scenario][price]") {
  const TemporaryFolder folder;
  auto scenario = list_scenario(folder);
  scenario.fleet.node_list->prices = {{"B", 700'000}};
  const auto nodes = plan_fleet(scenario).nodes;
  CHECK(nodes.at(0).price == 2'125'000);
  CHECK(nodes.at(1).price == 700'000);
  CHECK_FALSE(nodes.at(2).price_known);
  CHECK(nodes.at(3).price == 1'500'000);
  CHECK(nodes.at(4).gpus == 0);

  scenario.fleet.node_list->prices = {{"A", 1}};
  scenario.fleet.node_list->price_class = PriceClass::spot;
  const auto spot = plan_fleet(scenario).nodes;
  CHECK(spot.at(0).price == 1);
  CHECK(spot.at(0).price_class == PriceClass::spot);
  CHECK_FALSE(spot.at(3).price_known);
}

TEST_CASE("GPU speeds go by the fleet's names, and models left out have 1", "[scenario][speed]") {
  const TemporaryFolder folder;
  auto scenario = list_scenario(folder);
  scenario.fleet.gpu_speeds = {{"quick", 1'700'000}, {"C", 250'000}};
  const auto models = plan_fleet(scenario).gpu_models;
  CHECK(models.at(0).speed_ppm == 1'700'000);
  CHECK(models.at(1).speed_ppm == kPpm);
  CHECK(models.at(2).speed_ppm == 250'000);
}

// The only problem of planning the fleet.
Problem problem_of(const Scenario& scenario) {
  try {
    plan_fleet(scenario);
  } catch (const ScenarioError& error) {
    REQUIRE(error.problems().size() == 1);
    return error.problems().front();
  }
  FAIL("the fleet was accepted");
  return {};
}

TEST_CASE("a speed or a price of a model that the fleet has not is a problem",
          "[scenario][speed][price][bad-input]") {
  const TemporaryFolder folder;
  auto scenario = list_scenario(folder);
  scenario.fleet.gpu_speeds = {{"quik", 1'700'000}};
  const auto speed = problem_of(scenario);
  CHECK(speed.pointer == "/fleet/gpu_speeds/quik");
  CHECK_THAT(speed.message,
             contains(R"(no GPU of the fleet is called "quik"; did you mean "quick"?)"));

  scenario.fleet.gpu_speeds.clear();
  scenario.fleet.node_list->prices = {{"a/b", 1}};
  const auto price = problem_of(scenario);
  CHECK(price.pointer == "/fleet/node_list/prices/a~1b");
  CHECK_THAT(price.message, contains("has this model"));
}

}  // namespace
}  // namespace coldaisle::test
