#pragma once

#include <cstdint>
#include <vector>

namespace coldaisle {

// What one job holds on one node.
struct Member {
  std::int32_t job = 0;
  std::int32_t node = 0;
  std::int32_t demand = 0;  // index into the run's demands
  std::uint16_t gpu_mask = 0;
};

// The nodes of the latest stay of each gang. A job on one node is not here. 8 bytes a job in a run
// with gangs, none in another; 16 bytes a node of a gang's stay.
class GangMembers {
 public:
  explicit GangMembers(std::size_t jobs) : spans_(jobs) {}

  // Members of the job's stay, [begin, end) among all(); none for a job on one node.
  struct Span {
    std::int32_t begin = 0, end = 0;
  };

  Span of(std::int32_t job) const {
    return spans_.empty() ? Span{} : spans_[static_cast<std::size_t>(job)];
  }

  // The stay of `job` that begins now.
  void set(std::int32_t job, const std::vector<Member>& members) {
    const auto begin = static_cast<std::int32_t>(all_.size());
    all_.insert(all_.end(), members.begin(), members.end());
    spans_[static_cast<std::size_t>(job)] = {begin, static_cast<std::int32_t>(all_.size())};
  }

  const std::vector<Member>& all() const { return all_; }

 private:
  std::vector<Span> spans_;  // by job; empty in a run without gangs
  std::vector<Member> all_;
};

}  // namespace coldaisle
