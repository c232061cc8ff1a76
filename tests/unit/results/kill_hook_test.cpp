#include "sim/results/kill_hook.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "sim/results/read_hdf5.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/child_process.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"

using namespace coldaisle;

namespace {

constexpr int kFlushes = 3;  // the third is the finish

// What the `flush`-th flush of the victim holds; 0: nothing.
Results snapshot(int flush) {
  auto results = test::sample_results(static_cast<std::size_t>(flush) * 40, flush);
  if (flush == kFlushes) results.status = RunStatus::complete;
  return results;
}

int victim(const std::string& path, const std::string& chosen) {
  ::setenv("COLDAISLE_TEST_KILL_IN_FLUSH", chosen.c_str(), 1);
  ResultsWriter writer(path);
  for (int flush = 1; flush < kFlushes; ++flush) writer.flush(snapshot(flush));
  writer.finish(snapshot(kFlushes));
  return 0;
}

// The last snapshot that must be there after a kill at step `step` of flush `flush`.
int last_completed(int flush, std::size_t step, std::size_t datasets) {
  const bool is_renamed = step >= datasets + 2;
  return is_renamed ? flush : flush - 1;
}

// Kills a victim there and checks that what is left is exactly the last completed flush.
void check_kill(int flush, std::size_t step, const std::vector<std::string>& references) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "a.h5";
  const auto datasets = test::dataset_count(snapshot(flush));
  const auto chosen = std::to_string(flush) + ":" + std::to_string(step);
  CAPTURE(chosen);
  CHECK(test::run_in_child([&] { return victim(path, chosen); }).signal == SIGKILL);
  const bool is_final = flush == kFlushes && step >= datasets + 3;
  CHECK(std::filesystem::exists(path) == is_final);
  const auto left = is_final ? path : path + ".part";
  const int expected = last_completed(flush, step, datasets);
  if (expected == 0) {
    CHECK_FALSE(std::filesystem::exists(left));
    return;
  }
  CHECK(first_difference(left, references.at(static_cast<std::size_t>(expected)), {}).empty());
}

}  // namespace

TEST_CASE("a kill at any step of a flush leaves exactly the last completed one",
          "[results][kill]") {
  const test::TemporaryDirectory directory;
  std::vector<std::string> references = {""};
  for (int flush = 1; flush <= kFlushes; ++flush) {
    references.push_back(directory / (std::to_string(flush) + ".h5"));
    ResultsWriter(references.back()).finish(snapshot(flush));
  }
  const auto last_step = test::dataset_count(snapshot(1)) + 3;
  for (int flush = 1; flush <= kFlushes; ++flush) {
    for (std::size_t step = 0; step <= last_step; ++step) check_kill(flush, step, references);
  }
}

TEST_CASE("the hook does nothing in another flush or for another text", "[results][kill]") {
  const test::TemporaryDirectory directory;
  for (const auto* chosen : {"4:0", "0:0", "1", "1:", ":1", "1:x", "1:-1", ""}) {
    CAPTURE(chosen);
    CHECK(test::run_in_child([&] { return victim(directory / "a.h5", chosen); }).exit_code == 0);
  }
}

namespace {

// Flushes for ever and tells the number of each completed flush through a pipe.
[[noreturn]] void flush_for_ever(const std::string& path, int pipe_end) {
  ResultsWriter writer(path);
  for (int flush = 1;; ++flush) {
    writer.flush(test::sample_results(3000, flush));
    if (::write(pipe_end, &flush, sizeof flush) != sizeof flush) ::_exit(1);
  }
}

// Kills such a victim `delay` after its first flush; the last completed flush that it told.
int kill_after(const std::string& path, std::chrono::microseconds delay) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe failed");
  const auto child = ::fork();
  if (child == 0) flush_for_ever(path, ends[1]);
  ::close(ends[1]);
  int told = 0;
  int last = 0;
  if (::read(ends[0], &told, sizeof told) == sizeof told) last = told;
  std::this_thread::sleep_for(delay);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  while (::read(ends[0], &told, sizeof told) == sizeof told) last = told;
  ::close(ends[0]);
  return last;
}

}  // namespace

TEST_CASE("a kill at a random moment leaves all up to the last completed flush",
          "[results][kill]") {
  for (int i = 0; i < 20; ++i) {
    const test::TemporaryDirectory directory;
    const auto path = directory / "a.h5";
    const int last = kill_after(path, std::chrono::microseconds(1371 * i));
    REQUIRE(last > 0);
    const auto read = read_results(path + ".part");
    CHECK(test::column<std::string>(read, "/series", "label").size() == 3000);
    const int found = -test::column<std::int32_t>(read, "/series", "queued")[0];
    CHECK((found == last || found == last + 1));  // one more may have been renamed, not yet told
  }
}
