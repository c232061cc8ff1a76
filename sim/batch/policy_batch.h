#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/batch/cached_chooser.h"
#include "sim/batch/policy_layout.h"
#include "sim/batch/problem.h"
#include "sim/batch/replay.h"

namespace coldaisle {

// Policies to replay and the memory to do it in, all where the lanes can reach it.
struct PolicyBatch {
  ReplayProblem problem;
  PolicyLayout layout;
  const PolicyRow* rows = nullptr;    // [policies]
  PolicyOutcome* outcomes = nullptr;  // [policies]
  std::byte* slabs = nullptr;         // [slots][layout.slab_bytes]
  std::int64_t policies = 0;
  std::int64_t slots = 0;  // policies at work at once
};

// Replays one policy of the batch in the memory of one slot, by all lanes of a group.
template <class Lanes>
COLDAISLE_HD void replay_policy(const PolicyBatch& batch, std::int64_t policy, std::int64_t slot,
                                std::byte* fast, Lanes lanes) {
  const auto memory =
      place_arrays(batch.layout, batch.slabs + slot * batch.layout.slab_bytes, fast);
  CachedChooser<Lanes> chooser(batch.problem, memory.chooser, lanes);
  if (lanes.index() != 0) return chooser.serve();
  Replay<CachedChooser<Lanes>> replay(batch.problem, batch.rows[policy], memory.replay, chooser);
  batch.outcomes[policy] = replay.run();
  chooser.dismiss();
}

}  // namespace coldaisle
