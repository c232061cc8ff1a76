#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "sim/core/units.h"
#include "sim/engine/gang_members.h"
#include "sim/engine/pace.h"
#include "sim/policy/asks.h"
#include "sim/policy/node_state.h"

namespace coldaisle {

// When running jobs are planned to end: at their walltime where they have one, else when they will.
// About 64 bytes a running job and 8 a job, in runs whose discipline plans.
class PlannedEnds {
 public:
  explicit PlannedEnds(std::size_t jobs) : end_of_(jobs, kNever) {}

  void add(std::int32_t job, TimeNs end_ns) {
    end_of_[static_cast<std::size_t>(job)] = end_ns;
    ends_.emplace(end_ns, job);
  }

  // The planned end of the job, which is taken out.
  TimeNs remove(std::int32_t job) {
    const TimeNs end_ns = end_of_[static_cast<std::size_t>(job)];
    ends_.erase({end_ns, job});
    return end_ns;
  }

  // By time, then by job.
  const std::set<std::pair<TimeNs, std::int32_t>>& by_time() const { return ends_; }

 private:
  std::vector<TimeNs> end_of_;
  std::set<std::pair<TimeNs, std::int32_t>> ends_;
};

// When the blocked head of the queue can start at the latest, if running jobs end as planned, and
// what is free then before it does.
struct Reservation {
  std::int32_t job = -1;  // -1: none, or no longer true
  TimeNs at_ns = kNever;
  std::vector<NodeState> nodes;
  std::uint64_t number = 0;  // how often there has been one
};

// What a job that waits will hold, and when.
struct PlannedStay {
  TimeNs begin_ns = 0, end_ns = kNever;
  std::vector<Member> members;
};

// What the disciplines `easy` and `conservative` keep between passes.
struct BackfillState {
  BackfillState(std::size_t jobs, std::size_t asks, const PaceRange& pace_in)
      : pace(pace_in), ends(jobs), delays(asks) {}

  // When a long job of a demand was last found to delay the head.
  struct Delay {
    std::uint64_t reservation = 0, gains = 0;

    friend bool operator==(const Delay&, const Delay&) = default;
  };

  PaceRange pace;
  PlannedEnds ends;
  Reservation head;
  std::vector<Delay> delays;                  // by ask
  std::map<std::int32_t, PlannedStay> stays;  // `conservative`: by waiting job

  // Forgets what was planned for jobs that wait: something came otherwise than planned.
  void forget() {
    head.job = -1;
    stays.clear();
  }
};

}  // namespace coldaisle
