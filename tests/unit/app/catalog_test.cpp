#include "models/catalog.h"

#include <algorithm>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "tests/support/catch.h"

using Catch::Matchers::Contains;

namespace {

enum class Output { text, json };

std::string run_catalog(const std::string& id, Output output = Output::text) {
  coldaisle::CatalogOptions options;
  options.id = id;
  options.common.json = output == Output::json;
  std::ostringstream out;
  std::ostringstream err;
  CHECK(coldaisle::catalog_verb(options, out, err) == 0);
  CHECK(err.str().empty());
  return out.str();
}

std::string usage_error(const std::string& id) {
  coldaisle::CatalogOptions options;
  options.id = id;
  std::ostringstream out;
  try {
    coldaisle::catalog_verb(options, out, out);
  } catch (const coldaisle::UsageError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("catalog lists every GPU and node, one a line", "[app][catalog]") {
  const auto text = run_catalog("");
  const auto catalog = coldaisle::embedded_catalog();
  for (const auto& gpu : catalog.gpus) CHECK_THAT(text, Contains("\n  " + gpu.id + " "));
  for (const auto& node : catalog.nodes) CHECK_THAT(text, Contains("\n  " + node.id + " "));
  const auto lines = std::count(text.begin(), text.end(), '\n');
  CHECK(lines == static_cast<std::ptrdiff_t>(catalog.gpus.size() + catalog.nodes.size() + 3));
}

TEST_CASE("the columns of the GPU table line up", "[app][catalog]") {
  std::istringstream lines(run_catalog(""));
  std::string line;
  std::size_t width = 0;
  while (std::getline(lines, line) && !line.empty()) {
    if (width == 0) width = line.size();
    CHECK(line.size() == width);
  }
  CHECK(width > 0);
}

TEST_CASE("catalog ID prints fields with units, confidence and sources", "[app][catalog]") {
  const auto text = run_catalog("h100-sxm-80gb");
  CHECK_THAT(text, Contains("tdp_w                        700 W\n"));
  CHECK_THAT(text, Contains("idle_w                       70 W  (low confidence)\n"));
  CHECK_THAT(text, Contains("memory_gib                   80 GiB\n"));
  CHECK_THAT(text, Contains("usd_per_gpu_hour/spot        2.25 USD/h\n"));
  CHECK_THAT(text, Contains("dgx-h100"));
  CHECK_THAT(text, Contains("sources\n  cli99/llm-analysis"));
}

TEST_CASE("catalog of a node shows its devices and derived base power", "[app][catalog]") {
  CHECK_THAT(run_catalog("lumi-g"), Contains("devices       8\n"));
  CHECK_THAT(run_catalog("dgx-h200"), Contains("base_w        4600 W  (max_power_w less"));
}

TEST_CASE("a wrong id gets the nearest ones", "[app][catalog]") {
  CHECK(usage_error("dgx-h10") ==
        "\"dgx-h10\" is not in the catalogue; did you mean \"dgx-h100\"?");
  CHECK_THAT(usage_error("L40S"), Contains("did you mean \"l40s-48gb\""));
  CHECK_THAT(usage_error("zzz"), Contains("allowed: a10-24gb"));
}

TEST_CASE("who asks for an A20 is told what there is instead", "[app][catalog]") {
  for (const std::string id : {"a20", "A20", "a20-24gb"}) {
    CHECK(usage_error(id) == "\"" + id +
                                 "\" is not in the catalogue: NVIDIA makes no data-centre card "
                                 "called A20; cards of that class are a10-24gb, l4-24gb and "
                                 "l40s-48gb");
  }
  const auto catalog = coldaisle::embedded_catalog();
  for (const auto* const id : {"a10-24gb", "l4-24gb", "l40s-48gb"}) {
    CHECK(catalog.find_gpu(id) != nullptr);
  }
  CHECK_THAT(usage_error("a2000"), Contains("allowed: "));
}

TEST_CASE("catalog --json gives what a catalogue file holds", "[app][catalog]") {
  const auto gpu = nlohmann::json::parse(run_catalog("t4-16gb", Output::json));
  CHECK(gpu["tdp_w"] == 70);
  CHECK_FALSE(gpu.contains("fp8_dense_tflops"));
  const auto all = nlohmann::json::parse(run_catalog("", Output::json));
  CHECK(all["gpus"].size() == 22);
  CHECK(all["nodes"].size() == 37);
}
