#pragma once

#include <csignal>
#include <string>

namespace coldaisle {

// The steps that make a written file survive a kill or a power cut. Each throws IoError with the
// path and the system's reason.

// Waits until the content of a closed file is on the disk.
void sync_file(const std::string& path);

// Waits until the names in the directory that holds `path` are on the disk.
void sync_directory_of(const std::string& path);

// Gives `from` the name `to`, in place of whatever file had it.
void replace_file(const std::string& from, const std::string& to);

// Checks that a file can be made under `path`, by making it and taking it away again.
void check_creatable(const std::string& path);

// Takes away a half-written file and frees its blocks even where a failed library still holds it
// open. Never throws.
void discard_file(const std::string& path) noexcept;

// While it lives, a write beyond `ulimit -f` fails with EFBIG instead of ending the process by
// SIGXFSZ, in this thread, whatever the program does with that signal.
class FileSizeSignalGuard {
 public:
  FileSizeSignalGuard();
  ~FileSizeSignalGuard();
  FileSizeSignalGuard(const FileSizeSignalGuard&) = delete;
  FileSizeSignalGuard& operator=(const FileSizeSignalGuard&) = delete;

 private:
  sigset_t former_mask_;
  bool was_pending_;
};

}  // namespace coldaisle
