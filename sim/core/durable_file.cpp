#include "sim/core/durable_file.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

[[noreturn]] void fail(const std::string& path, const char* action, int error, const char* remedy) {
  throw IoError(fmt::format("{}: cannot {}: {}; {}", path, action, std::strerror(error), remedy));
}

constexpr const char* kDiskRemedy = "check the disk's health and free space";
constexpr const char* kPlaceRemedy = "choose a writable directory that exists";

// fsync may not be offered for what is opened (EINVAL on some special file systems): no fault.
void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, "open to sync", errno, kDiskRemedy);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (error != 0 && error != EINVAL) fail(path, "sync to disk", error, kDiskRemedy);
}

sigset_t file_size_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  return set;
}

bool is_pending(int signal) {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return sigismember(&pending, signal) == 1;
}

}  // namespace

void sync_file(const std::string& path) {
  sync_path(path, 0);
}

void sync_directory_of(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path().string();
  sync_path(parent.empty() ? "." : parent, O_DIRECTORY);
}

void replace_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    fail(to, fmt::format("rename {} to it", from).c_str(), errno, kPlaceRemedy);
  }
}

void check_creatable(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, "create", errno, kPlaceRemedy);
  ::close(descriptor);
  ::unlink(path.c_str());
}

void discard_file(const std::string& path) noexcept {
  if (::truncate(path.c_str(), 0) != 0 && errno == ENOENT) return;
  ::unlink(path.c_str());
}

FileSizeSignalGuard::FileSizeSignalGuard() : former_mask_(), was_pending_(is_pending(SIGXFSZ)) {
  const auto blocked = file_size_signal();
  pthread_sigmask(SIG_BLOCK, &blocked, &former_mask_);
}

FileSizeSignalGuard::~FileSizeSignalGuard() {
  // The kernel sends SIGXFSZ to the writing thread: ours is taken here, an older one left alone.
  const auto blocked = file_size_signal();
  const timespec no_wait{};
  if (!was_pending_ && is_pending(SIGXFSZ)) sigtimedwait(&blocked, nullptr, &no_wait);
  pthread_sigmask(SIG_SETMASK, &former_mask_, nullptr);
}

}  // namespace coldaisle
