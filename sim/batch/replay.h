#pragma once

#include <cstdint>

#include "sim/batch/node_accounts.h"
#include "sim/core/log_histogram.h"
#include "sim/policy/rank_set.h"

namespace coldaisle {

inline constexpr TimeNs kNoTime = INT64_MIN;  // kUnset of the engine's job table

// What a job holds on one node.
struct ReplayMember {
  std::int32_t place = 0;
  std::int32_t demand = 0;
  std::uint32_t gpu_mask = 0;
};

// A running job and when it ends.
struct ReplayEnd {
  TimeNs time = 0;
  std::int32_t job = 0;
};

// The memory that one policy needs at work. All arrays belong to the caller.
struct ReplayMemory {
  NodeState* nodes = nullptr;                 // [nodes]
  std::int64_t* fragment = nullptr;           // [nodes]
  std::int32_t* gpu_load = nullptr;           // [nodes][kMaxGpusPerNode]
  std::uint64_t* waiting_words = nullptr;     // RankSet::words_needed(jobs)
  std::uint64_t* blocked_at = nullptr;        // [asks]
  TimeNs* start_ns = nullptr;                 // [jobs]
  TimeNs* end_ns = nullptr;                   // [jobs]
  std::int32_t* first_member = nullptr;       // [jobs]
  std::int32_t* members_of = nullptr;         // [jobs] number of members
  ReplayMember* members = nullptr;            // [most_members]
  ReplayEnd* ends = nullptr;                  // [jobs], a heap
  std::int32_t* gang = nullptr;               // [most nodes of a gang]
  std::int32_t* wait_counts = nullptr;        // [kHistogramBuckets]
  std::int32_t* completion_counts = nullptr;  // [kHistogramBuckets]
};

// Replays the workload under one policy: the same order of events, queue disciplines, placements
// and accounts as the engine (DESIGN, section 2), in integers. `Chooser` scores:
//   void reset(nodes, policy) before the first event;
//   std::int32_t choose(job, demand, gang, gang_size): the best place, or -1;
//   std::uint32_t pick(job, demand, place): the GPUs that the demand takes there, as a bit mask;
//   std::int64_t fragment(place): fragment_of() the node as it stands;
//   void changed(place, gained) after each change of a node, before anything else is asked of it;
//     not `gained`: what did not fit the node before does not fit now.
template <class Chooser>
class Replay {
 public:
  COLDAISLE_HD Replay(const ReplayProblem& problem, const PolicyRow& policy,
                      const ReplayMemory& memory, Chooser& chooser)
      : p_(problem),
        policy_(policy),
        m_(memory),
        chooser_(chooser),
        waiting_(memory.waiting_words, problem.jobs) {}

  COLDAISLE_HD PolicyOutcome run() {
    begin();
    for (TimeNs next = next_time(); next != kNever && next <= p_.horizon_ns; next = next_time()) {
      now_ = next;
      accounts_.settle(now_, out_);
      while (end_count_ > 0 && m_.ends[0].time == now_) complete(pop_end());
      while (next_job_ < p_.jobs && p_.submit_ns[next_job_] == now_) arrive(next_job_++);
      pass();
      if (out_.endless_job >= 0) return out_;
    }
    finish();
    return out_;
  }

 private:
  COLDAISLE_HD void begin() {
    for (std::int32_t place = 0; place < p_.nodes; ++place) {
      auto& node = m_.nodes[place];
      node = p_.node_states[place];
      for (int gpu = 0; gpu < node.gpus; ++gpu) {
        m_.gpu_load[place * kMaxGpusPerNode + gpu] = 0;
        if ((node.closed & kOutOfService) == 0) accounts_.gpu_power_mw += power_of(place, gpu);
      }
    }
    const auto words = RankSet::words_needed(p_.jobs);
    for (std::int64_t i = 0; i < words; ++i) m_.waiting_words[i] = 0;
    for (std::int32_t i = 0; i < p_.asks; ++i) m_.blocked_at[i] = 0;
    for (std::int32_t i = 0; i < kHistogramBuckets; ++i) {
      m_.wait_counts[i] = 0;
      m_.completion_counts[i] = 0;
    }
    for (std::int32_t job = 0; job < p_.jobs; ++job) {
      m_.start_ns[job] = kNoTime;
      m_.end_ns[job] = kNoTime;
      m_.members_of[job] = 0;
    }
    chooser_.reset(m_.nodes, policy_);
    for (std::int32_t place = 0; place < p_.nodes; ++place) {
      m_.fragment[place] = chooser_.fragment(place);
      accounts_.fragment_sum += m_.fragment[place];
    }
  }

