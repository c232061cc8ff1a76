#include <cstdio>

#include "sim/core/build_info.h"
#include "sim/core/error.h"
#include "sim/core/random.h"

// Uses an inline function and two that live in the installed libraries.
int main() {
  const double u = coldaisle::draw_uniform(1, coldaisle::Stream::duration, 2, 3);
  const auto report = coldaisle::format_problems({{"a.json", 1, 2, "/b", "is wrong"}});
  std::printf("%s %.17g\n%s", coldaisle::tool_version(), u, report.c_str());
  return u > 0 && u < 1 && !report.empty() ? 0 : 1;
}
