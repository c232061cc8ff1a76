#include "models/catalog.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/catalog_fields.h"
#include "sim/app/exit_code.h"
#include "sim/app/verbs.h"
#include "sim/core/error.h"
#include "sim/core/field_writers.h"

namespace coldaisle {

namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

// Units by the part of a key that names them; the first that fits counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kUnits{{
    {"_gb_per_s", "GB/s"},
    {"_gib", "GiB"},
    {"_tflops", "TFLOPS"},
    {"_gbps", "Gb/s"},
    {"_w", "W"},
    {"on_demand", "USD/h"},
    {"spot", "USD/h"},
    {"rack_units", "U"},
    {"", ""},
}};

std::string_view unit_of(std::string_view key) {
  const auto* const found = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto& row) {
    return key.find(row.first) != std::string_view::npos;
  });
  return found->second;
}

std::string with_unit(std::string_view value, std::string_view unit) {
  return unit.empty() ? std::string(value) : fmt::format("{} {}", value, unit);
}

std::string cell(const std::optional<double>& value, std::string_view unit) {
  return value ? with_unit(fmt::format("{}", *value), unit) : "-";
}

std::string cell(const std::optional<int>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

// Collects the fields of one entry as rows of key and value, with its unit and a mark where weak.
class PrintFields : public Fields {
 public:
  explicit PrintFields(const std::vector<std::string>& low_confidence)
      : Fields({}), low_confidence_(low_confidence) {}

  std::vector<Row> rows;
  std::vector<std::string> sources;

 protected:
  void scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) override {
    if (!set) return;
    std::string shown;
    if (const auto* const text = std::get_if<std::string>(&value)) {
      shown = *text;
    } else if (const auto* const number = std::get_if<double>(&value)) {
      shown = with_unit(fmt::format("{}", *number), unit_of(field.key));
    } else {
      shown = with_unit(scalar_json(rule, value), unit_of(field.key));
    }
    const std::string fact = prefix_.empty() ? field.key : prefix_;
    const bool weak =
        std::find(low_confidence_.begin(), low_confidence_.end(), fact) != low_confidence_.end();
    rows.push_back({prefix_.empty() ? field.key : fmt::format("{}/{}", prefix_, field.key),
                    shown + (weak ? "  (low confidence)" : "")});
  }

  void scalar_list(const Field& field, const ScalarRule& /*rule*/, const IntegerRange& /*size*/,
                   std::vector<Scalar>& values) override {
    if (std::string_view(field.key) != "sources") return;
    for (const auto& value : values) sources.push_back(std::get<std::string>(value));
  }

  void scalar_map(const Field& /*field*/, const ScalarRule& /*rule*/,
                  const std::vector<std::string>* /*keys*/, MapForm /*form*/,
                  std::vector<std::pair<std::string, Scalar>>& /*values*/) override {}

  bool begin_object(const Field& field, bool set, const char* /*shorthand*/) override {
    if (set) prefix_ = field.key;
    return set;
  }

  void end_object() override { prefix_.clear(); }

  std::optional<std::size_t> begin_list(const Field& /*field*/, const IntegerRange& /*size*/,
                                        std::size_t /*count*/, ListForm /*form*/) override {
    return std::nullopt;
  }

  bool begin_item(std::size_t /*index*/) override { return false; }

  void end_list() override {}

 private:
  const std::vector<std::string>& low_confidence_;
  std::string prefix_;
};

// Rows in columns two spaces apart: the first `left_columns` to the left, the others to the right.
void print_table(std::ostream& out, const std::vector<Row>& rows, std::size_t left_columns) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += "  ";
      line += i < left_columns ? fmt::format("{:<{}}", row[i], widths[i])
                               : fmt::format("{:>{}}", row[i], widths[i]);
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

void print_gpus(std::ostream& out, const Catalog& catalog) {
  std::vector<Row> rows{
      {"GPU", "memory", "devices", "TDP", "idle", "FP16 dense", "on demand", "spot"}};
  for (const auto& gpu : catalog.gpus) {
    rows.push_back(
        {gpu.id, cell(gpu.memory_gib, "GiB"), cell(gpu.logical_devices), cell(gpu.tdp_w, "W"),
         cell(gpu.idle_w, "W"), cell(gpu.fp16_dense_tflops, "TFLOPS"),
         cell(gpu.usd_per_gpu_hour_on_demand, "USD/h"), cell(gpu.usd_per_gpu_hour_spot, "USD/h")});
  }
  print_table(out, rows, 1);
}

