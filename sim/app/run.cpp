#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/app/exit_code.h"
#include "sim/app/prepare.h"
#include "sim/app/progress.h"
#include "sim/app/repeat.h"
#include "sim/app/scenario_report.h"
#include "sim/app/signals.h"
#include "sim/app/summary.h"
#include "sim/core/sha256.h"
#include "sim/engine/engine.h"
#include "sim/metrics/metrics.h"
#include "sim/results/collect.h"
#include "sim/results/flush_clock.h"
#include "sim/results/write_hdf5.h"

namespace coldaisle {
namespace {

using Clock = std::chrono::steady_clock;

// Events between two looks at the clock and at signals: doubled from the first number while a look
// comes within 20 ms, to at most the second (about 10 ms of a run of cheap events), and cut when
// one takes over 100 ms, so that a run of costly events still answers a signal.
constexpr std::int64_t kFirstEventsPerLook = 64;
constexpr std::int64_t kMostEventsPerLook = 20'000;

std::int64_t next_events_per_look(std::int64_t events, Clock::duration took) {
  if (took > std::chrono::milliseconds(100)) return std::max<std::int64_t>(1, events / 4);
  if (took > std::chrono::milliseconds(20)) return events;
  return std::min(kMostEventsPerLook, events * 2);
}

// A flush every ten seconds. COLDAISLE_TEST_FLUSH_MS, for tests of kills, sets another interval and
// no pause after long flushes; with 0 every look at the clock flushes, after the same events
// always.
FlushClock make_flush_clock() {
  const char* text = std::getenv("COLDAISLE_TEST_FLUSH_MS");
  if (text == nullptr) return FlushClock(std::chrono::seconds(10), Clock::now());
  const std::chrono::milliseconds interval(std::max(0L, std::strtol(text, nullptr, 10)));
  return FlushClock(interval, Clock::now(), 0);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

RunIdentity identify(const RunOptions& options, const PreparedRun& run) {
  RunIdentity identity;
  identity.command_line = options.command_line;
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

std::string default_output(const std::string& input) {
  const auto stem = std::filesystem::path(input).stem().string();
  return is_results_file(input) ? stem + ".repeat.h5" : stem + ".h5";
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

// The results file to write, unless it would take the place of what the run was made from.
std::string checked_output(const RunOptions& options, const PreparedRun& run) {
  auto output = options.output.empty() ? default_output(options.input) : options.output;
  auto inputs = input_files(run.loaded.scenario);
  if (!is_results_file(options.input)) inputs.push_back(options.input);
  for (const auto& input : inputs) {
    if (!is_same_file(output, input)) continue;
    throw UsageError(fmt::format(
        "run: the results would overwrite {}, which is an input; choose another -o OUT.h5", input));
  }
  return output;
}

// One run from first event to finished file.
class RunSession {
 public:
  RunSession(const RunOptions& options, const PreparedRun& run, std::ostream& err)
      : engine_(run.loaded.scenario, run.plan, run.jobs.list, run.tie_rank),
        metrics_(make_metrics(engine_.simulation())),
        identity_(identify(options, run)),
        progress_(options.common.progress, options.common.quiet, err),
        clock_(make_flush_clock()) {
    std::vector<Metric*> watching;
    for (const auto& metric : metrics_) watching.push_back(metric.get());
    engine_.watch(std::move(watching));
    if (options.write_file) writer_.emplace(checked_output(options, run));
  }

  // Runs to the end, or until a signal; returns the signal or 0.
  int simulate(const SignalWatch& signals) {
    // Tests of kills count on looks after the same events always.
    const bool fixed = std::getenv("COLDAISLE_TEST_FLUSH_MS") != nullptr;
    auto events = fixed ? kMostEventsPerLook : kFirstEventsPerLook;
    for (auto look = Clock::now(); engine_.advance(events); look = Clock::now()) {
      if (signals.caught() != 0) break;
      if (!fixed) events = next_events_per_look(events, Clock::now() - look);
      progress_.update(engine_.simulation());
      if (writer_ && clock_.is_due(Clock::now())) flush();
    }
    progress_.clear();
    const int caught = engine_.finished() ? 0 : signals.caught();
    engine_.settle();
    engine_.check_invariants();
    if (writer_) {
      writer_->finish(collect(caught == 0 ? RunStatus::complete : RunStatus::interrupted));
    }
    return caught;
  }

  std::vector<SummaryRow> summary() const {
    return collect_summary(engine_.simulation().now, metrics_);
  }

  const Simulation& simulation() const { return engine_.simulation(); }

  std::string output() const { return writer_ ? writer_->path() : std::string(); }

 private:
  Results collect(RunStatus status) {
    return collect_results(engine_.simulation(), metrics_, status, identity_);
  }

  void flush() {
    const auto begin = Clock::now();
    engine_.settle();
    writer_->flush(collect(RunStatus::running));
    clock_.note_flush(begin, Clock::now());
    progress_.flushed(engine_.simulation(), ++flushes_);
  }

  Engine engine_;
  std::vector<std::unique_ptr<Metric>> metrics_;
  RunIdentity identity_;
  Progress progress_;
  FlushClock clock_;
  std::optional<ResultsWriter> writer_;
  int flushes_ = 0;
};

void print_report(const ImportReport& report, std::ostream& err) {
  err << fmt::format("{}: {} rows, {} jobs\n", report.file, report.rows, report.jobs);
  for (const auto& finding : report.findings) {
    if (finding.count == 0) continue;
    err << fmt::format("  {}: {} {}\n", finding.what, finding.count, finding.detail);
  }
}

std::string headline(const PreparedRun& run, const Simulation& sim, double seconds) {
  const auto& name = run.loaded.scenario.name;
  return fmt::format("{}: {} on {} in {}, {:.2f} h simulated in {:.2f} s ({})\n",
                     name.empty() ? run.path : name,
                     counted(static_cast<std::int64_t>(sim.jobs.size()), "job"),
                     counted(static_cast<std::int64_t>(sim.world.gpus().size()), "GPU"),
                     counted(static_cast<std::int64_t>(sim.world.nodes().size()), "node"),
                     static_cast<double>(sim.now) / static_cast<double>(kNsPerHour), seconds,
                     counted(sim.events_handled, "event"));
}

int signal_code(int signal) {
  return signal == SIGINT ? exit_code::kInterrupted : exit_code::kTerminated;
}

}  // namespace

int run_verb(const RunOptions& options, std::ostream& out, std::ostream& err) {
  const auto begin = Clock::now();
  const SignalWatch signals;
  const auto run = prepare_run(load_run(options.input, options.common), options.common.threads);
  if (!options.common.quiet) {
    for (const auto& report : run.jobs.reports) print_report(report, err);
  }
  if (signals.caught() != 0) {
    err << "Interrupted while loading; there are no results\n";
    return signal_code(signals.caught());
  }
  RunSession session(options, run, err);
  const int signal = session.simulate(signals);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const auto rows = session.summary();
  if (options.common.json) {
    out << summary_json(rows);
  } else {
    out << headline(run, session.simulation(), seconds) << summary_table(rows);
  }
  if (!session.output().empty() && !options.common.quiet) {
    err << (signal == 0 ? "Results: " : "Interrupted; results so far: ") << session.output()
        << '\n';
  }
  return signal == 0 ? exit_code::kOk : signal_code(signal);
}

}  // namespace coldaisle
