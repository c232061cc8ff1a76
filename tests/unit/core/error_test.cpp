#include "sim/core/error.h"

#include "tests/support/catch.h"

TEST_CASE("a problem report names file, place, pointer and remedy", "[core][error]") {
  const coldaisle::ScenarioError error(
      {{"train.json", 14, 16, "/fleet/racks/0/node", "\"dgx-h10\" is not in the catalogue"}});
  CHECK(std::string(error.what()) ==
        "train.json: 1 problem\n"
        "  14:16   /fleet/racks/0/node  \"dgx-h10\" is not in the catalogue\n");
}
