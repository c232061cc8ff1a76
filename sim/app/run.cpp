#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/app/prepare.h"
#include "sim/app/progress.h"
#include "sim/app/repeat.h"
#include "sim/app/scenario_report.h"
#include "sim/app/session.h"
#include "sim/app/signals.h"
#include "sim/app/summary.h"
#include "sim/engine/engine.h"
#include "sim/metrics/metrics.h"
#include "sim/results/collect.h"
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

std::string default_output(const std::string& input) {
  const auto stem = std::filesystem::path(input).stem().string();
  return is_results_file(input) ? stem + ".repeat.h5" : stem + ".h5";
}

std::string output_of(const RunOptions& options, const PreparedRun& run) {
  const auto output = options.output.empty() ? default_output(options.input) : options.output;
  return checked_output("run", output, options.input, run);
}

// One run from first event to finished file.
class RunSession {
 public:
  RunSession(const RunOptions& options, const PreparedRun& run, std::ostream& err)
      : engine_(run.loaded.scenario, run.plan, run.jobs.list, run.tie_rank),
        metrics_(make_metrics(engine_.simulation())),
        identity_(identify(options.command_line, run)),
        progress_(options.common.progress, options.common.quiet, err),
        clock_(make_flush_clock()) {
    std::vector<Metric*> watching;
    for (const auto& metric : metrics_) watching.push_back(metric.get());
    engine_.watch(std::move(watching));
    if (options.write_file) writer_.emplace(output_of(options, run));
  }

  // Runs to the end, or until a signal; returns the signal or 0.
  int simulate(const SignalWatch& signals) {
    // Tests of kills count on looks after the same events always.
    const bool fixed = is_flush_interval_chosen();
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

std::string headline(const PreparedRun& run, const Simulation& sim, double seconds) {
  return fmt::format("{}: {} on {} in {}, {:.2f} h simulated in {:.2f} s ({})\n", title_of(run),
                     counted(static_cast<std::int64_t>(sim.jobs.size()), "job"),
                     counted(static_cast<std::int64_t>(sim.world.gpus().size()), "GPU"),
                     counted(static_cast<std::int64_t>(sim.world.nodes().size()), "node"),
                     static_cast<double>(sim.now) / static_cast<double>(kNsPerHour), seconds,
                     counted(sim.events_handled, "event"));
}

}  // namespace

int run_verb(const RunOptions& options, std::ostream& out, std::ostream& err) {
  const auto begin = Clock::now();
  const SignalWatch signals;
  const auto run =
      prepare_run(load_run(options.input, options.common, options.policy), options.common.threads);
  if (!options.common.quiet) print_reports(run, err);
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
  return signal_code(signal);
}

}  // namespace coldaisle
