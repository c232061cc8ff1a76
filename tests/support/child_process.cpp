#include "tests/support/child_process.h"

#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace coldaisle::test {

ChildEnd run_in_child(const std::function<int()>& work) {
  constexpr int kThrown = 99;
  const auto child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    int code = kThrown;
    try {
      code = work();
    } catch (...) {
      code = kThrown;
    }
    ::_exit(code);  // no destructors, no test report of the parent's
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  if (WIFSIGNALED(status)) return {.exit_code = -1, .signal = WTERMSIG(status)};
  return {.exit_code = WEXITSTATUS(status), .signal = 0};
}

}  // namespace coldaisle::test
