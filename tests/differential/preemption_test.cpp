// Disciplines that stop running jobs against a plain replay second by second, on one node of eight
// GPUs with jobs of whole GPUs and whole seconds; and what must hold of them on any fleet.
#include <algorithm>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/reduced.h"
#include "tests/support/run.h"
#include "tests/support/seeds.h"

namespace coldaisle::test {
namespace {

constexpr int kGpus = 8;
constexpr std::int64_t kLevelGpuSeconds = 840;  // a multiple of 1 to 8: jobs fall at whole seconds

struct PlainJob {
  std::int64_t submit = 0, duration = 0, gpus = 1, priority = 0;
  bool waits = false, runs = false;
  std::int64_t left = 0;      // when its stay began
  std::int64_t worked = 0;    // in its stay
  std::int64_t setup = 0;     // left of its restart
  std::int64_t attained = 0;  // seconds on the node
  std::int64_t stops = 0, end = -1;
};

// The slow way.
class PlainReplay {
 public:
  PlainReplay(const Scheduler& scheduler, std::vector<PlainJob> jobs)
      : scheduler_(scheduler), jobs_(std::move(jobs)) {
    for (auto& job : jobs_) job.left = job.duration;
  }

  const std::vector<PlainJob>& run() {
    while (std::any_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job.end < 0; })) {
      end_and_arrive();
      pass();
      for (auto& job : jobs_) advance(job);
      ++now_;
    }
    return jobs_;
  }

 private:
  using Key = std::pair<std::int64_t, std::size_t>;

  static void advance(PlainJob& job) {
    if (!job.runs) return;
    ++job.attained;
    if (job.setup > 0) {
      --job.setup;
    } else {
      ++job.worked;
    }
  }

  void end_and_arrive() {
    for (auto& job : jobs_) {
      if (job.runs && job.worked == job.left) {
        job.end = now_;
        job.runs = false;
      }
      if (job.submit == now_) job.waits = true;
    }
  }

  std::int64_t precedence(const PlainJob& job) const {
    const std::int64_t left = job.left - (job.runs ? job.worked : 0);
    switch (scheduler_.queue) {
      case QueueDiscipline::srtf:
        return left;
      case QueueDiscipline::srsf:
        return left * job.gpus;
      case QueueDiscipline::las:
        return std::min<std::int64_t>(2, job.attained * job.gpus / kLevelGpuSeconds);
      default:
        return -job.priority;
    }
  }

  std::int64_t free() const {
    std::int64_t free = kGpus;
    for (const auto& job : jobs_) free -= job.runs ? job.gpus : 0;
    return free;
  }

  // Jobs that wait, or run, behind a key, in order.
  std::vector<Key> behind(const Key& key, bool running) const {
    std::vector<Key> found;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const Key own = {precedence(jobs_[i]), i};
      if ((running ? jobs_[i].runs : jobs_[i].waits) && own > key) found.push_back(own);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  void pass() {
    Key last = {INT64_MIN, 0};
    for (auto waiting = behind(last, false); !waiting.empty(); waiting = behind(last, false)) {
      last = waiting.front();
      auto& job = jobs_[last.second];
      if (free() >= job.gpus || make_room(last, job.gpus)) start(job);
    }
  }

  bool make_room(const Key& key, std::int64_t wanted) {
    // Those of the same precedence are not stopped.
    const auto candidates = behind({key.first, jobs_.size()}, true);
    std::vector<std::size_t> victims;
    std::int64_t free = this->free();
    for (auto each = candidates.rbegin(); each != candidates.rend() && free < wanted; ++each) {
      victims.push_back(each->second);
      free += jobs_[each->second].gpus;
    }
    if (free < wanted) return false;
    for (auto victim = victims.rbegin(); victim != victims.rend(); ++victim) {
      auto& job = jobs_[*victim];
      if (free - job.gpus >= wanted) {
        free -= job.gpus;
      } else {
        stop(job);
      }
    }
    return true;
  }

  void start(PlainJob& job) const {
    job.waits = false;
    job.runs = true;
    job.worked = 0;
    job.setup = job.stops > 0 ? scheduler_.preemption->restart_ns / kNsPerSecond : 0;
  }

  void stop(PlainJob& job) const {
    const auto& how = *scheduler_.preemption;
    std::int64_t kept = job.worked;
    if (how.kept == WorkKept::none) kept = 0;
    if (how.kept == WorkKept::last_checkpoint) {
      kept -= kept % (how.checkpoint_ns / kNsPerSecond);
    }
    job.left -= kept;
    job.worked = 0;
    job.runs = false;
    job.waits = true;
    ++job.stops;
  }

  const Scheduler& scheduler_;
  std::vector<PlainJob> jobs_;
  std::int64_t now_ = 0;
};

std::vector<PlainJob> draw_jobs(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto draw = [&](std::int64_t below) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
  };
  std::vector<PlainJob> jobs(30);
  std::int64_t submit = 0;
  for (auto& job : jobs) {
    submit += draw(60);
    job.submit = submit;
    job.duration = 1 + draw(400);
    job.gpus = 1 + draw(kGpus);
    job.priority = draw(4);
  }
  return jobs;
}

