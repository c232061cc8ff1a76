#include "sim/app/signals.h"

#include <csignal>

#include "tests/support/catch.h"
#include "tests/support/child_process.h"

using namespace coldaisle;

namespace {

volatile std::sig_atomic_t g_seen = 0;

void see(int /*signal*/) {
  g_seen = g_seen + 1;
}

}  // namespace

TEST_CASE("a signal is noted while it is watched for", "[app][signals]") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const auto end = test::run_in_child([&] {
      const SignalWatch watch;
      if (watch.caught() != 0) return -1;
      std::raise(signal);
      return watch.caught();
    });
    CHECK(end.exit_code == signal);
  }
}

TEST_CASE("a second signal kills", "[app][signals]") {
  const auto end = test::run_in_child([] {
    const SignalWatch watch;
    std::raise(SIGTERM);
    std::raise(SIGTERM);
    return 0;
  });
  CHECK(end.signal == SIGTERM);
}

TEST_CASE("after the watch the former handler has the signal again", "[app][signals]") {
  const auto end = test::run_in_child([] {
    std::signal(SIGINT, see);
    {
      const SignalWatch watch;
      std::raise(SIGINT);
      if (watch.caught() != SIGINT || g_seen != 0) return 1;
    }
    std::raise(SIGINT);
    return g_seen == 1 ? 0 : 2;
  });
  CHECK(end.exit_code == 0);
}

TEST_CASE("a signal that was ignored before stays ignored", "[app][signals]") {
  const auto end = test::run_in_child([] {
    std::signal(SIGINT, SIG_IGN);
    const SignalWatch watch;
    std::raise(SIGINT);
    return watch.caught() == 0 ? 0 : 1;
  });
  CHECK(end.exit_code == 0);
}
