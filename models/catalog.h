#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coldaisle {

// Facts about one GPU package. Unknown figures are absent, never guessed.
struct GpuSpec {
  std::string id;
  std::string vendor;
  std::string architecture;
  double memory_gib = 0;    // of the package
  int logical_devices = 1;  // schedulable devices in the package (MI250: 2)
  double tdp_w = 0;         // of the package
  double idle_w = 0;        // of the package
  std::optional<double> memory_gb_per_s;
  std::optional<double> fp16_dense_tflops, bf16_dense_tflops, fp8_dense_tflops;
  std::optional<double> fp32_tflops, fp64_tflops;
  std::optional<double> link_gb_per_s_bidirectional;
  std::string link_type;
  std::optional<int> pcie_generation, sm_or_cu_count;
  std::optional<double> usd_per_gpu_hour_on_demand, usd_per_gpu_hour_spot;
  std::string price_source;
  std::vector<std::string> sources;
  std::vector<std::string> low_confidence;  // keys whose figure is weak
  std::string notes;
};

// Facts about one node (server) type.
struct NodeSpec {
  std::string id;
  std::string gpu;       // GpuSpec id
  int gpu_packages = 0;  // packages; devices = packages x logical_devices
  std::string cpu;
  std::optional<int> cpu_cores;
  std::optional<double> memory_gib;
  std::optional<double> base_w;       // node without its GPUs
  std::optional<double> max_power_w;  // whole node
  std::optional<int> nic_count;
  std::optional<double> nic_gbps;
  std::optional<int> rack_units;
  std::vector<std::string> sources;
  std::vector<std::string> low_confidence;
  std::string notes;
};

// What is known of hardware: the embedded files, with those of a user's directory added or put in
// their place (same id).
struct Catalog {
  std::vector<GpuSpec> gpus;    // by id
  std::vector<NodeSpec> nodes;  // by id

  const GpuSpec* find_gpu(std::string_view id) const;
  const NodeSpec* find_node(std::string_view id) const;
};

// The embedded catalogue. A broken embedded file is an InternalError.
Catalog embedded_catalog();

// The embedded catalogue overlaid with DIRECTORY/gpus/*.json and DIRECTORY/nodes/*.json, in the
// order of file names; an empty name gives the embedded one. Throws ScenarioError with every
// problem (file:line:column, pointer, remedy), or IoError when the directory is absent or
// unreadable.
Catalog load_catalog(const std::string& directory);

// Fixed wattage of a node without its GPUs, W: base_w where known, else max_power_w - packages x
// TDP (MODELS, section 5), else nothing.
std::optional<double> node_base_w(const NodeSpec& node, const GpuSpec& gpu);

// The remedy for an id that is not among `names`, to follow "... is not in the catalogue": the ids
// that contain it, else the nearest, else the allowed ones. "a20" has an answer of its own.
std::string hardware_remedy(std::string_view id, const std::vector<std::string>& names);

}  // namespace coldaisle
