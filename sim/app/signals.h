#pragma once

namespace coldaisle {

// Notes SIGINT and SIGTERM while it lives instead of dying of them; a second one kills as usual.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // The signal that came, or 0.
  int caught() const;
};

}  // namespace coldaisle
