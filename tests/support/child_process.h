#pragma once

#include <functional>

namespace coldaisle::test {

// How a child ended: its exit code, or the signal that ended it.
struct ChildEnd {
  int exit_code = -1;
  int signal = 0;
};

// Runs `work` in a forked copy of this process and waits for its end. The child's exit code is
// work's result, or 99 after an exception.
ChildEnd run_in_child(const std::function<int()>& work);

}  // namespace coldaisle::test
