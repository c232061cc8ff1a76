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

}  // namespace
}  // namespace coldaisle::test