Scheduler draw_scheduler(std::uint64_t seed, QueueDiscipline queue) {
  Preemption how;
  how.kept = static_cast<WorkKept>(seed % 3);
  if (how.kept == WorkKept::last_checkpoint) how.checkpoint_ns = seconds(17);
  how.restart_ns = seconds(static_cast<double>(seed % 4) * 3);
  Scheduler scheduler;
  scheduler.queue = queue;
  scheduler.preemption = how;
  if (queue == QueueDiscipline::las) {
    scheduler.las_thresholds_ns = {kLevelGpuSeconds * kNsPerSecond,
                                   2 * kLevelGpuSeconds * kNsPerSecond};
  }
  return scheduler;
}

void compare(std::uint64_t seed, QueueDiscipline queue) {
  auto scenario = one_gpu_scenario("node-8", 1);
  scenario.scheduler = draw_scheduler(seed, queue);
  auto plain = draw_jobs(seed);
  std::vector<HandJob> jobs;
  jobs.reserve(plain.size());
  for (const auto& job : plain) {
    jobs.push_back({.submit_s = static_cast<double>(job.submit),
                    .duration_s = static_cast<double>(job.duration),
                    .demand = {.gpus = static_cast<int>(job.gpus)},
                    .priority = static_cast<int>(job.priority)});
  }
  Run run(scenario, hand_jobs(jobs));
  run.finish();
  plain = PlainReplay(scenario.scheduler, plain).run();
  for (std::size_t job = 0; job < plain.size(); ++job) {
    INFO("seed " << seed << ", queue " << static_cast<int>(queue) << ", job " << job);
    REQUIRE(run.jobs().end_ns[job] == plain[job].end * kNsPerSecond);
    REQUIRE(run.jobs().preemptions[job] == plain[job].stops);
  }
}

TEST_CASE("disciplines that stop jobs equal a replay second by second",
          "[differential][preemption]") {
  const auto first = first_seed();
  const std::uint64_t cases = reduced() ? 20 : 150;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    for (const auto queue : {QueueDiscipline::srtf, QueueDiscipline::srsf, QueueDiscipline::las,
                             QueueDiscipline::priority}) {
      compare(seed, queue);
    }
  }
}

// A fleet of gangs, shares and CPU jobs under any discipline that stops jobs, in any way.
Scenario random_preemptive(std::mt19937_64& random) {
  constexpr QueueDiscipline kQueues[] = {QueueDiscipline::srtf, QueueDiscipline::srsf,
                                         QueueDiscipline::las, QueueDiscipline::round_robin,
                                         QueueDiscipline::priority};
  auto scenario = random_fleet(random);
  // Of one pace, so that the run checks at its end that no work came or went.
  if (random() % 2 == 0) {
    scenario.fleet.gpu_speeds.clear();
    scenario.fabric.slowdown_ppm = {kPpm, kPpm, kPpm};
  }
  scenario.scheduler = random_scheduler(random);
  scenario.scheduler.depth = 1000;
  scenario.scheduler.queue = kQueues[random() % 5];
  scenario.scheduler.las_thresholds_ns = {seconds(3), seconds(10)};
  scenario.scheduler.quantum_ns = seconds(4);
  Preemption how;
  how.method = random() % 2 == 0 ? PreemptionMethod::displace : PreemptionMethod::repack;
  how.kept = static_cast<WorkKept>(random() % 3);
  how.restart_ns = seconds(static_cast<double>(random() % 3));
  if (how.kept == WorkKept::last_checkpoint) how.checkpoint_ns = seconds(3);
  if (how.kept == WorkKept::all && how.method == PreemptionMethod::displace) {
    how.save_ns = seconds(static_cast<double>(random() % 3));
  }
  if (how.kept == WorkKept::all && random() % 3 == 0) how.charged = RestartCharge::pass;
  // Jobs that move or pay at each pass, or lose the work of a turn, may never end.
  const bool in_turns = scenario.scheduler.queue == QueueDiscipline::round_robin;
  if (how.charged == RestartCharge::pass ||
      (in_turns && (how.kept != WorkKept::all || how.method == PreemptionMethod::repack))) {
    scenario.horizon_ns = seconds(2000);
  }
  scenario.scheduler.preemption = how;
  if (random() % 2 == 0) {
    scenario.fleet.changes.push_back({seconds(20), FleetAction::remove, "a"});
    scenario.fleet.changes.push_back({seconds(30), FleetAction::add, "a"});
  }
  return scenario;
}

TEST_CASE("no job is lost and no work comes or goes where jobs are stopped",
          "[property][preemption]") {
  std::mt19937_64 random(first_seed());
  int stopped = 0;
  for (int i = 0; i < (reduced() ? 100 : 1000); ++i) {
    INFO("case " << i);
    auto scenario = random_preemptive(random);
    auto jobs = random_jobs(random);
    const bool leave = jobs.duration_ns.front() != kNever;
    if (!leave) scenario.horizon_ns = seconds(2000);
    Run run(scenario, std::move(jobs));
    run.finish();  // checks shares held, states, accounts, costs and work
    for (std::size_t job = 0; job < run.jobs().size(); ++job) {
      const auto state = run.jobs().state[job];
      stopped += run.jobs().preemptions[job];
      if (scenario.horizon_ns != kNever || state == JobState::unschedulable) continue;
      // Left waiting at the end: only where the nodes that it needs are not in the fleet.
      if (state == JobState::queued) {
        CHECK(run.jobs().start_ns[job] == kUnset);
      } else {
        CHECK(state == JobState::done);
      }
    }
  }
  CHECK(stopped > 500);
}

}  // namespace
}  // namespace coldaisle::test
