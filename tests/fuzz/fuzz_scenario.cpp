#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/core/error.h"
#include "sim/scenario/load.h"

// Any bytes as a scenario: a scenario, or an error of the user's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const coldaisle::Catalog kCatalog = [] {
    coldaisle::Catalog catalog;
    catalog.gpus = {{.id = "a100", .vendor = "nvidia", .memory_gib = 80}};
    catalog.nodes = {{.id = "dgx-a100", .gpu = "a100", .gpu_packages = 8}};
    return catalog;
  }();
  coldaisle::LoadOptions options;
  options.vocabulary = {{"best_fit", "fgd", "random"}, {"openb"}, {"allocation", "energy"}};
  options.catalog = &kCatalog;
  try {
    coldaisle::load_text(std::string(reinterpret_cast<const char*>(data), size), "fuzz.json",
                         options);
  } catch (const coldaisle::ScenarioError&) {  // what broken text is meant to give
  } catch (const coldaisle::IoError&) {
  }
  return 0;
}
