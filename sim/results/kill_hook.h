#pragma once

namespace coldaisle {

// A hook for tests: ends the process by SIGKILL at a chosen step of a chosen flush.
//
// The environment variable COLDAISLE_TEST_KILL_IN_FLUSH="N:K" chooses the N-th flush of a writer
// (from 1; finish() counts as one) and, in it, step K (from 0). With D datasets in the file:
//   K = 0 … D-1   right after dataset K was written, those of /provenance first
//   K = D         after the file was closed, before fsync
//   K = D+1       before PATH.part.tmp is renamed to PATH.part
//   K >= D+2      after that rename; in finish() after the rename to PATH if K >= D+3
// Any other value, and an unset variable, do nothing.
class KillHook {
 public:
  // For the `flush`-th flush of a writer.
  explicit KillHook(int flush);

  // Passes one step; does not return from the chosen one.
  void step();

  // Passes the last step of a flush: every later step that could be chosen is this one.
  void last_step();

 private:
  long chosen_ = -1;  // -1: none
  long passed_ = 0;
};

}  // namespace coldaisle
