#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace coldaisle {

// One thing wrong with the user's input. `line` and `column` count from 1; 0 means unknown.
struct Problem {
  std::string file;
  int line = 0;
  int column = 0;
  std::string pointer;  // JSON pointer, or the column name of a CSV file; may be empty
  std::string message;  // what is wrong, and the remedy
};

// The user's input is invalid: all problems of one load, in file order. Exit code 3.
// what() is the whole report, one line per problem below a heading per file.
class ScenarioError : public std::runtime_error {
 public:
  explicit ScenarioError(std::vector<Problem> problems);

  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

// The command line makes no sense. Exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A file cannot be read, written or is not what it should be. Exit code 5.
struct IoError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Something needed is absent from this machine (GPU, driver). Exit code 6.
struct AbsentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An invariant of ours is broken. Exit code 1.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

// Throws InternalError: "internal error: " + message. Out of line so that callers stay small.
[[noreturn]] void fail_expectation(std::string_view message);

// Checks an invariant, in every build type.
inline void expects(bool condition, std::string_view message) {
  if (!condition) [[unlikely]]
    fail_expectation(message);
}

// The report of problems, grouped by file: "FILE: N problems", then "  LINE:COLUMN POINTER
// MESSAGE".
std::string format_problems(const std::vector<Problem>& problems);

}  // namespace coldaisle
