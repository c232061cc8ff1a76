#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sim/app/verbs.h"
#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/scenario_samples.h"

namespace coldaisle {

namespace {

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("sim/scenario/FORMAT.md is what the declarations say", "[scenario][format]") {
  const std::string path = COLDAISLE_SOURCE_DIR "/sim/scenario/FORMAT.md";
  const auto wanted = scenario_format_markdown(make_vocabulary());
  if (std::getenv("COLDAISLE_UPDATE") != nullptr) std::ofstream(path) << wanted;
  INFO("to rewrite it: COLDAISLE_UPDATE=1 " COLDAISLE_SOURCE_DIR
       "/build/dev/tests/coldaisle_tests \"[format]\"");
  CHECK(contents(path) == wanted);
}

TEST_CASE("the schema describes nested keys, names and units", "[scenario][format]") {
  const auto schema = scenario_schema(test::sample_options().vocabulary);
  for (const auto* const part :
       {"\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"", "\"required\": [",
        "\"additionalProperties\": false", "\"^x-\": true", "\"dot_product\"", "|GiB|",
        "\"one_per_second\"", "\"minimum\": 1"}) {
    INFO(part);
    CHECK(schema.find(part) != std::string::npos);
  }
}

}  // namespace coldaisle
