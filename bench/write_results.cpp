#include <filesystem>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

#include "sim/results/write_hdf5.h"

namespace coldaisle {
namespace {

constexpr std::int64_t kRows = 1'000'000;

void add_column(Results& results, std::string name, std::vector<std::int64_t> values) {
  results.owned_int64.push_back(std::move(values));
  results.groups.front().datasets.push_back(
      {std::move(name), "1", "", std::span<const std::int64_t>(results.owned_int64.back())});
}

void add_column(Results& results, std::string name, std::vector<double> values) {
  results.owned_double.push_back(std::move(values));
  results.groups.front().datasets.push_back(
      {std::move(name), "1", "", std::span<const double>(results.owned_double.back())});
}

// A job table of 15 columns of 8 bytes: sorted times with noise in the nanoseconds, small codes,
// and doubles of full precision, so that it compresses no better than a real one.
Results job_table() {
  constexpr int kSmallColumns = 6;
  constexpr int kTimeColumns = 4;
  constexpr int kDoubleColumns = 4;
  Results results;
  results.groups.push_back({.path = "/jobs", .axis = "id", .datasets = {}});
  std::vector<std::int64_t> ids(kRows);
  for (std::int64_t i = 0; i < kRows; ++i) ids[static_cast<std::size_t>(i)] = i;
  add_column(results, "id", ids);
  std::uint64_t state = 42;
  const auto draw = [&state] {  // Knuth's MMIX constants, The Art of Computer Programming 3.3.4
    state = state * 6364136223846793005U + 1442695040888963407U;
    return state >> 32U;
  };
  for (int column = 0; column < kTimeColumns; ++column) {
    std::int64_t time = 0;
    for (auto& value : ids) value = time += static_cast<std::int64_t>(draw());
    add_column(results, "time" + std::to_string(column), ids);
  }
  for (int column = 0; column < kSmallColumns; ++column) {
    for (auto& value : ids) value = static_cast<std::int64_t>(draw() % 1000);
    add_column(results, "small" + std::to_string(column), ids);
  }
  std::vector<double> numbers(kRows);
  for (int column = 0; column < kDoubleColumns; ++column) {
    for (auto& value : numbers) value = static_cast<double>(draw()) / 3;
    add_column(results, "double" + std::to_string(column), numbers);
  }
  return results;
}

// A field of /proc/self/status that is given in kB, such as "VmHWM" (proc(5)).
double status_mb(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(field + ":", 0) == 0) return std::stod(line.substr(field.size() + 1)) / 1e3;
  }
  return 0;
}

// Memory that the writer needs beyond what was resident before: the peak is reset first, or the
// making of the table would hide it.
double writer_peak_mb(const std::string& path, const Results& results) {
  std::ofstream("/proc/self/clear_refs") << "5";
  const double before_mb = status_mb("VmRSS");
  ResultsWriter(path).finish(results);
  return status_mb("VmHWM") - before_mb;
}

void write_million_jobs(benchmark::State& state) {
  const auto path =
      (std::filesystem::temp_directory_path() / "coldaisle-bench-write_results.h5").string();
  const auto results = job_table();
  state.counters["writer_peak_MB"] = writer_peak_mb(path, results);
  for ([[maybe_unused]] auto _ : state) ResultsWriter(path).finish(results);
  const auto columns = static_cast<std::int64_t>(results.groups.front().datasets.size());
  state.SetBytesProcessed(state.iterations() * kRows * columns * 8);
  state.counters["columns"] = static_cast<double>(columns);
  state.counters["file_MB"] = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  std::filesystem::remove(path);
}

BENCHMARK(write_million_jobs)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace coldaisle
