#include "sim/scenario/node_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "sim/core/units.h"

namespace coldaisle {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"sn", "cpu_milli", "memory_mib", "gpu",
                                                      "model"};

// Largest CPU or memory figure: what FleetPlan calls unlimited.
constexpr std::int64_t kMostOfNode = INT32_MAX;

NodeRow read_row(CsvReader& csv, const std::vector<int>& columns) {
  NodeRow row{
      .name = std::string(csv.field(columns[0])),
      .cpu_milli = csv.integer(columns[1], 0, kMostOfNode).value_or(0),
      .memory_mib = csv.integer(columns[2], 0, kMostOfNode).value_or(0),
      .gpus = static_cast<std::int32_t>(csv.integer(columns[3], 0, kMaxGpusPerNode).value_or(0)),
      .model = std::string(csv.field(columns[4])),
      .line = csv.line()};
  if (row.name.empty()) csv.add_problem(columns[0], "is empty; every node needs a name");
  if (row.gpus > 0 && row.model.empty()) {
    csv.add_problem(columns[4],
                    fmt::format("is empty, but the node has {} GPUs; name their model", row.gpus));
  }
  if (row.gpus == 0) row.model.clear();
  return row;
}

}  // namespace

std::vector<NodeRow> read_node_list(CsvReader& csv) {
  const auto columns = csv.require(kColumns,
                                   "a node list needs sn, cpu_milli, memory_mib, gpu "
                                   "and model");
  csv.throw_if_broken();
  std::vector<NodeRow> rows;
  std::unordered_map<std::string, int> line_of;
  while (csv.next()) {
    rows.push_back(read_row(csv, columns));
    const auto [first, is_new] = line_of.emplace(rows.back().name, csv.line());
    if (is_new || rows.back().name.empty()) continue;
    csv.add_problem(columns[0], fmt::format("{} is also the node of line {}; names must differ",
                                            quote_field(rows.back().name), first->second));
  }
  if (rows.empty() && csv.problems().empty()) {
    csv.add_file_problem("no nodes below the header; a node list needs at least one");
  }
  csv.throw_if_broken();
  return rows;
}

std::vector<NodeRow> keep_share(std::vector<NodeRow> rows, double keep) {
  using NodeClass = std::tuple<std::string, std::int32_t, std::int64_t, std::int64_t>;
  const auto class_of = [](const NodeRow& row) {
    return NodeClass{row.model, row.gpus, row.cpu_milli, row.memory_mib};
  };
  std::map<NodeClass, std::int64_t> left;
  for (const auto& row : rows) ++left[class_of(row)];
  for (auto& [node_class, count] : left) {
    count = std::max<std::int64_t>(1, std::llround(keep * static_cast<double>(count)));
  }
  std::erase_if(rows, [&](const NodeRow& row) { return left[class_of(row)]-- <= 0; });
  return rows;
}

}  // namespace coldaisle
