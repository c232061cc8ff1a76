#include "models/catalog.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "models/embedded_catalog.h"
#include "tests/support/catch.h"

using coldaisle::Catalog;
using coldaisle::embedded_catalog;

namespace {

const Catalog& catalog() {
  static const auto kCatalog = embedded_catalog();
  return kCatalog;
}

const coldaisle::GpuSpec& gpu(const std::string& id) {
  const auto* const found = catalog().find_gpu(id);
  REQUIRE(found != nullptr);
  return *found;
}

const coldaisle::NodeSpec& node(const std::string& id) {
  const auto* const found = catalog().find_node(id);
  REQUIRE(found != nullptr);
  return *found;
}

template <class Spec>
std::vector<std::string> ids(const std::vector<Spec>& specs) {
  std::vector<std::string> result;
  result.reserve(specs.size());
  for (const auto& spec : specs) result.push_back(spec.id);
  return result;
}

void check_sorted_and_unique(const std::vector<std::string>& names) {
  CHECK(std::is_sorted(names.begin(), names.end()));
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

}  // namespace

TEST_CASE("every file of the catalogue is embedded as it is and loads", "[models][catalog]") {
  CHECK(catalog().gpus.size() == 22);
  CHECK(catalog().nodes.size() == 37);
  CHECK(coldaisle::embedded_catalog_files().size() == 22 + 37);
  for (const auto& file : coldaisle::embedded_catalog_files()) {
    INFO(file.path);
    std::ifstream stream(std::string(COLDAISLE_SOURCE_DIR "/models/catalog/") +
                         std::string(file.path));
    REQUIRE(stream);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    CHECK(text == file.text);
  }
}

TEST_CASE("the embedded lists are sorted by id and hold each id once", "[models][catalog]") {
  check_sorted_and_unique(ids(catalog().gpus));
  check_sorted_and_unique(ids(catalog().nodes));
}

TEST_CASE("every GPU of the catalogue is found in some node", "[models][catalog]") {
  for (const auto& spec : catalog().gpus) {
    INFO(spec.id);
    const bool found = std::any_of(catalog().nodes.begin(), catalog().nodes.end(),
                                   [&](const auto& each) { return each.gpu == spec.id; });
    CHECK(found);
  }
}

TEST_CASE("an MI250 package is two devices, so four of them make eight", "[models][catalog]") {
  CHECK(gpu("mi250-128gb").logical_devices == 2);
  CHECK(gpu("mi250x-128gb").logical_devices == 2);
  CHECK(gpu("mi250-128gb").memory_gib == 128);
  CHECK(node("mi250-4oam").gpu_packages * gpu("mi250-128gb").logical_devices == 8);
  CHECK(node("lumi-g").gpu_packages * gpu("mi250x-128gb").logical_devices == 8);
}

TEST_CASE("an MI300X is one device of 192 GiB", "[models][catalog]") {
  CHECK(gpu("mi300x-192gb").logical_devices == 1);
  CHECK(gpu("mi300x-192gb").memory_gib == 192);
}

TEST_CASE("the GPUs of a DGX have both directions of NVSwitch", "[models][catalog]") {
  CHECK(gpu("a100-sxm-80gb").link_gb_per_s_bidirectional == 2 * 300.0);
  CHECK(gpu("h100-sxm-80gb").link_gb_per_s_bidirectional == 2 * 450.0);
}

TEST_CASE("a DGX holds eight GPUs and its NICs", "[models][catalog]") {
  CHECK(node("dgx-a100").gpu_packages == 8);
  CHECK(node("dgx-a100").cpu_cores == 128);
  CHECK(node("dgx-a100").memory_gib == 2048.0);
  CHECK(node("dgx-h100").gpu_packages == 8);
  CHECK(node("dgx-h100").nic_count == 8);
  CHECK(node("dgx-h100").nic_gbps == 400.0);
  CHECK(node("dgx-h100").max_power_w == 10200.0);
}

TEST_CASE("the base power of a node is what its GPUs leave of its maximum", "[models][catalog]") {
  CHECK(node_base_w(node("dgx-a100"), gpu("a100-sxm-80gb")) == 3300.0);
  CHECK(node_base_w(node("dgx-h100"), gpu("h100-sxm-80gb")) == 4600.0);
  CHECK(node_base_w(node("dgx-h200"), gpu("h200-sxm-141gb")) == 10200.0 - 8 * 700);
  CHECK(node_base_w(node("dgx-b200"), gpu("b200-sxm-180gb")) == 14300.0 - 8 * 1000);
}

TEST_CASE("a stated base power goes before a derived one", "[models][catalog]") {
  coldaisle::NodeSpec spec;
  spec.gpu_packages = 8;
  spec.base_w = 120;
  spec.max_power_w = 10000;
  CHECK(node_base_w(spec, gpu("h100-sxm-80gb")) == 120.0);
}

TEST_CASE("a node of unknown power has no base power", "[models][catalog]") {
  CHECK_FALSE(node_base_w(node("lumi-g"), gpu("mi250x-128gb")));
  coldaisle::NodeSpec spec;
  spec.gpu_packages = 8;
  spec.max_power_w = 1000;  // less than its GPUs draw
  CHECK_FALSE(node_base_w(spec, gpu("h100-sxm-80gb")));
}

TEST_CASE("every entry and every price has a source", "[models][catalog]") {
  for (const auto& spec : catalog().gpus) {
    INFO(spec.id);
    CHECK_FALSE(spec.sources.empty());
    const bool priced = spec.usd_per_gpu_hour_on_demand || spec.usd_per_gpu_hour_spot;
    CHECK(priced == !spec.price_source.empty());
  }
  for (const auto& spec : catalog().nodes) {
    INFO(spec.id);
    CHECK_FALSE(spec.sources.empty());
  }
}

TEST_CASE("a figure that was never checked is marked", "[models][catalog]") {
  CHECK(gpu("rtx8000-48gb").low_confidence.size() == 10);
  CHECK(gpu("h200-sxm-141gb").low_confidence ==
        std::vector<std::string>{"fp32_tflops", "fp64_tflops", "sm_or_cu_count"});
}

TEST_CASE("peaks are dense, never sparse", "[models][catalog]") {
  CHECK(gpu("a100-sxm-80gb").fp16_dense_tflops == 312.0);
  CHECK(gpu("h100-sxm-80gb").fp16_dense_tflops == 989.0);
  CHECK(gpu("l4-24gb").fp16_dense_tflops == 121.0);
  CHECK(gpu("mi300x-192gb").fp16_dense_tflops == 1307.4);
  for (const auto& spec : catalog().gpus) {
    INFO(spec.id);
    REQUIRE(spec.fp16_dense_tflops);
    CHECK(*spec.fp16_dense_tflops <= 2500);
    if (spec.fp8_dense_tflops) {  // twice the FP16 rate; a sparse figure would be four times
      CHECK(*spec.fp8_dense_tflops / *spec.fp16_dense_tflops == Approx(2).epsilon(0.02));
    }
  }
}

TEST_CASE("an idle GPU draws less than half of its full power", "[models][catalog]") {
  for (const auto& spec : catalog().gpus) {
    INFO(spec.id);
    CHECK(spec.idle_w > 0);
    CHECK(spec.idle_w < spec.tdp_w / 2);
  }
}

TEST_CASE("an id that is not known is not found", "[models][catalog]") {
  CHECK(catalog().find_gpu("h100") == nullptr);
  CHECK(catalog().find_node("h100-sxm-80gb") == nullptr);
}
