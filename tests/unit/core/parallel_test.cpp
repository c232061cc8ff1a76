#include "sim/core/parallel.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/catch.h"

using namespace coldaisle;

TEST_CASE("parallel_for visits each index once at any thread count", "[core][parallel]") {
  for (const std::int64_t count : {0, 1, 2, 7, 1000}) {
    for (const int threads : {0, 1, 2, 3, 16}) {
      CAPTURE(count, threads);
      std::vector<int> visits(static_cast<std::size_t>(count));
      parallel_for(count, threads, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
      });
      CHECK(visits == std::vector<int>(static_cast<std::size_t>(count), 1));
    }
  }
}

TEST_CASE("parallel_for throws again what the first failing part threw", "[core][parallel]") {
  const auto fail = [](std::int64_t begin, std::int64_t) {
    if (begin > 0) throw std::runtime_error(std::to_string(begin));
  };
  CHECK_THROWS_WITH(parallel_for(40, 4, fail), "10");
}
