#include "sim/core/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <zlib.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

std::string reason(gzFile_s* file) {
  int code = Z_OK;
  const char* text = gzerror(file, &code);
  return code == Z_ERRNO ? std::strerror(errno) : text;
}

[[noreturn]] void fail(const std::string& path, std::string_view why) {
  throw IoError(fmt::format("cannot read {}: {}", path, why));
}

}  // namespace

void TextFile::Close::operator()(gzFile_s* file) const {
  gzclose_r(file);
}

TextFile::TextFile(const std::string& path) : path_(path) {
  errno = 0;
  file_.reset(gzopen(path.c_str(), "rb"));
  if (!file_) fail(path, errno != 0 ? std::strerror(errno) : "out of memory");
  gzbuffer(file_.get(), 256U << 10);
}

std::size_t TextFile::read(char* to, std::size_t size) {
  if (!file_) return 0;
  const int got = gzread(file_.get(), to, static_cast<unsigned>(size));
  if (got < 0) fail(path_, reason(file_.get()));
  // zlib reports a gzip file that ends too early only when it is closed.
  if (static_cast<std::size_t>(got) < size && gzclose_r(file_.release()) != Z_OK) {
    fail(path_, "the gzip file is cut short or damaged");
  }
  return static_cast<std::size_t>(got);
}

std::string read_text_file(const std::string& path, std::size_t limit) {
  constexpr std::size_t kFirstBlock = std::size_t{1} << 20;
  constexpr std::size_t kMostBlock = std::size_t{64} << 20;
  TextFile file(path);
  std::string text;
  std::size_t used = 0;
  while (true) {
    const std::size_t block = std::clamp(used, kFirstBlock, kMostBlock);
    text.resize(used + block);
    const std::size_t got = file.read(text.data() + used, block);
    used += got;
    if (used > limit) fail(path, fmt::format("it is larger than {} bytes", limit));
    if (got < block) break;
  }
  text.resize(used);
  return text;
}

}  // namespace coldaisle
