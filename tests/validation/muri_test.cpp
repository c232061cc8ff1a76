// The published tables of Muri (Zhao et al., SIGCOMM 2022): average and 99th percentile of job
// completion times, and makespan, of SRTF and SRSF on four traces.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "sim/app/verbs.h"
#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/run.h"
#include "tests/support/shared_data.h"

namespace coldaisle::test {
namespace {

struct Published {
  std::string policy, metric, trace;
  double seconds = 0;
};

std::vector<Published> read_published(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<Published> rows;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    Published row;
    std::string value;
    std::getline(fields, row.policy, ',');
    std::getline(fields, row.metric, ',');
    std::getline(fields, row.trace, ',');
    std::getline(fields, value, ',');
    row.seconds = std::stod(value);
    rows.push_back(row);
  }
  return rows;
}

// Seconds by the metric's name in the table.
double measured(const Run& run, const std::string& metric) {
  const auto& jobs = run.jobs();
  if (metric == "Makespan") {
    return static_cast<double>(*std::max_element(jobs.end_ns.begin(), jobs.end_ns.end())) / 1e9;
  }
  std::vector<TimeNs> times;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    times.push_back(jobs.end_ns[job] - run.list.submit_ns[job]);
  }
  std::sort(times.begin(), times.end());
  if (metric == "99JCT") return static_cast<double>(times[times.size() * 99 / 100]) / 1e9;
  const auto sum = std::accumulate(times.begin(), times.end(), WideInt{0});
  return static_cast<double>(sum) / 1e9 / static_cast<double>(times.size());
}

TEST_CASE("Muri's published SRTF and SRSF figures are met", "[validation][muri]") {
  const auto table = shared_data("muri/published.csv");
  if (!table) return;
  const auto published = read_published(*table);
  std::size_t compared = 0;
  for (const std::string trace : {"trace1", "trace1_pr", "trace3", "trace3_pr"}) {
    for (const std::string queue : {"srtf", "srsf"}) {
      LoadOptions options;
      options.vocabulary = make_vocabulary();
      options.data_directory = std::filesystem::path(*table).parent_path().parent_path();
      options.overrides = {{"/scheduler/queue", queue},
                           {"/workload/trace", "muri/" + trace + ".csv"},
                           {"/metrics/interval", "\"1000 d\""}};
      Run run(load(COLDAISLE_SOURCE_DIR "/scenarios/schedulers/muri.json", options).scenario);
      run.finish();
      for (const auto& row : published) {
        const bool is_queue = row.policy == (queue == "srtf" ? "SRTF" : "SRSF");
        if (row.trace != trace || !is_queue) continue;
        INFO(queue << " on " << trace << ", " << row.metric);
        CHECK(measured(run, row.metric) == Approx(row.seconds).epsilon(1e-6));
        ++compared;
      }
    }
  }
  CHECK(compared == 24);
}

}  // namespace
}  // namespace coldaisle::test
