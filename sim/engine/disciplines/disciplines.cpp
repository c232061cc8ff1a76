#include "sim/engine/disciplines/disciplines.h"

#include <algorithm>
#include <array>

#include "sim/core/error.h"

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

}  // namespace

const Discipline& discipline(QueueDiscipline queue) {
  const auto* const found =
      std::find_if(kDisciplines.begin(), kDisciplines.end(),
                   [&](const Discipline& each) { return each.queue == queue; });
  expects(found != kDisciplines.end(), "every queue discipline has its pass");
  return *found;
}

}  // namespace coldaisle
