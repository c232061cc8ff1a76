#include <csignal>
#include <iostream>

#include "sim/app/command_line.h"

int main(int argc, char** argv) {
  // A file-size limit or a reader that left must surface as a failed write, which is reported and
  // leaves no half file, and not kill the program.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  return coldaisle::run_command_line(argc, argv, std::cout, std::cerr);
}
