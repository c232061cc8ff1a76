#include "sim/results/kill_hook.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace coldaisle {

KillHook::KillHook(int flush) {
  const char* text = std::getenv("COLDAISLE_TEST_KILL_IN_FLUSH");
  if (text == nullptr) return;
  char* end = nullptr;
  const long wanted_flush = std::strtol(text, &end, 10);
  if (end == text || *end != ':' || wanted_flush != flush) return;
  const char* step_text = end + 1;
  const long wanted_step = std::strtol(step_text, &end, 10);
  if (end != step_text && *end == '\0') chosen_ = wanted_step;
}

void KillHook::step() {
  if (passed_++ == chosen_) std::raise(SIGKILL);
}

void KillHook::last_step() {
  if (passed_ <= chosen_) std::raise(SIGKILL);
}

}  // namespace coldaisle
