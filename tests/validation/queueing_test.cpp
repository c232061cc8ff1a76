// Queues with known answers: one-GPU servers, Poisson arrivals, strict FIFO. Replications on seeds
// 1...20, fixed beforehand; the bound is the 99 % interval of the replications' mean (Student's t,
// 19 degrees of freedom). Values: Erlang C and Pollaczek-Khinchine; MODELS, section 7, "Sizing".
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/reduced.h"
#include "tests/support/run.h"
#include "tests/support/seeds.h"

namespace coldaisle::test {
namespace {

constexpr int kReplications = 20;
constexpr double kStudent99 = 2.861;  // 0.995 quantile of t with 19 degrees of freedom
constexpr double kServiceS = 100;

struct Queue {
  int servers = 1;
  double load = 0.8;
  Distribution service;
};

Scenario queue_scenario(const Queue& queue, std::uint64_t seed, std::int64_t jobs) {
  auto scenario = one_gpu_scenario("node-1", queue.servers);
  scenario.seed = seed;
  scenario.scheduler.queue = QueueDiscipline::fifo;
  scenario.metrics.only = {"jobs"};
  scenario.metrics.interval_ns = 1000 * kNsPerHour;
  Generator generator;
  generator.name = "queue";
  generator.mean_gap_ns = kServiceS * 1e9 / (queue.load * queue.servers);
  generator.count = jobs;
  DemandClass demand;
  demand.name = "job";
  demand.demand.gpus = 1;
  demand.duration_ns = queue.service;
  generator.classes.push_back(demand);
  scenario.workload.generators.push_back(generator);
  return scenario;
}

// Mean wait over mean service time, after a tenth of the jobs as warm-up.
double mean_wait(const Queue& queue, std::uint64_t seed, std::int64_t jobs) {
  Run run(queue_scenario(queue, seed, jobs));
  run.finish();
  const auto warm_up = static_cast<std::size_t>(jobs / 10);
  double sum = 0;
  for (auto job = warm_up; job < run.jobs().size(); ++job) {
    sum += static_cast<double>(run.jobs().waited_ns[job]);
  }
  return sum / 1e9 / static_cast<double>(run.jobs().size() - warm_up) / kServiceS;
}

void check_mean_wait(const Queue& queue, double expected) {
  const std::int64_t jobs = reduced() ? 5'000 : 100'000;
  double sum = 0;
  double squares = 0;
  const auto first = first_seed();
  for (std::uint64_t seed = first; seed < first + kReplications; ++seed) {
    const double wait = mean_wait(queue, seed, jobs);
    sum += wait;
    squares += wait * wait;
  }
  const double mean = sum / kReplications;
  const double variance = (squares - sum * mean) / (kReplications - 1);
  const double error = std::sqrt(variance / kReplications);
  INFO("mean wait " << mean << " +- " << error << " service times, expected " << expected);
  CHECK(std::fabs(mean - expected) <= kStudent99 * error);
  CHECK(error < (reduced() ? 0.5 : 0.1) * expected);  // precise enough to tell
}

// Mean wait of M/M/c in service times.
double erlang_c_wait(int servers, double offered) {
  double blocking = 1;
  for (int n = 1; n <= servers; ++n) blocking = offered * blocking / (n + offered * blocking);
  const double load = offered / servers;
  const double waiting = blocking / (1 - load * (1 - blocking));
  return waiting / (servers * (1 - load));
}

Distribution exponential() {
  return {.kind = DistributionKind::exponential, .mean = kServiceS * 1e9};
}

TEST_CASE("the Erlang C formula of this test has its published value", "[validation][queueing]") {
  // C(10, 8) = .409180150796; Wq = C / (c - a).
  CHECK(erlang_c_wait(10, 8) == Approx(.409180150796 / 2).epsilon(1e-10));
}

TEST_CASE("eight servers at load 0.8 wait as long as Erlang C says", "[validation][queueing]") {
  check_mean_wait({.servers = 8, .service = exponential()}, erlang_c_wait(8, 6.4));
}

TEST_CASE("M/M/1 at load 0.8 waits 4 service times", "[validation][queueing]") {
  check_mean_wait({.service = exponential()}, 4);
}

TEST_CASE("M/D/1 at load 0.8 waits 2 service times", "[validation][queueing]") {
  check_mean_wait({.service = {.kind = DistributionKind::constant, .value = kServiceS * 1e9}}, 2);
}

TEST_CASE("M/D/2 at load 0.8 waits 0.90328388 service times", "[validation][queueing]") {
  check_mean_wait(
      {.servers = 2, .service = {.kind = DistributionKind::constant, .value = kServiceS * 1e9}},
      .90328388);
}

TEST_CASE("M/G/1 at load 0.8 with squared variation 4 waits 10 service times",
          "[validation][queueing]") {
  // Lognormal with squared coefficient of variation 4: sigma^2 = ln 5, mean = median sqrt 5.
  check_mean_wait({.service = {.kind = DistributionKind::lognormal,
                               .median = kServiceS * 1e9 / std::sqrt(5.0),
                               .sigma = std::sqrt(std::log(5.0))}},
                  10);
}

// Stops that cost nothing, on one GPU.
Scenario shared_scenario(const Queue& queue, QueueDiscipline discipline, std::uint64_t seed,
                         std::int64_t jobs) {
  constexpr double kTurnS = kServiceS / 100;
  auto scenario = queue_scenario(queue, seed, jobs);
  scenario.scheduler.queue = discipline;
  scenario.scheduler.preemption = Preemption{};
  scenario.scheduler.quantum_ns = seconds(kTurnS);
  for (int level = 1; level <= 10'000; ++level) {
    scenario.scheduler.las_thresholds_ns.push_back(seconds(level * kTurnS));
  }
  return scenario;
}

// Mean time from submission to end, in mean service times, of jobs whose own time is in a range.
struct MeanTime {
  double mean = 0, error = 0;
};

MeanTime mean_time(const Queue& queue, QueueDiscipline discipline, TimeNs least, TimeNs most) {
  const std::int64_t jobs = reduced() ? 500 : 2'500;
  std::vector<double> means;
  const auto first = first_seed();
  for (std::uint64_t seed = first; seed < first + kReplications; ++seed) {
    Run run(shared_scenario(queue, discipline, seed, jobs));
    run.finish();
    double sum = 0;
    double counted = 0;
    for (auto job = static_cast<std::size_t>(jobs / 10); job < run.jobs().size(); ++job) {
      const TimeNs own = run.list.duration_ns[job];
      if (own < least || own > most) continue;
      sum += static_cast<double>(run.jobs().end_ns[job] - run.list.submit_ns[job]) / 1e9;
      ++counted;
    }
    means.push_back(sum / counted / kServiceS);
  }
  MeanTime time;
  for (const double mean : means) time.mean += mean / kReplications;
  double squares = 0;
  for (const double mean : means) squares += (mean - time.mean) * (mean - time.mean);
  time.error = std::sqrt(squares / (kReplications - 1) / kReplications);
  return time;
}

void check_mean_time(const MeanTime& time, double wanted) {
  INFO("mean time " << time.mean << " +- " << time.error << " service times, wanted " << wanted);
  CHECK(std::fabs(time.mean - wanted) <= 4 * time.error);
  CHECK(time.error < (reduced() ? 0.5 : 0.1) * wanted);
}

// M/G/1 foreground-background, all times in mean services: a job of size x stays
// load E[min(S,x)^2] / (2 (1 - r)^2) + x / (1 - r) with r = load E[min(S,x)].
double foreground_background(double load, double x, double mean_cut, double square_cut) {
  const double r = load * mean_cut;
  return load * square_cut / (2 * (1 - r) * (1 - r)) + x / (1 - r);
}

TEST_CASE("least attained service with small levels is M/G/1 foreground-background",
          "[validation][queueing]") {
  // Sizes 0.5 (two thirds) and 2 (one third): mean 1.
  const Queue queue = {
      .load = 0.7, .service = {.kind = DistributionKind::empirical, .values = {50e9, 50e9, 200e9}}};
  check_mean_time(mean_time(queue, QueueDiscipline::las, 0, seconds(51)),
                  foreground_background(0.7, 0.5, 0.5, 0.25));
  check_mean_time(mean_time(queue, QueueDiscipline::las, seconds(199), kNever),
                  foreground_background(0.7, 2, 1, (2 * 0.25 + 4) / 3));
}

TEST_CASE("least attained service of exponential jobs has the mean 1/(mu - lambda)",
          "[validation][queueing]") {
  check_mean_time(
      mean_time({.load = 0.7, .service = exponential()}, QueueDiscipline::las, 0, kNever),
      1 / (1 - 0.7));
}

TEST_CASE("round robin with short turns has the mean E[S]/(1 - load)", "[validation][queueing]") {
  check_mean_time(
      mean_time({.load = 0.7, .service = exponential()}, QueueDiscipline::round_robin, 0, kNever),
      1 / (1 - 0.7));
  // The same for sizes that vary much more.
  const Queue lognormal = {.load = 0.7,
                           .service = {.kind = DistributionKind::lognormal,
                                       .median = kServiceS * 1e9 / std::sqrt(3.0),
                                       .sigma = std::sqrt(std::log(3.0))}};
  check_mean_time(mean_time(lognormal, QueueDiscipline::round_robin, 0, kNever), 1 / (1 - 0.7));
}

}  // namespace
}  // namespace coldaisle::test
