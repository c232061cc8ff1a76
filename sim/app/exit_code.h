#pragma once

#include <exception>
#include <iosfwd>

namespace coldaisle {

// Exit codes of the program (the table of the command line's design). Plain ints: verbs return
// them, and shells see them.
namespace exit_code {
inline constexpr int kOk = 0;
inline constexpr int kInternal = 1;       // our fault
inline constexpr int kUsage = 2;          // the command line makes no sense
inline constexpr int kInvalidInput = 3;   // a scenario, catalogue or trace file is wrong
inline constexpr int kThreshold = 4;      // a gate failed, or --exact differs
inline constexpr int kIo = 5;             // a file cannot be read or written
inline constexpr int kAbsent = 6;         // a GPU, a driver, a bundle is not there
inline constexpr int kInterrupted = 130;  // SIGINT
inline constexpr int kTerminated = 143;   // SIGTERM
}  // namespace exit_code

// Writes to `err` what went wrong and what to do about it; returns the exit code that fits.
int report_error(const std::exception_ptr& error, std::ostream& err);

}  // namespace coldaisle
