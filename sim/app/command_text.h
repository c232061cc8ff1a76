#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace coldaisle {

// What the command line does with text, besides parsing it.

// The command line as it could be typed again, for the provenance of results.
std::string quoted_command_line(const std::vector<std::string>& words);

// Writes a file, or throws IoError.
void write_text_file(const std::string& path, const std::string& text);

// Flushes stdout and returns `code`. A full disk behind stdout is an IoError; a reader that has
// seen enough (head) is not.
int check_stdout(int code, std::ostream& out);

}  // namespace coldaisle
