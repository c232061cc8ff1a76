#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "sim/app/verbs.h"
#include "sim/engine/simulation.h"

namespace coldaisle {

// Tells how far a run is: one line rewritten in place on a terminal, or one JSON object a line.
class Progress {
 public:
  Progress(ProgressMode mode, bool quiet, std::ostream& err);

  // Call often; prints at most five times a second.
  void update(const Simulation& sim);

  // A flush has just been completed: says so in the JSON form, so that a watcher knows what is
  // safe.
  void flushed(const Simulation& sim, int number);

  // Wipes the line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due(Clock::time_point now);

  enum class Form : std::uint8_t { none, line, json };
  Form form_;
  std::ostream* err_;
  Clock::time_point begin_, last_;
  bool shown_ = false;
};

// How much of a run is over, 0...1: by time where there is a horizon; elsewhere by jobs, half for
// each that has arrived and half for each that is settled (done or refused).
double share_done(const Simulation& sim);

}  // namespace coldaisle
