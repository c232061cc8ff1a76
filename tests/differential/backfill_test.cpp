// The engine's backfilling against the textbook's, which counts free nodes, on clusters of equal
// nodes; and what must hold on any fleet.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/reduced.h"
#include "tests/support/run.h"

namespace coldaisle::test {
namespace {

struct ClusterJob {
  TimeNs submit_ns = 0;
  int nodes = 1;
  TimeNs estimate_ns = 0;
  TimeNs runtime_ns = 0;
};

// EASY by the book: free nodes are counted, and everything is worked out anew at each instant.
class TextbookEasy {
 public:
  TextbookEasy(int nodes, const std::vector<ClusterJob>& jobs) : jobs_(jobs), free_(nodes) {}

  std::vector<TimeNs> starts() {
    std::set<TimeNs> instants;
    for (const auto& job : jobs_) instants.insert(job.submit_ns);
    starts_.assign(jobs_.size(), kUnset);
    while (!instants.empty()) {
      now_ = *instants.begin();
      instants.erase(instants.begin());
      release();
      arrive();
      pass();
      for (const auto& running : running_) instants.insert(running.end_ns);
    }
    return starts_;
  }

 private:
  struct Running {
    TimeNs planned_end_ns, end_ns;
    int nodes;
  };

  void release() {
    std::erase_if(running_, [&](const Running& each) {
      if (each.end_ns > now_) return false;
      free_ += each.nodes;
      return true;
    });
  }

  void arrive() {
    for (; next_ < jobs_.size() && jobs_[next_].submit_ns <= now_; ++next_) queue_.push_back(next_);
  }

  void start(std::size_t job) {
    const auto& what = jobs_[job];
    free_ -= what.nodes;
    starts_[job] = now_;
    running_.push_back(
        {now_ + what.estimate_ns, now_ + std::min(what.estimate_ns, what.runtime_ns), what.nodes});
  }

  void pass() {
    while (!queue_.empty() && jobs_[queue_.front()].nodes <= free_) {
      start(queue_.front());
      queue_.erase(queue_.begin());
    }
    if (queue_.empty()) return;
    auto by_end = running_;
    std::sort(by_end.begin(), by_end.end(), [](const Running& a, const Running& b) {
      return a.planned_end_ns < b.planned_end_ns;
    });
    const int wanted = jobs_[queue_.front()].nodes;
    int free_then = free_;
    TimeNs shadow_ns = now_;
    for (const auto& each : by_end) {
      if (free_then >= wanted && each.planned_end_ns > shadow_ns) break;
      free_then += each.nodes;
      shadow_ns = each.planned_end_ns;
    }
    int extra = free_then - wanted;
    for (std::size_t i = 1; i < queue_.size();) {
      const auto& job = jobs_[queue_[i]];
      const bool in_time = now_ + job.estimate_ns <= shadow_ns;
      if (job.nodes > free_ || (!in_time && job.nodes > extra)) {
        ++i;
        continue;
      }
      if (!in_time) extra -= job.nodes;
      start(queue_[i]);
      queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  const std::vector<ClusterJob>& jobs_;
  int free_;
  TimeNs now_ = 0;
  std::size_t next_ = 0;
  std::vector<std::size_t> queue_;
  std::vector<Running> running_;
  std::vector<TimeNs> starts_;
};

std::vector<ClusterJob> random_cluster_jobs(std::mt19937_64& random, int nodes) {
  std::vector<ClusterJob> jobs(5 + random() % 60);
  TimeNs now = 0;
  for (auto& job : jobs) {
    now += static_cast<TimeNs>(random() % 4) * kNsPerSecond;
    job.submit_ns = now;
    job.nodes = 1 + static_cast<int>(random() % static_cast<std::uint64_t>(nodes));
    job.runtime_ns = static_cast<TimeNs>(1 + random() % 20) * kNsPerSecond;
    // Exact, too long, or too short.
    const auto kind = random() % 3;
    job.estimate_ns = job.runtime_ns;
    if (kind == 1) job.estimate_ns += static_cast<TimeNs>(random() % 30) * kNsPerSecond;
    if (kind == 2) job.estimate_ns = std::max<TimeNs>(kNsPerSecond, job.runtime_ns / 2);
  }
  return jobs;
}

JobList list_of(const std::vector<ClusterJob>& jobs) {
  std::vector<HandJob> list;
  list.reserve(jobs.size());
  for (const auto& job : jobs) {
    list.push_back({.submit_s = static_cast<double>(job.submit_ns) / 1e9,
                    .duration_s = static_cast<double>(job.runtime_ns) / 1e9,
                    .demand = {.gpus = job.nodes},
                    .walltime_s = static_cast<double>(job.estimate_ns) / 1e9});
  }
  return hand_jobs(list);
}

// The earliest time that each job was ever given, while the run goes on.
std::map<std::int32_t, TimeNs> first_times(Run& run) {
  std::map<std::int32_t, TimeNs> times;
  const auto note = [&](std::int32_t job, TimeNs time_ns) {
    if (time_ns != kNever) times.try_emplace(job, time_ns);
  };
  while (run.engine->advance(1)) {
    const auto& state = *run.sim().backfill;
    if (state.head.job >= 0) note(state.head.job, state.head.at_ns);
    for (const auto& [job, stay] : state.stays) note(job, stay.begin_ns);
  }
  return times;
}

}  // namespace

TEST_CASE("easy starts every job when the textbook does on equal nodes",
          "[differential][backfill]") {
  for (int seed = 1; seed <= (reduced() ? 60 : 600); ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const int nodes = 2 + static_cast<int>(random() % 12);
    const auto jobs = random_cluster_jobs(random, nodes);
    auto scenario = one_gpu_scenario("node-1", nodes);
    scenario.scheduler.queue = QueueDiscipline::easy;
    Run run(scenario, list_of(jobs));
    run.finish();
    REQUIRE(run.jobs().start_ns == TextbookEasy(nodes, jobs).starts());
  }
}

// On fleets of unlike nodes and speeds, with shares of GPUs and gangs, under any rules.
TEST_CASE("with exact estimates no job starts after the first time that it was given",
          "[property][backfill]") {
  for (const auto queue : {QueueDiscipline::easy, QueueDiscipline::conservative}) {
    std::int64_t given = 0;
    for (int seed = 1; seed <= (reduced() ? 20 : 600); ++seed) {
      INFO("seed " << seed << ", " << (queue == QueueDiscipline::easy ? "easy" : "conservative"));
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      auto scenario = random_fleet(random);
      scenario.scheduler = random_scheduler(random);
      scenario.scheduler.queue = queue;
      Run run(scenario, random_jobs(random));
      for (const auto& [job, time_ns] : first_times(run)) {
        const auto start_ns = run.jobs().start_ns[static_cast<std::size_t>(job)];
        if (start_ns == kUnset) continue;  // the horizon came first
        INFO("job " << job);
        REQUIRE(start_ns <= time_ns);
        ++given;
      }
    }
    CHECK(given > (reduced() ? 10 : 500));  // the cases are not empty
  }
}

}  // namespace coldaisle::test