void print_nodes(std::ostream& out, const Catalog& catalog) {
  std::vector<Row> rows{
      {"node", "GPU", "packages", "devices", "CPU cores", "memory", "base", "at most"}};
  for (const auto& node : catalog.nodes) {
    const auto* const gpu = catalog.find_gpu(node.gpu);
    expects(gpu != nullptr, "a catalogue node without its GPU");
    rows.push_back({node.id, node.gpu, cell(node.gpu_packages),
                    cell(node.gpu_packages * gpu->logical_devices), cell(node.cpu_cores),
                    cell(node.memory_gib, "GiB"), cell(node_base_w(node, *gpu), "W"),
                    cell(node.max_power_w, "W")});
  }
  print_table(out, rows, 2);
}

// `derived`: rows that follow from the facts.
template <class Spec>
void print_entry(std::ostream& out, std::string_view kind, Spec spec,
                 const std::vector<Row>& derived) {
  const auto low_confidence = spec.low_confidence;
  PrintFields fields(low_confidence);
  describe(static_cast<Fields&>(fields), spec);
  out << kind << '\n';
  auto rows = fields.rows;
  rows.insert(rows.end(), derived.begin(), derived.end());
  print_table(out, rows, 2);
  out << "sources\n";
  for (const auto& source : fields.sources) out << "  " << source << '\n';
}

void print_gpu(std::ostream& out, const Catalog& catalog, const GpuSpec& gpu) {
  std::string nodes;
  for (const auto& node : catalog.nodes) {
    if (node.gpu == gpu.id) nodes += (nodes.empty() ? "" : ", ") + node.id;
  }
  print_entry(out, "GPU", gpu, {{"found in", nodes.empty() ? "no node" : nodes}});
}

void print_node(std::ostream& out, const Catalog& catalog, const NodeSpec& node) {
  const auto* const gpu = catalog.find_gpu(node.gpu);
  expects(gpu != nullptr, "a catalogue node without its GPU");
  std::vector<Row> derived{{"devices", cell(node.gpu_packages * gpu->logical_devices)}};
  if (!node.base_w && node_base_w(node, *gpu)) {
    derived.push_back(
        {"base_w", cell(node_base_w(node, *gpu), "W") + "  (max_power_w less tdp_w of its GPUs)"});
  }
  print_entry(out, "node", node, derived);
}

template <class Spec>
Json to_json(const Spec& spec) {
  return Json::parse(write_fields(make_echo_writer({}), spec));
}

Json all_as_json(const Catalog& catalog) {
  Json all{{"gpus", Json::array()}, {"nodes", Json::array()}};
  for (const auto& gpu : catalog.gpus) all["gpus"].push_back(to_json(gpu));
  for (const auto& node : catalog.nodes) all["nodes"].push_back(to_json(node));
  return all;
}

[[noreturn]] void refuse_id(const Catalog& catalog, const std::string& id) {
  std::vector<std::string> names;
  for (const auto& gpu : catalog.gpus) names.push_back(gpu.id);
  for (const auto& node : catalog.nodes) names.push_back(node.id);
  throw UsageError(fmt::format("\"{}\" is not in the catalogue{}", id, hardware_remedy(id, names)));
}

}  // namespace

int catalog_verb(const CatalogOptions& options, std::ostream& out, std::ostream& /*err*/) {
  const auto catalog = load_catalog(options.common.catalog_directory);
  const bool json = options.common.json;
  if (options.id.empty()) {
    if (json) {
      out << all_as_json(catalog).dump(2) << '\n';
      return exit_code::kOk;
    }
    print_gpus(out, catalog);
    out << '\n';
    print_nodes(out, catalog);
    return exit_code::kOk;
  }
  const auto* const gpu = catalog.find_gpu(options.id);
  const auto* const node = catalog.find_node(options.id);
  if (gpu == nullptr && node == nullptr) refuse_id(catalog, options.id);
  if (json) {
    out << (gpu != nullptr ? to_json(*gpu) : to_json(*node)).dump(2) << '\n';
  } else if (gpu != nullptr) {
    print_gpu(out, catalog, *gpu);
  } else {
    print_node(out, catalog, *node);
  }
  return exit_code::kOk;
}

}  // namespace coldaisle
