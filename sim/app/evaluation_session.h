#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>

#include "sim/app/progress_line.h"
#include "sim/batch/evaluate.h"
#include "sim/results/evaluation_file.h"
#include "sim/results/flush_clock.h"
#include "sim/results/write_hdf5.h"

namespace coldaisle {

// Tells how far an evaluation is: "1,234 of 4,096 policies, 512/s, ETA 6 s".
class EvaluationProgress {
 public:
  // `before`: policies that an earlier evaluation has done.
  EvaluationProgress(ProgressMode mode, bool quiet, std::ostream& err, std::int64_t policies,
                     std::int64_t before);

  // Call often.
  void update(std::int64_t done);

  // A flush has just been completed: says so in the JSON form, so that a watcher knows what is
  // safe.
  void flushed(std::int64_t done, int number);

  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
  std::int64_t policies_, before_;
};

// How many policies to evaluate in one go after `batch` of them took so long: twice as many while
// that is short, half as many once it is long (a policy on a large fleet can take seconds), from
// the first batch's size up to `most`.
std::int64_t next_batch(std::int64_t batch, std::int64_t most, std::chrono::nanoseconds took);

// Evaluates the policies of an evaluation that have no outcome yet, batch by batch, and keeps what
// it has in the results file. All arguments must outlive it.
class EvaluationSession {
 public:
  // `batch`: policies in one go; 0: as many as the evaluator wants, or as few as it gets through in
  // a fraction of a second, so that a signal is seen soon.
  EvaluationSession(Evaluator& evaluator, const PolicySource& policies, Evaluation& evaluation,
                    ResultsWriter& writer, const RunIdentity& identity, std::int64_t batch);

  // Evaluates to the end, or until `caught` (looked at after each batch) gives a signal. Then
  // finishes the file, as complete or interrupted. Returns the signal, or 0.
  int evaluate(const std::function<int()>& caught, EvaluationProgress& progress);

 private:
  void evaluate_batch();
  Results collect(RunStatus status) const;
  void flush(EvaluationProgress& progress);

  std::int64_t done() const { return static_cast<std::int64_t>(evaluation_->outcomes.size()); }

  Evaluator* evaluator_;
  const PolicySource* policies_;
  Evaluation* evaluation_;
  ResultsWriter* writer_;
  const RunIdentity* identity_;
  std::int64_t most_;   // policies in one go
  bool fixed_;          // always as many
  std::int64_t batch_;  // now
  FlushClock clock_;
  int flushes_ = 0;
};

}  // namespace coldaisle
