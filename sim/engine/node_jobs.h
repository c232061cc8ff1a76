#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coldaisle {

// What runs on each node: a doubly linked list per node over slots, in no particular order. Slot j
// of the first `jobs` is job j on its one node, those after them the members of gangs. 8 bytes a
// slot and 4 a node.
class NodeJobs {
 public:
  NodeJobs(std::size_t nodes, std::size_t jobs)
      : head_(nodes, kNone), next_(jobs, kNone), previous_(jobs, kNone) {}

  void add(std::int32_t node, std::int32_t slot) {
    if (at(slot) >= next_.size()) {
      next_.resize(at(slot) + 1, kNone);
      previous_.resize(at(slot) + 1, kNone);
    }
    auto& head = head_[at(node)];
    next_[at(slot)] = head;
    previous_[at(slot)] = kNone;
    if (head != kNone) previous_[at(head)] = slot;
    head = slot;
  }

  void remove(std::int32_t node, std::int32_t slot) {
    const auto before = previous_[at(slot)];
    const auto after = next_[at(slot)];
    (before == kNone ? head_[at(node)] : next_[at(before)]) = after;
    if (after != kNone) previous_[at(after)] = before;
  }

  // Appends the node's slots to `slots`.
  void append_to(std::int32_t node, std::vector<std::int32_t>& slots) const {
    for (auto slot = head_[at(node)]; slot != kNone; slot = next_[at(slot)]) slots.push_back(slot);
  }

 private:
  static constexpr std::int32_t kNone = -1;

  static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  std::vector<std::int32_t> head_, next_, previous_;
};

}  // namespace coldaisle
