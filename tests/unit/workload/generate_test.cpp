#include "sim/workload/generate.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"

using namespace coldaisle;
using test::contains;

namespace {

DemandClass demand_class(const std::string& name, double weight, int gpus, TimeNs duration_ns) {
  DemandClass result;
  result.name = name;
  result.weight = weight;
  result.demand.gpus = gpus;
  result.duration_ns.value = static_cast<double>(duration_ns);
  return result;
}

Generator poisson(std::int64_t count) {
  Generator generator;
  generator.name = "mix";
  generator.mean_gap_ns = 10.0 * kNsPerSecond;
  generator.count = count;
  generator.classes = {demand_class("small", 3, 1, kNsPerMinute),
                       demand_class("large", 1, 8, kNsPerHour)};
  generator.classes[0].utilisation = 0.25;
  generator.classes[1].duration_ns.kind = DistributionKind::exponential;
  generator.classes[1].duration_ns.mean = 60e9;
  return generator;
}

Generator constant(double mean_gap_ns) {
  Generator generator = poisson(0);
  generator.process = ArrivalProcess::constant;
  generator.mean_gap_ns = mean_gap_ns;
  return generator;
}

JobList generate(const Generator& generator, std::uint64_t seed = 1, int threads = 1) {
  JobListBuilder builder;
  generate_jobs(generator, 0, seed, threads, builder);
  return builder.finish(0);
}

using Times = std::vector<TimeNs>;

}  // namespace

TEST_CASE("one and four threads generate the same jobs", "[workload][generate]") {
  Generator counted = poisson(20'011);
  Generator until = poisson(0);
  until.until_ns = 200'000 * kNsPerSecond;
  for (const auto& generator : {counted, until}) {
    const JobList one = generate(generator, 7, 1);
    const JobList four = generate(generator, 7, 4);
    CHECK(one.size() > 19'000);
    CHECK(one.submit_ns == four.submit_ns);
    CHECK(one.duration_ns == four.duration_ns);
    CHECK(one.demand_type == four.demand_type);
    CHECK(one.job_group == four.job_group);
    CHECK(one.utilisation_milli == four.utilisation_milli);
    CHECK(one.original_count == four.original_count);
  }
}

TEST_CASE("the job limit and the time limit cut the same sequence of jobs",
          "[workload][generate]") {
  const JobList counted = generate(poisson(3'000), 3);
  Generator generator = poisson(0);
  generator.until_ns = counted.submit_ns.back();
  const JobList until = generate(generator, 3);
  REQUIRE(until.size() == 2'999);
  CHECK(std::equal(until.submit_ns.begin(), until.submit_ns.end(), counted.submit_ns.begin()));
  CHECK(
      std::equal(until.duration_ns.begin(), until.duration_ns.end(), counted.duration_ns.begin()));
}

TEST_CASE("Poisson arrivals keep their rate within four standard errors", "[workload][generate]") {
  constexpr std::int64_t kJobs = 4'000;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const JobList jobs = generate(poisson(kJobs), seed);
    REQUIRE(jobs.size() == kJobs);
    // The sum of n exponential gaps has mean n m and standard deviation sqrt(n) m.
    const double gaps = static_cast<double>(jobs.submit_ns.back()) / (10.0 * kNsPerSecond);
    CHECK(std::abs(gaps - kJobs) < 4.0 * std::sqrt(kJobs));
    CHECK(std::is_sorted(jobs.submit_ns.begin(), jobs.submit_ns.end()));
  }
}

TEST_CASE("demand classes keep their shares within four standard errors", "[workload][generate]") {
  constexpr std::int64_t kJobs = 4'000;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const JobList jobs = generate(poisson(kJobs), seed);
    const auto small = std::count(jobs.demand_type.begin(), jobs.demand_type.end(), 0);
    CHECK(std::abs(static_cast<double>(small) - 0.75 * kJobs) <
          4.0 * std::sqrt(kJobs * 0.75 * 0.25));
    CHECK(jobs.original_count == std::vector<std::int64_t>{small, kJobs - small});
  }
}

TEST_CASE("a generated job has its class's demand, utilisation and duration",
          "[workload][generate]") {
  const JobList jobs = generate(poisson(500));
  CHECK(jobs.groups == std::vector<std::string>{"mix/small", "mix/large"});
  CHECK(jobs.names.empty());
  double sum_large = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const bool large = jobs.job_group[i] == 1;
    const auto& demand = jobs.demands[static_cast<std::size_t>(jobs.demand_type[i])];
    CHECK(demand.gpus == (large ? 8 : 1));
    CHECK(jobs.utilisation_milli[i] == (large ? 1000 : 250));
    if (!large) CHECK(jobs.duration_ns[i] == kNsPerMinute);
    if (large) sum_large += static_cast<double>(jobs.duration_ns[i]);
  }
  const auto large = static_cast<double>(jobs.original_count[1]);
  CHECK(std::abs(sum_large / 60e9 - large) < 4.0 * std::sqrt(large));
}

TEST_CASE("constant arrivals are exact and start at the start", "[workload][generate]") {
  Generator generator = constant(2.5e9);
  generator.first_ns = 37 * kNsPerSecond;
  generator.count = 4;
  CHECK(generate(generator).submit_ns ==
        Times{37'000'000'000, 39'500'000'000, 42'000'000'000, 44'500'000'000});
}

TEST_CASE("no job arrives at until or later", "[workload][generate]") {
  Generator generator = constant(1e9);
  generator.until_ns = 3 * kNsPerSecond;
  CHECK(generate(generator).submit_ns == Times{0, kNsPerSecond, 2 * kNsPerSecond});
  generator.until_ns = 3 * kNsPerSecond + 1;
  CHECK(generate(generator).size() == 4);
  generator.first_ns = generator.until_ns;
  CHECK(generate(generator).size() == 0);
}

TEST_CASE("generators draw from streams of their own", "[workload][generate]") {
  JobListBuilder first;
  JobListBuilder second;
  generate_jobs(poisson(50), 0, 1, 1, first);
  generate_jobs(poisson(50), 1, 1, 1, second);
  CHECK(first.list().submit_ns != second.list().submit_ns);
  CHECK(generate(poisson(50), 1).submit_ns != generate(poisson(50), 2).submit_ns);
}

TEST_CASE("durations are at least one nanosecond and at most 73 years", "[workload][generate]") {
  Generator generator = constant(1e9);
  generator.count = 1;
  generator.classes.resize(1);
  generator.classes[0].duration_ns.value = 0.2;
  CHECK(generate(generator).duration_ns == Times{1});
  generator.classes[0].duration_ns.value = 2.5;
  CHECK(generate(generator).duration_ns == Times{3});
  generator.classes[0].duration_ns.value = 1e300;
  CHECK(generate(generator).duration_ns == Times{kMostJobTimeNs});
}

TEST_CASE("too many jobs or arrivals beyond 73 years are the user's error",
          "[workload][generate][bad-input]") {
  Generator generator = poisson(kMostJobs + 1);
  CHECK_THROWS_WITH(generate(generator),
                    contains("/workload/generate/0") && contains("more than 100000000 jobs"));
  generator = constant(1);
  generator.until_ns = kNsPerHour;
  CHECK_THROWS_AS(generate(generator), ScenarioError);
  generator = constant(1e18);
  generator.count = 10;
  CHECK_THROWS_WITH(generate(generator), contains("after more than 73 years"));
}
