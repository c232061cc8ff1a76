#pragma once

#include <cstddef>
#include <memory>
#include <string>

struct gzFile_s;

namespace coldaisle {

// Most bytes read_text_file accepts, after unpacking: 2 GiB, far above any published trace, so that
// a small gzip file cannot fill the memory.
inline constexpr std::size_t kMostTextBytes = std::size_t{2} << 30;

// A file read in blocks, unpacked where it is gzip.
class TextFile {
 public:
  // Throws IoError with the path and the system's reason.
  explicit TextFile(const std::string& path);

  // Reads up to `size` bytes (at most 1 GiB); fewer, or none, only at the end of the file. Throws
  // IoError where the file cannot be read or is a damaged or cut gzip file.
  std::size_t read(char* to, std::size_t size);

 private:
  struct Close {
    void operator()(gzFile_s* file) const;
  };

  std::string path_;
  std::unique_ptr<gzFile_s, Close> file_;  // null once all is read
};

// The whole content of a file, as TextFile reads it. Throws IoError also for one above `limit`
// bytes.
std::string read_text_file(const std::string& path, std::size_t limit = kMostTextBytes);

}  // namespace coldaisle
