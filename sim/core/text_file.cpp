#include "sim/core/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <zlib.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

struct CloseFile {
  void operator()(gzFile_s* file) const { gzclose_r(file); }
};

using File = std::unique_ptr<gzFile_s, CloseFile>;

std::string reason(gzFile_s* file) {
  int code = Z_OK;
  const char* text = gzerror(file, &code);
  return code == Z_ERRNO ? std::strerror(errno) : text;
}

[[noreturn]] void fail(const std::string& path, std::string_view why) {
  throw IoError(fmt::format("cannot read {}: {}", path, why));
}

File open(const std::string& path) {
  errno = 0;
  File file(gzopen(path.c_str(), "rb"));
  if (!file) fail(path, errno != 0 ? std::strerror(errno) : "out of memory");
  gzbuffer(file.get(), 256U << 10);
  return file;
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t limit) {
  constexpr std::size_t kFirstBlock = std::size_t{1} << 20;
  constexpr std::size_t kMostBlock = std::size_t{64} << 20;
  File file = open(path);
  std::string text;
  std::size_t used = 0;
  while (true) {
    const std::size_t block = std::clamp(used, kFirstBlock, kMostBlock);
    text.resize(used + block);
    const int got = gzread(file.get(), text.data() + used, static_cast<unsigned>(block));
    if (got < 0) fail(path, reason(file.get()));
    used += static_cast<std::size_t>(got);
    if (used > limit) fail(path, fmt::format("it is larger than {} bytes", limit));
    if (static_cast<std::size_t>(got) < block) break;
  }
  text.resize(used);
  // zlib reports a gzip file that ends too early only when it is closed.
  if (gzclose_r(file.release()) != Z_OK) fail(path, "the gzip file is cut short or damaged");
  return text;
}

}  // namespace coldaisle
