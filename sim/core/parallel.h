#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace coldaisle {

// The number of threads to use where the user asked for `threads` (0: all cores).
inline int thread_count(int threads) {
  if (threads > 0) return threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Calls `work(begin, end)` on contiguous parts of [0, count), one a thread, and waits for all. The
// parts depend on `threads`, so `work` must give each index the same result in whatever part it
// is. An exception of the first part that threw is thrown again here.
template <typename Work>
void parallel_for(std::int64_t count, int threads, const Work& work) {
  const std::int64_t parts =
      std::clamp<std::int64_t>(thread_count(threads), 1, std::max<std::int64_t>(count, 1));
  if (parts == 1) {
    if (count > 0) work(std::int64_t{0}, count);
    return;
  }
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(parts));
  const std::int64_t length = count / parts;
  const std::int64_t longer = count % parts;  // the first parts take one more
  const auto run_part = [&](std::int64_t part) {
    const std::int64_t begin = part * length + std::min(part, longer);
    try {
      work(begin, begin + length + (part < longer ? 1 : 0));
    } catch (...) {
      failures[static_cast<std::size_t>(part)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::int64_t part = 1; part < parts; ++part) others.emplace_back(run_part, part);
    run_part(0);
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace coldaisle
