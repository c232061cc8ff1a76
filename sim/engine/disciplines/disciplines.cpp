#include "sim/engine/disciplines/disciplines.h"

#include <array>

namespace coldaisle {
namespace {

constexpr std::array<Discipline, kQueueDisciplines> kDisciplines = {{
    {QueueDiscipline::none, pass_none},
    {QueueDiscipline::fifo, pass_fifo},
    {QueueDiscipline::skip, pass_skip},
    {QueueDiscipline::sjf, pass_skip},
    {QueueDiscipline::priority, pass_priority, false, priority_precedence},
    {QueueDiscipline::easy, pass_easy, true},
    {QueueDiscipline::conservative, pass_conservative, true},
    {QueueDiscipline::srtf, pass_by_precedence, false, srtf_precedence},
    {QueueDiscipline::srsf, pass_by_precedence, false, srsf_precedence},
    {QueueDiscipline::las, pass_by_precedence, false, las_precedence, las_turn_end},
    {QueueDiscipline::round_robin, pass_by_precedence, false, round_robin_precedence,
     round_robin_turn_end},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kDisciplines.size(); ++i) {
    if (kDisciplines[i].queue != static_cast<QueueDiscipline>(i)) return false;
  }
  return true;
}

static_assert(is_in_order(), "a row for each queue discipline, in the order of their values");

}  // namespace

const Discipline& discipline(QueueDiscipline queue) {
  return kDisciplines[static_cast<std::size_t>(queue)];
}

}  // namespace coldaisle
