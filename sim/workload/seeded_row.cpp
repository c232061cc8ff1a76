#include "sim/workload/seeded_row.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace coldaisle {
namespace {

std::vector<std::int32_t> parse_entries(CsvReader& csv, int column,
                                        const SeededRowRequest& request) {
  std::vector<std::int32_t> indices;
  std::string_view rest = csv.field(column);
  while (!rest.empty()) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    if (word.empty()) continue;
    const auto index = parse_whole_number(word);
    if (index && *index >= 0 && *index < request.limit) {
      indices.push_back(static_cast<std::int32_t>(*index));
      continue;
    }
    csv.add_problem(column, fmt::format("entry {}, {}, is not {}, which go from 0 to {}; does this "
                                        "file belong to other data?",
                                        indices.size() + 1, quote_field(word), request.what,
                                        request.limit - 1));
    break;
  }
  return indices;
}

[[noreturn]] void fail_absent(CsvReader& csv, const std::string& workload, std::uint64_t seed,
                              const std::vector<std::string>& workloads,
                              const std::vector<std::string>& seeds) {
  if (seeds.empty()) {
    csv.add_file_problem(
        fmt::format("has no row for workload {}; it has {}", quote_field(workload),
                    workloads.empty() ? "none" : fmt::format("{}", fmt::join(workloads, ", "))));
  } else {
    csv.add_file_problem(fmt::format("has no row for workload {} and seed {}; it has seed{} {}",
                                     quote_field(workload), seed, seeds.size() == 1 ? "" : "s",
                                     fmt::join(seeds, ", ")));
  }
  csv.throw_if_broken();
  throw InternalError("an absent row is always a problem");
}

}  // namespace

std::vector<std::int32_t> read_seeded_row(CsvReader& csv, const SeededRowRequest& request) {
  constexpr std::size_t kMostNamed = 20;
  const auto columns =
      csv.require(std::array<std::string_view, 3>{"workload", "seed", request.column});
  csv.throw_if_broken();
  std::vector<std::string> workloads;
  std::vector<std::string> seeds;
  while (csv.next()) {
    const std::string_view name = csv.field(columns[0]);
    if (name != request.workload) {
      if (workloads.size() < kMostNamed &&
          std::find(workloads.begin(), workloads.end(), name) == workloads.end()) {
        workloads.emplace_back(name);
      }
      continue;
    }
    const auto row_seed = csv.integer(columns[1], 0, INT64_MAX);
    if (!row_seed) continue;
    if (static_cast<std::uint64_t>(*row_seed) != request.seed) {
      if (seeds.size() < kMostNamed) seeds.push_back(fmt::format("{}", *row_seed));
      continue;
    }
    auto indices = parse_entries(csv, columns[2], request);
    csv.throw_if_broken();
    return indices;
  }
  csv.throw_if_broken();
  fail_absent(csv, request.workload, request.seed, workloads, seeds);
}

}  // namespace coldaisle
