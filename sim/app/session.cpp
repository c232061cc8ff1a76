#include "sim/app/session.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "sim/app/exit_code.h"
#include "sim/app/repeat.h"
#include "sim/core/error.h"
#include "sim/core/sha256.h"

namespace coldaisle {
namespace {

constexpr const char* kFlushVariable = "COLDAISLE_TEST_FLUSH_MS";

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

}  // namespace

bool is_flush_interval_chosen() {
  return std::getenv(kFlushVariable) != nullptr;
}

FlushClock make_flush_clock() {
  using Clock = FlushClock::Clock;
  const char* text = std::getenv(kFlushVariable);
  if (text == nullptr) return FlushClock(std::chrono::seconds(10), Clock::now());
  const std::chrono::milliseconds interval(std::max(0L, std::strtol(text, nullptr, 10)));
  return FlushClock(interval, Clock::now(), 0);
}

RunIdentity identify(const std::string& command_line, const PreparedRun& run) {
  RunIdentity identity;
  identity.command_line = command_line;
  identity.created_utc = utc_now();
  auto& provenance = identity.provenance;
  provenance.scenario_original = run.loaded.original_text;
  provenance.scenario_resolved = run.loaded.resolved_json;
  provenance.scenario_path = run.path;
  provenance.catalog_overrides = run.catalog_overrides;
  for (const auto& file : input_files(run.loaded.scenario)) {
    provenance.inputs.emplace_back(file, sha256_of_file(file));
  }
  return identity;
}

std::string checked_output(const std::string& verb, const std::string& output,
                           const std::string& input, const PreparedRun& run) {
  auto inputs = input_files(run.loaded.scenario);
  if (!is_results_file(input)) inputs.push_back(input);
  for (const auto& each : inputs) {
    if (!is_same_file(output, each)) continue;
    throw UsageError(fmt::format(
        "{}: the results would overwrite {}, which is an input; choose another -o OUT.h5", verb,
        each));
  }
  return output;
}

std::string title_of(const PreparedRun& run) {
  const auto& name = run.loaded.scenario.name;
  return name.empty() ? run.path : name;
}

void print_reports(const PreparedRun& run, std::ostream& err) {
  for (const auto& report : run.jobs.reports) {
    err << fmt::format("{}: {} rows, {} jobs\n", report.file, report.rows, report.jobs);
    for (const auto& finding : report.findings) {
      if (finding.count == 0) continue;
      err << fmt::format("  {}: {} {}\n", finding.what, finding.count, finding.detail);
    }
  }
}

int signal_code(int signal) {
  if (signal == 0) return exit_code::kOk;
  return signal == SIGINT ? exit_code::kInterrupted : exit_code::kTerminated;
}

}  // namespace coldaisle
