#pragma once

#include <iosfwd>

namespace coldaisle {

// Parses the command line, runs its verb and returns the exit code; never throws, never exits.
// Data goes to `out`, talk and errors to `err`. argv[0] is the program's name.
int run_command_line(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace coldaisle
