#pragma once

#include <array>

#include <signal.h>

namespace coldaisle {

// Notes SIGINT and SIGTERM while it lives instead of dying of them; a second one kills as usual. A
// signal that whoever started the program ignores (nohup, a shell's background job) stays ignored.
// One at a time; what handled the signals before handles them again afterwards.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // The signal that came, or 0.
  int caught() const;

 private:
  std::array<struct sigaction, 2> former_ = {};  // of SIGINT and SIGTERM
};

}  // namespace coldaisle
