#include "sim/batch/workspace.h"

#include <bit>

namespace coldaisle {

Workspace::Workspace(const ProblemData& data, bool scores) {
  const auto& p = data.view();
  const std::int64_t nodes = p.nodes;
  replay_.nodes = allot(nodes_, nodes);
  replay_.fragment = allot(fragment_, nodes);
  replay_.gpu_load = allot(gpu_load_, nodes * kMaxGpusPerNode);
  replay_.waiting_words = allot(words_, RankSet::words_needed(p.jobs));
  replay_.blocked_at = allot(blocked_at_, p.asks);
  replay_.start_ns = allot(start_, p.jobs);
  replay_.end_ns = allot(end_, p.jobs);
  replay_.first_member = allot(first_member_, p.jobs);
  replay_.members_of = allot(members_of_, p.jobs);
  replay_.members = allot(members_, data.most_members());
  replay_.ends = allot(ends_, p.jobs);
  replay_.gang = allot(gang_, data.largest_gang());
  replay_.wait_counts = allot(waits_, kHistogramBuckets);
  replay_.completion_counts = allot(completions_, kHistogramBuckets);
  if (!scores) return;
  chooser_.change_ring = std::bit_ceil(static_cast<std::uint64_t>(nodes));
  chooser_.changed_at = allot(changed_at_, nodes);
  chooser_.changes = allot(changes_, static_cast<std::int64_t>(chooser_.change_ring));
  chooser_.synced = allot(synced_, p.demands);
  chooser_.sums = allot(sums_, p.demands * nodes);
  chooser_.raw = allot(raw_, p.demands * nodes);
}

std::size_t Workspace::score_bytes(const ReplayProblem& problem) {
  return (sizeof(std::int32_t) + sizeof(std::uint8_t)) * static_cast<std::size_t>(problem.demands) *
         static_cast<std::size_t>(problem.nodes);
}

}  // namespace coldaisle
