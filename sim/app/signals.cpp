#include "sim/app/signals.h"

#include <csignal>

namespace coldaisle {
namespace {

volatile std::sig_atomic_t g_caught = 0;

extern "C" void note_signal(int signal) {
  g_caught = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

SignalWatch::SignalWatch() {
  g_caught = 0;
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

SignalWatch::~SignalWatch() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int SignalWatch::caught() const {
  return static_cast<int>(g_caught);
}

}  // namespace coldaisle
