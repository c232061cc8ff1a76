#include "sim/app/signals.h"

#include <csignal>
#include <cstddef>

namespace coldaisle {
namespace {

constexpr std::array kWatched = {SIGINT, SIGTERM};

volatile std::sig_atomic_t g_caught = 0;

extern "C" void note_signal(int signal) {
  g_caught = signal;
}

}  // namespace

SignalWatch::SignalWatch() {
  g_caught = 0;
  struct sigaction noting = {};
  noting.sa_handler = note_signal;
  noting.sa_flags = SA_RESTART | SA_RESETHAND;
  sigemptyset(&noting.sa_mask);
  for (std::size_t i = 0; i < kWatched.size(); ++i) {
    sigaction(kWatched[i], nullptr, &former_[i]);
    if (former_[i].sa_handler != SIG_IGN) sigaction(kWatched[i], &noting, nullptr);
  }
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i], &former_[i], nullptr);
}

int SignalWatch::caught() const {
  return static_cast<int>(g_caught);
}

}  // namespace coldaisle
