#pragma once

#include <array>
#include <cstddef>

#include "sim/core/fields.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// The names in files of what a scheduler chooses among; one list each for the scheduler, for the
// policies compared, and for their names in reports.
inline constexpr std::array kQueueChoices = {
    Choice<QueueDiscipline>{QueueDiscipline::none, "none"},
    Choice<QueueDiscipline>{QueueDiscipline::fifo, "fifo"},
    Choice<QueueDiscipline>{QueueDiscipline::skip, "skip"},
    Choice<QueueDiscipline>{QueueDiscipline::sjf, "sjf"},
    Choice<QueueDiscipline>{QueueDiscipline::priority, "priority"},
    Choice<QueueDiscipline>{QueueDiscipline::easy, "easy"},
    Choice<QueueDiscipline>{QueueDiscipline::conservative, "conservative"},
    Choice<QueueDiscipline>{QueueDiscipline::srtf, "srtf"},
    Choice<QueueDiscipline>{QueueDiscipline::srsf, "srsf"},
    Choice<QueueDiscipline>{QueueDiscipline::las, "las"},
    Choice<QueueDiscipline>{QueueDiscipline::round_robin, "round_robin"}};
static_assert(kQueueChoices.size() == kQueueDisciplines);

// Whether the discipline stops running jobs for others behind which they come, always or, where the
// scenario says so, at all.
constexpr bool stops_jobs(QueueDiscipline queue) {
  return queue == QueueDiscipline::srtf || queue == QueueDiscipline::srsf ||
         queue == QueueDiscipline::las || queue == QueueDiscipline::round_robin;
}

constexpr bool may_stop_jobs(QueueDiscipline queue) {
  return stops_jobs(queue) || queue == QueueDiscipline::priority;
}

inline constexpr std::array kGpuChoices = {Choice<GpuChoice>{GpuChoice::best_fit, "best_fit"},
                                           Choice<GpuChoice>{GpuChoice::fgd, "fgd"},
                                           Choice<GpuChoice>{GpuChoice::random, "random"}};

// The name of a value in its list.
template <class E, std::size_t N>
constexpr const char* choice_name(const std::array<Choice<E>, N>& choices, E value) {
  for (const auto& row : choices) {
    if (row.value == value) return row.name;
  }
  return "";
}

}  // namespace coldaisle