  COLDAISLE_HD TimeNs next_time() const {
    TimeNs next = end_count_ > 0 ? m_.ends[0].time : kNever;
    if (next_job_ < p_.jobs && p_.submit_ns[next_job_] < next) next = p_.submit_ns[next_job_];
    return next;
  }

  // ------------------------------------------------------------------ nodes

  COLDAISLE_HD std::int64_t power_of(std::int32_t place, int gpu) const {
    return power_under(p_.model_power[m_.nodes[place].model * kMaxGpusPerNode + gpu],
                       m_.gpu_load[place * kMaxGpusPerNode + gpu]);
  }

  // Counts what a job takes (sign 1) from a node, or gives back (-1).
  COLDAISLE_HD void account(const ReplayMember& member, std::int32_t job, int sign) {
    const auto& demand = p_.demand[member.demand];
    const auto& node = m_.nodes[member.place];
    if (demand.gpus == 0) {
      // CPU tasks change what fragments the node, too.
      return refresh_fragment(member.place);
    }
    const std::int32_t load = demand.gpu_milli * p_.utilisation_milli[job];
    for (int gpu = 0; gpu < node.gpus; ++gpu) {
      if (((member.gpu_mask >> gpu) & 1U) == 0) continue;
      const std::int64_t before = power_of(member.place, gpu);
      m_.gpu_load[member.place * kMaxGpusPerNode + gpu] += sign * load;
      accounts_.gpu_power_mw += power_of(member.place, gpu) - before;
    }
    const std::int64_t milli = std::int64_t{demand.gpus} * demand.gpu_milli;
    accounts_.allocated_milli += sign * milli;
    accounts_.load += std::int64_t{sign} * demand.gpus * load;
    accounts_.cost_rate[p_.node_price_class[member.place]] +=
        sign * milli * p_.node_price[member.place];
    refresh_fragment(member.place);
  }

  COLDAISLE_HD void refresh_fragment(std::int32_t place) {
    const std::int64_t fragment = chooser_.fragment(place);
    accounts_.fragment_sum += fragment - m_.fragment[place];
    m_.fragment[place] = fragment;
  }

  // ------------------------------------------------------------------ jobs

  COLDAISLE_HD std::int32_t rank_of(std::int32_t job) const {
    const auto* ranks = p_.rank_of_job[static_cast<int>(policy_.queue)];
    return ranks == nullptr ? job : ranks[job];
  }

  COLDAISLE_HD std::int32_t job_at(std::int32_t rank) const {
    const auto* jobs = p_.job_of_rank[static_cast<int>(policy_.queue)];
    return jobs == nullptr || rank < 0 ? rank : jobs[rank];
  }

  COLDAISLE_HD void arrive(std::int32_t job) {
    if (p_.ask_ever_fits[p_.ask_of_job[job]] == 0) {
      ++out_.unschedulable;
      return;
    }
    ++out_.queued;
    const std::int32_t rank = rank_of(job);
    waiting_.insert(rank);
    if (last_tried_ != RankSet::kNone && rank < last_tried_) restart_scan();
  }

  COLDAISLE_HD void complete(std::int32_t job) {
    m_.end_ns[job] = now_;
    --out_.running;
    ++out_.done;
    const TimeNs time = now_ - p_.submit_ns[job];
    out_.completion_sum += time;
    ++m_.completion_counts[histogram_bucket(time)];
    out_.useful_area += WideInt{p_.ask[p_.ask_of_job[job]].gpu_milli} * (now_ - m_.start_ns[job]);
    for (std::int32_t i = 0; i < m_.members_of[job]; ++i) {
      const auto& member = m_.members[m_.first_member[job] + i];
      give_back(m_.nodes[member.place], p_.demand[member.demand], member.gpu_mask);
      chooser_.changed(member.place, true);
      account(member, job, -1);
      ++gains_;
    }
  }

