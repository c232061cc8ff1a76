#include "sim/core/sha256.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

// One SHA-256 computation.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    expects(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1,
            "OpenSSL offers no SHA-256");
  }

  void add(const void* bytes, std::size_t count) {
    expects(EVP_DigestUpdate(context_.get(), bytes, count) == 1, "SHA-256 update failed");
  }

  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    expects(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1, "SHA-256 end failed");
    std::string text;
    for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

[[noreturn]] void fail_reading(const std::string& path, int error) {
  throw IoError(fmt::format("{}: cannot read: {}; check the path and its permissions", path,
                            std::strerror(error)));
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  Digest digest;
  digest.add(bytes.data(), bytes.size());
  return digest.finish();
}

std::string sha256_of_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) fail_reading(path, errno);
  Digest digest;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto count = std::fread(buffer.data(), 1, buffer.size(), file.get());
    if (count > 0) digest.add(buffer.data(), count);
    if (count < buffer.size()) break;
  }
  if (std::ferror(file.get()) != 0) fail_reading(path, errno);
  return digest.finish();
}

}  // namespace coldaisle
