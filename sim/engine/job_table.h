#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/core/units.h"

namespace coldaisle {

// Where a job stands. Codes are part of the results format: append only.
enum class JobState : std::uint8_t {
  pending,        // not yet arrived
  queued,         // arrived, waits
  running,        // holds a node
  done,           // ended
  rejected,       // did not fit when it arrived, and the queue is `none`
  unschedulable,  // no empty fleet could hold it
  timed_out,      // killed at its walltime
  saving,         // stopped: holds its nodes on until its work is saved
};
inline constexpr int kJobStates = 8;
inline constexpr std::array<const char*, kJobStates> kJobStateNames = {
    "pending", "queued", "running", "done", "rejected", "unschedulable", "timed_out", "saving"};

// Whether the job left its nodes for good.
constexpr bool has_ended(JobState state) {
  return state == JobState::done || state == JobState::timed_out;
}

constexpr bool holds_nodes(JobState state) {
  return state == JobState::running || state == JobState::saving;
}

inline constexpr TimeNs kUnset = INT64_MIN;

// What became of each job, by columns; row = row of the job list. kBytesPerJob a job.
struct JobTable {
  std::vector<JobState> state;
  std::vector<TimeNs> start_ns;           // start of the latest stay; kUnset: never
  std::vector<TimeNs> end_ns;             // when it ended; kUnset: it has not
  std::vector<TimeNs> waited_ns;          // time spent queued, up to the latest start
  std::vector<TimeNs> queued_since_ns;    // kUnset: not queued
  std::vector<TimeNs> held_ns;            // time on nodes since t = 0, stays that ended
  std::vector<std::int32_t> node;         // of the latest stay; -1: never
  std::vector<std::uint16_t> gpu_mask;    // GPUs held there, bit g: GPU g
  std::vector<std::int32_t> restarts;     // stays cut short by a node that left
  std::vector<std::int32_t> preemptions;  // stays cut short for other jobs

  explicit JobTable(std::size_t jobs)
      : state(jobs, JobState::pending),
        start_ns(jobs, kUnset),
        end_ns(jobs, kUnset),
        waited_ns(jobs, 0),
        queued_since_ns(jobs, kUnset),
        held_ns(jobs, 0),
        node(jobs, -1),
        gpu_mask(jobs, 0),
        restarts(jobs, 0),
        preemptions(jobs, 0) {}

  static constexpr std::size_t kBytesPerJob =
      sizeof(JobState) + 5 * sizeof(TimeNs) + 3 * sizeof(std::int32_t) + sizeof(std::uint16_t);

  std::size_t size() const { return state.size(); }
};

static_assert(JobTable::kBytesPerJob == 55);

}  // namespace coldaisle