  // ------------------------------------------------------------------ one scheduling pass

  COLDAISLE_HD void restart_scan() {
    last_tried_ = RankSet::kNone;
    tried_ = 0;
    scan_gains_ = gains_;
  }

  COLDAISLE_HD void pass() {
    if (policy_.queue == QueueDiscipline::none) return place_or_reject();
    if (policy_.queue == QueueDiscipline::fifo) return place_in_order();
    place_skipping();
  }

  COLDAISLE_HD void place_or_reject() {
    for (auto rank = waiting_.first(); rank >= 0; rank = waiting_.first()) {
      if (try_place(job_at(rank))) continue;
      if (out_.endless_job >= 0) return;
      waiting_.erase(rank);
      --out_.queued;
      ++out_.rejected;
    }
  }

  COLDAISLE_HD void place_in_order() {
    for (auto rank = waiting_.first(); rank >= 0 && try_place(job_at(rank));) {
      rank = waiting_.first();
    }
  }

  // As the engine's: without a gain since the last pass the scan goes on behind the jobs tried.
  COLDAISLE_HD void place_skipping() {
    if (scan_gains_ != gains_) restart_scan();
    auto rank = last_tried_ == RankSet::kNone ? waiting_.first() : waiting_.next(last_tried_);
    while (rank >= 0 && tried_ < policy_.depth) {
      const auto next = waiting_.next(rank);
      if (!try_place(job_at(rank))) {
        if (out_.endless_job >= 0) return;
        last_tried_ = rank;
        ++tried_;
      }
      rank = next;
    }
  }

  COLDAISLE_HD bool try_place(std::int32_t job) {
    const std::int32_t type = p_.ask_of_job[job];
    if (m_.blocked_at[type] == gains_) return false;
    const auto& ask = p_.ask[type];
    picked_ = 0;
    const bool gang = is_gang(ask);
    const bool placed = pick_nodes(
        ask, p_.parts, [&](std::int32_t demand) { return pick_member(job, demand, gang); });
    if (gang) leave_gang(placed);
    if (!placed) {
      m_.blocked_at[type] = gains_;
      return false;
    }
    start(job);
    return true;
  }

  COLDAISLE_HD bool pick_member(std::int32_t job, std::int32_t demand, bool gang) {
    const std::int32_t place = chooser_.choose(job, demand, m_.gang, picked_);
    if (place < 0) return false;
    auto& node = m_.nodes[place];
    const auto mask = chooser_.pick(job, demand, place);
    take(node, p_.demand[demand], mask);
    if (gang) node.closed |= kInGang;
    m_.members[member_count_ + picked_] = {place, demand, mask};
    m_.gang[picked_++] = p_.node_number[place];
    chooser_.changed(place, false);
    return true;
  }

  // Opens the nodes of the gang again, and takes everything back when it did not fit.
  COLDAISLE_HD void leave_gang(bool placed) {
    for (std::int32_t i = 0; i < picked_; ++i) {
      const auto& member = m_.members[member_count_ + i];
      auto& node = m_.nodes[member.place];
      node.closed = static_cast<std::uint8_t>(node.closed & ~kInGang);
      if (!placed) give_back(node, p_.demand[member.demand], member.gpu_mask);
      chooser_.changed(member.place, true);
    }
  }

  COLDAISLE_HD void start(std::int32_t job) {
    waiting_.erase(rank_of(job));
    --out_.queued;
    ++out_.running;
    m_.start_ns[job] = now_;
    m_.first_member[job] = member_count_;
    m_.members_of[job] = picked_;
    for (std::int32_t i = 0; i < picked_; ++i) account(m_.members[member_count_ + i], job, 1);
    note_wait(now_ - p_.submit_ns[job]);
    const TimeNs wall = wall_time(job);
    member_count_ += picked_;
    if (p_.duration_ns[job] == kNever) return;
    if (wall >= kNever - now_) {
      out_.endless_job = job;
      return;
    }
    push_end({now_ + wall, job});
  }

