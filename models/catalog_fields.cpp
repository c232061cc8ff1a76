#include "models/catalog_fields.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "sim/core/json_document.h"
#include "sim/core/units.h"

namespace coldaisle {

namespace {

// The bounds are far above any machine; they keep what is made of the figures, such as MiB and
// milliwatts of a whole fleet, within 64 bits.
constexpr NumberRange kPositive{.least = 0, .most = 1e9, .lower_end = LowerEnd::excluded};
constexpr NumberRange kPrices{
    .least = 0, .most = kMostPrice / 1e6, .lower_end = LowerEnd::excluded};
constexpr NumberRange kGpuMemoryGib{.least = 0, .most = 1e5, .lower_end = LowerEnd::excluded};
constexpr NumberRange kNodeMemoryGib{.least = 0, .most = 1e7, .lower_end = LowerEnd::excluded};
constexpr NumberRange kPowerW{.least = 0, .most = 1e7, .lower_end = LowerEnd::excluded};
constexpr IntegerRange kCount{.least = 1, .most = 1'000'000};
constexpr IntegerRange kDevices{.least = 1, .most = kMaxGpusPerNode};

// USD per hour of one package.
struct Price {
  std::optional<double> on_demand;
  std::optional<double> spot;
  std::string source;
};

void describe(Fields& fields, Price& price) {
  fields.number({"on_demand", "On demand."}, kPrices, price.on_demand);
  fields.number({"spot", "Spot or preemptible."}, kPrices, price.spot);
  fields.string({"source", "Who asked that price, and when.", kRequired}, price.source);
  fields.require(price.on_demand || price.spot, "on_demand",
                 "holds no price; give \"on_demand\", \"spot\" or both");
}

void describe_price(Fields& fields, GpuSpec& gpu) {
  std::optional<Price> price;
  if (gpu.usd_per_gpu_hour_on_demand || gpu.usd_per_gpu_hour_spot) {
    price = {gpu.usd_per_gpu_hour_on_demand, gpu.usd_per_gpu_hour_spot, gpu.price_source};
  }
  fields.object({"usd_per_gpu_hour", "Price of one package for one hour, USD."}, price);
  if (!price) return;
  gpu.usd_per_gpu_hour_on_demand = price->on_demand;
  gpu.usd_per_gpu_hour_spot = price->spot;
  gpu.price_source = price->source;
}

void describe_id(Fields& fields, std::string& id) {
  fields.string({"id", "Its name in scenarios; the file is called ID.json.", kRequired}, id);
  const auto allowed = [](unsigned char byte) {
    return std::isalnum(byte) != 0 || byte == '-' || byte == '_' || byte == '.';
  };
  fields.require(std::all_of(id.begin(), id.end(), allowed), "id",
                 fmt::format("is {}; use letters, digits, '-', '_' and '.' only", quote_text(id)));
}

// Where the figures come from, and how far to trust them.
void describe_origin(Fields& fields, std::vector<std::string>& sources,
                     std::vector<std::string>& low_confidence, std::string& notes) {
  fields.strings({"sources", "Where the figures come from.", kRequired}, {1, 100}, sources);
  fields.strings({"low_confidence", "Keys of this file whose figure is weak."}, {1, 100},
                 low_confidence);
  for (const auto& key : low_confidence) {
    fields.require(fields.present(key.c_str()), "low_confidence",
                   fmt::format("names {}, which this file does not hold; name keys that it holds",
                               quote_text(key)));
  }
  fields.string({"notes", "What else a reader should know."}, notes);
}

void describe_speed(Fields& fields, GpuSpec& gpu) {
  fields.number({"memory_gb_per_s", "Memory bandwidth, GB/s."}, kPositive, gpu.memory_gb_per_s);
  fields.number({"fp16_dense_tflops", "Peak FP16 without sparsity, TFLOPS."}, kPositive,
                gpu.fp16_dense_tflops);
  fields.number({"bf16_dense_tflops", "Peak BF16 without sparsity, TFLOPS."}, kPositive,
                gpu.bf16_dense_tflops);
  fields.number({"fp8_dense_tflops", "Peak FP8 without sparsity, TFLOPS."}, kPositive,
                gpu.fp8_dense_tflops);
  fields.number({"fp32_tflops", "Peak FP32 without matrix units, TFLOPS."}, kPositive,
                gpu.fp32_tflops);
  fields.number({"fp64_tflops", "Peak FP64 without matrix units, TFLOPS."}, kPositive,
                gpu.fp64_tflops);
  fields.number({"link_gb_per_s_bidirectional", "All GPU links, both directions together, GB/s."},
                kPositive, gpu.link_gb_per_s_bidirectional);
  fields.string({"link_type", "Kind of GPU link, \"none\" for none."}, gpu.link_type);
  fields.integer({"pcie_generation", "PCIe generation."}, {.least = 1, .most = 10},
                 gpu.pcie_generation);
  fields.integer({"sm_or_cu_count", "Streaming multiprocessors or compute units."}, kCount,
                 gpu.sm_or_cu_count);
}

}  // namespace

void describe(Fields& fields, GpuSpec& gpu) {
  describe_id(fields, gpu.id);
  fields.string({"vendor", "Who makes it.", kRequired}, gpu.vendor);
  fields.string({"architecture", "Its generation."}, gpu.architecture);
  fields.number({"memory_gib", "Memory of the package, GiB.", kRequired}, kGpuMemoryGib,
                gpu.memory_gib);
  fields.integer({"logical_devices", "Schedulable devices in the package."}, kDevices,
                 gpu.logical_devices);
  fields.number({"tdp_w", "Power of the package at full load, W.", kRequired}, kPowerW, gpu.tdp_w);
  fields.number({"idle_w", "Power of the idle package, W.", kRequired}, kPowerW, gpu.idle_w);
  fields.require(gpu.tdp_w == 0 || gpu.idle_w <= gpu.tdp_w, "idle_w",
                 fmt::format("is {} W, above tdp_w ({} W); an idle GPU draws no more than a busy "
                             "one",
                             gpu.idle_w, gpu.tdp_w));
  describe_speed(fields, gpu);
  describe_price(fields, gpu);
  describe_origin(fields, gpu.sources, gpu.low_confidence, gpu.notes);
}

void describe(Fields& fields, NodeSpec& node) {
  describe_id(fields, node.id);
  fields.string({"gpu", "Id of its GPUs' model.", kRequired}, node.gpu);
  fields.integer({"gpu_packages", "GPU packages in the node.", kRequired}, kDevices,
                 node.gpu_packages);
  fields.string({"cpu", "CPU model."}, node.cpu);
  fields.integer({"cpu_cores", "CPU cores that jobs may ask for."}, kCount, node.cpu_cores);
  fields.number({"memory_gib", "Host memory, GiB."}, kNodeMemoryGib, node.memory_gib);
  fields.number({"base_w", "Power of the node without its GPUs, W."}, kPowerW, node.base_w);
  fields.number({"max_power_w", "Power of the whole node at most, W."}, kPowerW, node.max_power_w);
  fields.require(!node.base_w || !node.max_power_w || *node.base_w <= *node.max_power_w, "base_w",
                 "is above max_power_w; it is the part of it that the GPUs do not draw");
  fields.integer({"nic_count", "Network ports for GPU traffic."}, {.least = 0, .most = 1000},
                 node.nic_count);
  fields.number({"nic_gbps", "Speed of one such port, Gb/s."}, kPositive, node.nic_gbps);
  fields.integer({"rack_units", "Height, U."}, {.least = 1, .most = 100}, node.rack_units);
  describe_origin(fields, node.sources, node.low_confidence, node.notes);
}

}  // namespace coldaisle
