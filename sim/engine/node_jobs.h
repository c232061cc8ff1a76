#pragma once

#include <cstdint>
#include <vector>

namespace coldaisle {

// Which jobs run on each node: a doubly linked list per node over job indices, in no particular
// order. 8 bytes a job and 4 a node.
class NodeJobs {
 public:
  NodeJobs(std::size_t nodes, std::size_t jobs)
      : head_(nodes, kNone), next_(jobs, kNone), previous_(jobs, kNone) {}

  void add(std::int32_t node, std::int32_t job) {
    auto& head = head_[at(node)];
    next_[at(job)] = head;
    previous_[at(job)] = kNone;
    if (head != kNone) previous_[at(head)] = job;
    head = job;
  }

  void remove(std::int32_t node, std::int32_t job) {
    const auto before = previous_[at(job)];
    const auto after = next_[at(job)];
    (before == kNone ? head_[at(node)] : next_[at(before)]) = after;
    if (after != kNone) previous_[at(after)] = before;
  }

  // Appends the node's jobs to `jobs`.
  void append_to(std::int32_t node, std::vector<std::int32_t>& jobs) const {
    for (auto job = head_[at(node)]; job != kNone; job = next_[at(job)]) jobs.push_back(job);
  }

 private:
  static constexpr std::int32_t kNone = -1;

  static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  std::vector<std::int32_t> head_, next_, previous_;
};

}  // namespace coldaisle
