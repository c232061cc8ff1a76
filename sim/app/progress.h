#pragma once

#include <cstdint>
#include <iosfwd>

#include "sim/app/progress_line.h"
#include "sim/engine/simulation.h"

namespace coldaisle {

// Tells how far a run is.
class Progress {
 public:
  Progress(ProgressMode mode, bool quiet, std::ostream& err) : line_(mode, quiet, err) {}

  // Call often.
  void update(const Simulation& sim);

  // A flush has just been completed: says so in the JSON form, so that a watcher knows what is
  // safe.
  void flushed(const Simulation& sim, int number);

  // Wipes the line.
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
};

// How much of a run is over, 0...1: by time where there is a horizon; elsewhere by jobs, half for
// each that has arrived and half for each that is settled (done or refused).
double share_done(const Simulation& sim);

}  // namespace coldaisle
