#pragma once

#include <cstddef>
#include <string>

namespace coldaisle {

// Most bytes read_text_file accepts, after unpacking: 2 GiB, far above any published trace, so that
// a small gzip file cannot fill the memory.
inline constexpr std::size_t kMostTextBytes = std::size_t{2} << 30;

// The whole content of a file, unpacked where it is gzip. Throws IoError with the path and the
// system's reason, also for a damaged or cut gzip file and for one above `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit = kMostTextBytes);

}  // namespace coldaisle
