#include "sim/core/durable_file.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;

namespace {

// Writes beyond a file-size limit with SIGXFSZ at its default, which ends the process.
int write_beyond_limit(const std::string& path) {
  constexpr int kUnexpected = 2;
  const rlimit limit{10, RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const int descriptor = ::open(path.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0666);
  const std::string bytes(10, 'x');
  if (::write(descriptor, bytes.data(), bytes.size()) != 10) return kUnexpected;
  return ::write(descriptor, bytes.data(), bytes.size()) < 0 && errno == EFBIG ? 0 : kUnexpected;
}

}  // namespace

TEST_CASE("a write beyond the file-size limit fails instead of killing while guarded",
          "[core][durable-file]") {
  const test::TemporaryDirectory directory;
  const auto guarded = test::run_in_child([&] {
    int code = 0;
    {
      const FileSizeSignalGuard guard;
      code = write_beyond_limit(directory / "a");
    }
    return code;  // alive after the guard: no signal was left pending
  });
  CHECK(guarded.exit_code == 0);
  CHECK(test::run_in_child([&] { return write_beyond_limit(directory / "b"); }).signal == SIGXFSZ);
}

TEST_CASE("a file is renamed over another one", "[core][durable-file]") {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "new", "new");
  test::write_file(directory / "old", "old");
  sync_file(directory / "new");
  replace_file(directory / "new", directory / "old");
  sync_directory_of(directory / "old");
  CHECK(test::read_file(directory / "old") == "new");
  CHECK_FALSE(std::filesystem::exists(directory / "new"));
}

TEST_CASE("a rename that cannot be names both paths and the reason", "[core][durable-file]") {
  const test::TemporaryDirectory directory;
  const auto message =
      test::thrown_message<IoError>([&] { replace_file(directory / "absent", directory / "b"); });
  CHECK(test::contains(message, directory / "absent"));
  CHECK(test::contains(message, (directory / "b") + ":"));
  CHECK(test::contains(message, "No such file or directory"));
}

TEST_CASE("a check for a creatable file leaves nothing behind", "[core][durable-file]") {
  const test::TemporaryDirectory directory;
  check_creatable(directory / "a");
  CHECK(std::filesystem::is_empty(directory.path()));
  CHECK_THROWS_AS(check_creatable(directory / "absent/a"), IoError);
}
