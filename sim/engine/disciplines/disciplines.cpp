#include "sim/engine/disciplines/disciplines.h"

#include <algorithm>
#include <array>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

constexpr std::array<Discipline, kQueueDisciplines> kDisciplines = {{
    {QueueDiscipline::none, pass_none, false},
    {QueueDiscipline::fifo, pass_fifo, false},
    {QueueDiscipline::skip, pass_skip, false},
    {QueueDiscipline::sjf, pass_skip, false},
    {QueueDiscipline::priority, pass_skip, false},
    {QueueDiscipline::easy, pass_easy, true},
    {QueueDiscipline::conservative, pass_conservative, true},
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
