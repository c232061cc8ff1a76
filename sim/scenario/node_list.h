#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/csv.h"

namespace coldaisle {

// One row of a node list, as the file says it.
struct NodeRow {
  std::string name;
  std::int64_t cpu_milli = 0;
  std::int64_t memory_mib = 0;
  std::int32_t gpus = 0;
  std::string model;  // empty only where gpus == 0
  int line = 0;
};

// Reads a node list with openb's columns sn, cpu_milli, memory_mib, gpu, model (others are
// ignored). Throws ScenarioError for missing columns, broken numbers, over 16 GPUs in a node, GPUs
// without a model, a name given twice, or no rows.
std::vector<NodeRow> read_node_list(CsvReader& csv);

// The rows that a fraction `keep` (0...1] of each class of equal nodes (model, GPUs, CPU, memory)
// leaves: the nearest whole number of nodes, at least one, the first of the class in file order.
std::vector<NodeRow> keep_share(std::vector<NodeRow> rows, double keep);

}  // namespace coldaisle
