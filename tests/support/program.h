#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace coldaisle::test {

// How to run the program: arguments after its name, variables added to this process's environment.
struct ProgramCall {
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::string directory = {};              // where it runs; empty: here
  rlim_t file_size_limit = RLIM_INFINITY;  // bytes of each file it writes
  std::chrono::seconds time_limit{300};    // after which it is killed and the test fails
};

// How the program ended and what it said. One of `exit_code` and `signal` means something: the
// other is -1 or 0.
struct ProgramEnd {
  int exit_code = -1;
  int signal = 0;
  std::string out, err;
};

// The program while it runs, for tests that send it signals. Ends it by SIGKILL when it goes.
//
// Its output is only read inside the waiting functions, through pipes of 64 KiB: a program that
// says more than that in between waits.
class RunningProgram {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RunningProgram(const ProgramCall& call);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  // Waits until stderr holds `text`; false where the program ends without it.
  bool wait_for_error_text(const std::string& text);

  // Waits for a time, or less where the program ends.
  void wait_for(Clock::duration time);

  void send(int signal) const;

  // Waits for the end. Throws std::runtime_error beyond the time limit.
  ProgramEnd wait();

 private:
  // Reads what there is, until `until` at most; false when both pipes are at their end.
  bool read_some(Clock::time_point until);
  void throw_if_late() const;

  pid_t child_ = -1;
  int out_pipe_ = -1, err_pipe_ = -1;
  Clock::time_point deadline_;
  ProgramEnd end_;
};

// Runs the program to its end, with no input.
ProgramEnd run_program(const ProgramCall& call);

// With arguments alone.
ProgramEnd run_program(std::vector<std::string> arguments);

}  // namespace coldaisle::test
