#pragma once

#include <string>
#include <string_view>

namespace coldaisle {

// SHA-256 (FIPS 180-4) of bytes, as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// The same of a file's content, read piece by piece. A file that cannot be read gives IoError.
std::string sha256_of_file(const std::string& path);

}  // namespace coldaisle
