#include <fstream>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "sim/workload/importers/importers.h"
#include "tests/support/catch.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_directory.h"

using namespace coldaisle;

namespace {

constexpr std::int64_t kRows = 5'000'000;
constexpr long kMostKib = 1'000'000;

std::string row_of(const std::string& format, std::int64_t i) {
  if (format == "swf") {
    return fmt::format("{} {} 5 {} {} -1 -1 -1 86400 {} 1 3 1 -1 1 -1 -1 -1\n", i, 6 * i,
                       1 + i % 9'999, 1 + i % 64, 1'000 * (i % 7));
  }
  const auto date = fmt::format("20{:02}-{:02}-{:02}", 10 + i % 10, 1 + i % 12, 1 + i % 28);
  const auto time = fmt::format("{:02}:{:02}:{:02}", i % 23, i % 59, i % 58);
  if (format == "philly") {
    return fmt::format("{} {},{}.0,1,{}.0,{:06x}\n", date, time, 1 + i % 99, 1 + i % 99, i % 15);
  }
  return fmt::format(
      "{}|{}T{}|{}T{}|{}T23:59:59|1-00:00:00|COMPLETED|"
      "billing=16,cpu={},gres/gpu=1,mem=64G,node=1\n",
      10'000'000 + i, date, time, date, time, date, 1 + i % 32);
}

void write_trace(const std::string& path, const std::string& format, const std::string& header) {
  std::ofstream file(path);
  file << header;
  for (std::int64_t i = 0; i < kRows; ++i) file << row_of(format, i);
}

// 0 where all rows become jobs and the process never held a GB.
int import_in_child(const std::string& path, const std::string& format) {
  ImportRequest request;
  request.trace.file = path;
  JobListBuilder builder;
  import_trace(*find_importer(format), request, builder);
  const bool all_there = builder.finish(0).size() == static_cast<std::size_t>(kRows);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return all_there && usage.ru_maxrss < kMostKib ? 0 : 1;
}

}  // namespace

TEST_CASE("a trace of five million rows is imported within a GB", "[workload][importers][slow]") {
  const std::pair<const char*, const char*> formats[] = {
      {"philly", "timestamp,duration,num_gpus,gpu_time,cluster\n"},
      {"swf", "; five million jobs\n"},
      {"slurm", "JobID|Submit|Start|End|Timelimit|State|AllocTRES\n"}};
  for (const auto& [format, header] : formats) {
    CAPTURE(format);
    const test::TemporaryDirectory directory;
    const std::string path = directory / "trace";
    const std::string name = format;
    write_trace(path, name, header);
    CHECK(test::run_in_child([&] { return import_in_child(path, name); }).exit_code == 0);
  }
}
