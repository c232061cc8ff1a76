#include "tests/support/sample_results.h"

#include <limits>
#include <numeric>

namespace coldaisle::test {
namespace {

template <typename T>
std::span<const T> keep(std::deque<std::vector<T>>& owned, std::vector<T> values) {
  owned.push_back(std::move(values));
  return owned.back();
}

template <typename T>
std::vector<T> numbers(std::size_t rows, T first, T step) {
  std::vector<T> values(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    values[i] = static_cast<T>(first + static_cast<T>(i) * step);
  }
  return values;
}

std::vector<std::string> labels(std::size_t rows) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < rows; ++i) values.push_back("Größe-" + std::to_string(i) + "-日本");
  return values;
}

ResultGroup series(Results& results, std::size_t rows, int generation) {
  auto power = numbers<double>(rows, 0.1 + generation, 1.0 / 3);
  if (rows > 2) power[2] = std::numeric_limits<double>::quiet_NaN();
  return {.path = "/series",
          .axis = "time",
          .datasets = {
              {"time", "nanoseconds since 2024-01-01T00:00:00", "Instant of the sample.",
               keep(results.owned_int64, numbers<std::int64_t>(rows, 0, 1'000'000'000))},
              {"queued", "1", "Jobs that wait.",
               keep(results.owned_int32, numbers<std::int32_t>(rows, -generation, 3))},
              {"nodes", "1", "Nodes in service.",
               keep(results.owned_uint16, numbers<std::uint16_t>(rows, 65'000, 7))},
              {"state", "1", "State, coded by /enums/state.",
               keep(results.owned_uint8, numbers<std::uint8_t>(rows, 250, 1))},
              {"power", "W", "Power of the site.", keep(results.owned_double, std::move(power))},
              {"label", "1", "A text.", keep(results.owned_string, labels(rows))}}};
}

}  // namespace

Results sample_results(std::size_t rows, int generation) {
  Results results;
  results.seed = 18'446'744'073'709'551'615U;
  results.start = "2024-01-01T00:00:00Z";
  results.command_line = "coldaisle run größe.json";
  results.created_utc = "2024-05-06T07:08:09Z";
  results.provenance = {.scenario_original = "{ \"version\": 1 } // größe\n",
                        .scenario_resolved = "{\"version\":1}",
                        .scenario_path = "größe.json",
                        .catalog_overrides = "",
                        .inputs = {{"trace.csv", std::string(64, 'a')}}};
  results.groups.push_back(series(results, rows, generation));
  results.groups.push_back(
      {.path = "/placements",
       .axis = "job",
       .datasets = {{"job", "1", "Job.", keep(results.owned_int64, {})},
                    {"node", "1", "Name of the node.", keep(results.owned_string, {})},
                    {"share", "1", "Share.", keep(results.owned_double, {})}}});
  results.groups.push_back(
      {.path = "/enums/state",
       .axis = "code",
       .datasets = {{"code", "1", "Code.", keep(results.owned_uint8, {0, 1})},
                    {"name", "1", "Name.", keep(results.owned_string, {"idle", "busy"})}}});
  return results;
}

std::size_t dataset_count(const Results& results) {
  constexpr std::size_t kProvenance = 6;  // four texts, two columns of inputs
  return std::accumulate(
      results.groups.begin(), results.groups.end(), kProvenance,
      [](std::size_t sum, const ResultGroup& group) { return sum + group.datasets.size(); });
}

}  // namespace coldaisle::test
