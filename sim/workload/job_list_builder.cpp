#include "sim/workload/job_list_builder.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

// Puts row order[i] of the column at first + i.
template <typename Value>
void reorder(std::vector<Value>& column, std::size_t first,
             const std::vector<std::uint32_t>& order) {
  if (column.empty()) return;
  std::vector<Value> moved;
  moved.reserve(order.size());
  for (const auto row : order) moved.push_back(std::move(column[row]));
  std::move(moved.begin(), moved.end(), column.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

std::int32_t JobListBuilder::intern(const JobDemand& demand) {
  const auto next = static_cast<std::int32_t>(list_.demands.size());
  const auto [found, is_new] =
      types_.try_emplace(Key{demand.nodes, demand.gpus, demand.gpu_milli, demand.cpu_milli,
                             demand.memory_mib, demand.gpu_memory_mib, demand.gpu_models},
                         next);
  if (is_new) {
    list_.demands.push_back(demand);
    list_.original_count.push_back(0);
  }
  return found->second;
}

void JobListBuilder::count_original(std::int32_t type, std::int64_t jobs) {
  list_.original_count[static_cast<std::size_t>(type)] += jobs;
}

std::int16_t JobListBuilder::add_group(std::string name) {
  constexpr auto kMostGroups = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
  if (list_.groups.size() >= kMostGroups) {
    throw ScenarioError({{.file = file_,
                          .line = 0,
                          .column = 0,
                          .pointer = "/workload",
                          .message = fmt::format("more than {} demand classes", kMostGroups)}});
  }
  list_.groups.push_back(std::move(name));
  return static_cast<std::int16_t>(list_.groups.size() - 1);
}

void JobListBuilder::add(const JobRow& row) {
  list_.submit_ns.push_back(row.submit_ns);
  list_.duration_ns.push_back(row.duration_ns);
  list_.walltime_ns.push_back(row.walltime_ns);
  list_.restart_ns.push_back(row.restart_ns);
  list_.demand_type.push_back(row.demand_type);
  list_.utilisation_milli.push_back(row.utilisation_milli);
  list_.job_group.push_back(row.group);
  list_.priority.push_back(row.priority);
}

void JobListBuilder::add(const JobRow& row, std::string_view name) {
  add(row);
  list_.names.resize(size() - 1);
  list_.names.emplace_back(name);
}

std::size_t JobListBuilder::append_rows(std::size_t count) {
  const std::size_t first = size();
  list_.submit_ns.resize(first + count);
  list_.duration_ns.resize(first + count);
  list_.walltime_ns.resize(first + count, kNever);
  list_.restart_ns.resize(first + count, -1);
  list_.demand_type.resize(first + count);
  list_.utilisation_milli.resize(first + count);
  list_.job_group.resize(first + count);
  list_.priority.resize(first + count);
  return first;
}

JobList JobListBuilder::finish(std::int32_t initial_count) {
  list_.initial_count = initial_count;
  if (!list_.names.empty()) list_.names.resize(size());
  const auto first = static_cast<std::size_t>(initial_count);
  const auto& submit = list_.submit_ns;
  if (!std::is_sorted(submit.begin() + initial_count, submit.end())) {
    std::vector<std::uint32_t> order(size() - first);
    std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(first));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return submit[a] < submit[b]; });
    reorder(list_.duration_ns, first, order);
    reorder(list_.walltime_ns, first, order);
    reorder(list_.restart_ns, first, order);
    reorder(list_.demand_type, first, order);
    reorder(list_.utilisation_milli, first, order);
    reorder(list_.job_group, first, order);
    reorder(list_.priority, first, order);
    reorder(list_.names, first, order);
    reorder(list_.submit_ns, first, order);
  }
  types_.clear();
  return std::exchange(list_, JobList{});
}

}  // namespace coldaisle
