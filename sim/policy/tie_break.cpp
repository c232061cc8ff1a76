#include "sim/policy/tie_break.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "sim/core/csv.h"
#include "sim/workload/importers/importers.h"
#include "sim/workload/seeded_indices.h"

namespace coldaisle {
namespace {

void require_permutation(CsvReader& csv, const std::vector<std::int32_t>& ranks,
                         std::size_t nodes) {
  auto sorted = ranks;
  std::sort(sorted.begin(), sorted.end());
  bool whole = sorted.size() == nodes;
  for (std::size_t i = 0; whole && i < nodes; ++i)
    whole = sorted[i] == static_cast<std::int32_t>(i);
  if (whole) return;
  csv.add_file_problem(fmt::format(
      "gives {} ranks that are no permutation of 0 to {}; is this the ranking of another fleet?",
      ranks.size(), nodes - 1));
  csv.throw_if_broken();
}

}  // namespace

std::vector<std::int32_t> make_tie_rank(const Scenario& scenario, const FleetPlan& plan) {
  std::vector<std::int32_t> by_name(plan.nodes.size());
  std::iota(by_name.begin(), by_name.end(), 0);
  const auto& file = scenario.scheduler.tie_break_file;
  if (file.empty()) return by_name;

  auto csv = CsvReader::open(file);
  const auto workload = scenario.workload.trace ? trace_name(scenario.workload.trace->file) : "";
  const auto ranks = read_seeded_indices(
      csv, "rank_of_node_i_in_name_order", workload, scenario.seed,
      static_cast<std::int64_t>(plan.nodes.size()), "ranks of the fleet's nodes");
  require_permutation(csv, ranks, plan.nodes.size());
  std::stable_sort(by_name.begin(), by_name.end(), [&](std::int32_t a, std::int32_t b) {
    return plan.nodes[static_cast<std::size_t>(a)].name <
           plan.nodes[static_cast<std::size_t>(b)].name;
  });
  std::vector<std::int32_t> rank_of_node(plan.nodes.size());
  for (std::size_t i = 0; i < by_name.size(); ++i) {
    rank_of_node[static_cast<std::size_t>(by_name[i])] = ranks[i];
  }
  return rank_of_node;
}

}  // namespace coldaisle
