#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/batch/cached_chooser.h"
#include "sim/batch/problem_data.h"
#include "sim/batch/replay.h"

namespace coldaisle {

// The memory of one policy at work on the processor, used again for the next one.
class Workspace {
 public:
  // Without `scores` only the naive way can be gone.
  Workspace(const ProblemData& data, bool scores);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const ReplayMemory& replay() const { return replay_; }

  const ChooserMemory& chooser() const { return chooser_; }

  std::size_t bytes() const { return bytes_; }

  // Bytes that the kept scores of this problem take: 5 a demand and node.
  static std::size_t score_bytes(const ReplayProblem& problem);

 private:
  template <class T>
  T* allot(std::vector<T>& storage, std::int64_t count) {
    storage.resize(static_cast<std::size_t>(count));
    bytes_ += storage.size() * sizeof(T);
    return storage.data();
  }

  std::vector<NodeState> nodes_;
  std::vector<std::int64_t> fragment_;
  std::vector<std::int32_t> gpu_load_, first_member_, members_of_, gang_, waits_, completions_;
  std::vector<std::uint64_t> words_, blocked_at_, changed_at_, synced_;
  std::vector<TimeNs> start_, end_;
  std::vector<ReplayMember> members_;
  std::vector<ReplayEnd> ends_;
  std::vector<std::int32_t> changes_, sums_;
  std::vector<std::uint8_t> raw_;
  std::size_t bytes_ = 0;
  ReplayMemory replay_;
  ChooserMemory chooser_;
};

}  // namespace coldaisle
