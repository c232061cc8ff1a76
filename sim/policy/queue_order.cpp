#include "sim/policy/queue_order.h"

#include <algorithm>
#include <numeric>

namespace coldaisle {

std::vector<std::int32_t> queue_ranks(const JobList& jobs, QueueDiscipline queue) {
  std::vector<std::int32_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [](std::int32_t job) { return static_cast<std::size_t>(job); };
  if (queue == QueueDiscipline::sjf) {
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return jobs.duration_ns[at(a)] < jobs.duration_ns[at(b)];
    });
  }
  if (queue == QueueDiscipline::priority) {
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return jobs.priority[at(a)] > jobs.priority[at(b)];
    });
  }
  std::vector<std::int32_t> ranks(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    ranks[at(order[rank])] = static_cast<std::int32_t>(rank);
  }
  return ranks;
}

}  // namespace coldaisle