  COLDAISLE_HD void note_wait(TimeNs wait) {
    out_.wait_sum += wait;
    ++out_.waits;
    ++m_.wait_counts[histogram_bucket(wait)];
  }

  // Time on the nodes just picked: at the pace of the slowest GPU, slowed by the widest level.
  COLDAISLE_HD TimeNs wall_time(std::int32_t job) const {
    const auto* members = m_.members + member_count_;
    std::int64_t speed = 0;
    int level = picked_ > 1 ? 1 : 0;
    for (std::int32_t i = 0; i < picked_; ++i) {
      if (rack_of(members[i]) != rack_of(members[0])) level = 2;
      if (members[i].gpu_mask == 0) continue;
      const auto own = p_.model_speed_ppm[m_.nodes[members[i].place].model];
      if (speed == 0 || own < speed) speed = own;
    }
    return scale_up_ns(p_.duration_ns[job], p_.slowdown_ppm[level], speed == 0 ? kPpm : speed);
  }

  COLDAISLE_HD std::int32_t rack_of(const ReplayMember& member) const {
    return p_.context.facts[p_.node_number[member.place]].rack;
  }

  // ------------------------------------------------------------------ the heap of ends

  COLDAISLE_HD static bool before(const ReplayEnd& a, const ReplayEnd& b) {
    return a.time != b.time ? a.time < b.time : a.job < b.job;
  }

  COLDAISLE_HD void push_end(const ReplayEnd& end) {
    std::int32_t at = end_count_++;
    for (; at > 0 && before(end, m_.ends[(at - 1) / 2]); at = (at - 1) / 2) {
      m_.ends[at] = m_.ends[(at - 1) / 2];
    }
    m_.ends[at] = end;
  }

  COLDAISLE_HD std::int32_t pop_end() {
    const std::int32_t job = m_.ends[0].job;
    const ReplayEnd last = m_.ends[--end_count_];
    std::int32_t at = 0;
    for (std::int32_t child = 1; child < end_count_; child = 2 * at + 1) {
      if (child + 1 < end_count_ && before(m_.ends[child + 1], m_.ends[child])) ++child;
      if (!before(m_.ends[child], last)) break;
      m_.ends[at] = m_.ends[child];
      at = child;
    }
    m_.ends[at] = last;
    return job;
  }

  // ------------------------------------------------------------------ the end of the run

  COLDAISLE_HD void finish() {
    const TimeNs end = p_.horizon_ns != kNever ? p_.horizon_ns : now_;
    accounts_.settle(end, out_);
    out_.end_ns = end;
    out_.pending = p_.jobs - next_job_;
    for (auto rank = waiting_.first(); rank >= 0; rank = waiting_.next(rank)) {
      note_wait(end - p_.submit_ns[job_at(rank)]);
    }
    out_.capacity_area = WideInt{p_.capacity_milli} * end;
    out_.base_energy = WideInt{p_.base_power_mw} * end;
    out_.capacity_milli = p_.capacity_milli;
    out_.allocated_milli = accounts_.allocated_milli;
    out_.fragment_sum = accounts_.fragment_sum;
    constexpr int kPercentiles[3] = {50, 95, 99};
    for (int i = 0; i < 3; ++i) {
      out_.wait_bucket[i] = histogram_percentile(m_.wait_counts, out_.waits, kPercentiles[i]);
      out_.completion_bucket[i] =
          histogram_percentile(m_.completion_counts, out_.done, kPercentiles[i]);
    }
  }

  const ReplayProblem& p_;
  const PolicyRow& policy_;
  ReplayMemory m_;
  Chooser& chooser_;
  RankSet waiting_;
  PolicyOutcome out_;
  FleetAccounts accounts_;
  TimeNs now_ = 0;
  std::int32_t next_job_ = 0;
  std::int32_t end_count_ = 0;
  std::int32_t member_count_ = 0;  // members of all stays so far
  std::int32_t picked_ = 0;        // members of the job that is being placed
  std::uint64_t gains_ = 1;        // how often a node has gained
  std::int32_t last_tried_ = RankSet::kNone;
  std::int32_t tried_ = 0;
  std::uint64_t scan_gains_ = 0;
};

}  // namespace coldaisle
