#include "sim/workload/seeded_indices.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace coldaisle {
namespace {

std::vector<std::int32_t> parse_indices(CsvReader& csv, int column, std::int64_t count,
                                        std::string_view counted) {
  std::vector<std::int32_t> indices;
  std::string_view rest = csv.field(column);
  while (!rest.empty()) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    if (word.empty()) continue;
    const auto index = parse_whole_number(word);
    if (!index || *index < 0 || *index >= count) {
      csv.add_problem(
          column, fmt::format("entry {}, {}, is not one of the {} {} (0 to {}); does "
                              "it belong to another file?",
                              indices.size() + 1, quote_field(word), count, counted, count - 1));
      break;
    }
    indices.push_back(static_cast<std::int32_t>(*index));
  }
  return indices;
}

// What the file has instead of the row asked for, for the message.
class Seen {
 public:
  void add_workload(std::string_view name) { add(workloads_, std::string(name)); }

  void add_seed(std::int64_t seed) { add(seeds_, fmt::format("{}", seed)); }

  std::string message(const std::string& workload, std::uint64_t seed) const {
    if (!seeds_.empty()) {
      return fmt::format("has no row of workload {} for seed {}; it has seed{} {}",
                         quote_field(workload), seed, seeds_.size() == 1 ? "" : "s",
                         fmt::join(seeds_, ", "));
    }
    return fmt::format(
        "has no row of workload {}; it has {}", quote_field(workload),
        workloads_.empty() ? "none" : fmt::format("{}", fmt::join(workloads_, ", ")));
  }

 private:
  static void add(std::vector<std::string>& names, std::string name) {
    constexpr std::size_t kMostNamed = 20;
    if (names.size() >= kMostNamed) return;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  }

  std::vector<std::string> workloads_, seeds_;
};

}  // namespace

std::vector<std::int32_t> read_seeded_indices(CsvReader& csv, std::string_view column,
                                              const std::string& workload, std::uint64_t seed,
                                              std::int64_t count, std::string_view counted) {
  const auto columns = csv.require(std::array<std::string_view, 3>{"workload", "seed", column});
  csv.throw_if_broken();
  Seen seen;
  while (csv.next()) {
    if (csv.field(columns[0]) != workload) {
      seen.add_workload(csv.field(columns[0]));
      continue;
    }
    const auto row_seed = csv.integer(columns[1], 0, INT64_MAX);
    if (!row_seed) continue;
    if (static_cast<std::uint64_t>(*row_seed) != seed) {
      seen.add_seed(*row_seed);
      continue;
    }
    auto indices = parse_indices(csv, columns[2], count, counted);
    csv.throw_if_broken();
    return indices;
  }
  csv.add_file_problem(seen.message(workload, seed));
  csv.throw_if_broken();
  return {};
}

}  // namespace coldaisle
