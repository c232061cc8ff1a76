// Evaluates on the CUDA device what the CPU evaluates too: every total must be the same integer.
// Then how many policies a second each does on openb. Ends within four minutes.
//   evaluator_on_device [SOURCE_DIRECTORY]   (trace data: COLDAISLE_DATA, or ../shared/data there)
// It holds no device code, so the host's compiler does, which is quicker.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/verbs.h"
#include "sim/batch/evaluate.h"
#include "sim/policy/policy_set.h"
#include "sim/policy/tie_break.h"
#include "tests/support/random_scenarios.h"

namespace coldaisle::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSkipped = 77;
constexpr double kMostSeconds = 200;  // speeds that would take longer are not measured

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A scenario with all that both evaluators read.
class Contest {
 public:
  Contest(const Scenario& scenario, JobList list)
      : scenario_(scenario),
        list_(std::move(list)),
        plan_(plan_fleet(scenario)),
        rank_(make_tie_rank(scenario, plan_)),
        cpu_(make_evaluator(scenario_, plan_, list_, rank_, {})),
        cuda_(make_evaluator(scenario_, plan_, list_, rank_, {.backend = Backend::cuda})) {}

  Evaluator& cpu() { return *cpu_; }

  Evaluator& cuda() { return *cuda_; }

  // Throws where an outcome, or a job of the last policy, is not the same.
  void compare(const std::vector<Policy>& policies, const std::string& what) {
    std::vector<PolicyOutcome> expected(policies.size());
    std::vector<PolicyOutcome> found(policies.size());
    cpu_->evaluate(policies, expected);
    cuda_->evaluate(policies, found);
    for (std::size_t i = 0; i < policies.size(); ++i) {
      if (found[i] == expected[i]) continue;
      throw std::runtime_error(what + ": the outcome of policy " + std::to_string(i) + " differs");
    }
    const auto jobs = cuda_->trace(policies.back());
    const auto expected_jobs = cpu_->trace(policies.back());
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      if (same(jobs[job], expected_jobs[job])) continue;
      throw std::runtime_error(what + ": job " + std::to_string(job) + " differs");
    }
  }

 private:
  static bool same(const JobOutcome& a, const JobOutcome& b) {
    return a.start_ns == b.start_ns && a.end_ns == b.end_ns && a.cost == b.cost &&
           a.nodes == b.nodes;
  }

  Scenario scenario_;
  JobList list_;
  FleetPlan plan_;
  std::vector<std::int32_t> rank_;
  std::unique_ptr<Evaluator> cpu_, cuda_;
};

std::vector<Policy> random_policies(std::mt19937_64& random, int count) {
  std::vector<Policy> policies;
  policies.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) policies.push_back(make_policy(random_scheduler(random)));
  return policies;
}

void compare_random() {
  constexpr int kScenarios = 40;
  constexpr int kPolicies = 16;
  for (int seed = 1; seed <= kScenarios; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto scenario = random_fleet(random);
    Contest contest(scenario, random_jobs(random));
    contest.compare(random_policies(random, kPolicies), "random scenario " + std::to_string(seed));
  }
  std::printf("%d random scenarios under %d policies each: equal on device and CPU\n", kScenarios,
              kPolicies);
}

Scenario openb(const std::string& sources, const char* name, int random_policies) {
  LoadOptions options = load_options(CommonOptions{});
  if (options.data_directory.empty() && std::getenv("COLDAISLE_DATA") == nullptr) {
    options.data_directory = sources + "/../shared/data";
  }
  options.overrides = {
      {"/policies",
       R"({"presets": ["dot_product", "gpu_clustering", "gpu_packing", "best_fit", "fgd"], )"
       R"("random": {"count": )" +
           std::to_string(random_policies) + "}}"}};
  return load(sources + "/scenarios/openb/" + name, options).scenario;
}

std::vector<Policy> policies_of(const Scenario& scenario, std::int64_t count) {
  const PolicySet set(scenario);
  std::vector<Policy> policies;
  for (std::int64_t i = 0; i < std::min(count, set.size()); ++i) {
    policies.push_back(make_policy(set.scheduler(i)));
  }
  return policies;
}

void compare_openb(const std::string& sources, const char* name) {
  const auto scenario = openb(sources, name, 27);
  Contest contest(scenario, make_jobs(scenario, plan_fleet(scenario), 1).list);
  const auto policies = policies_of(scenario, 32);
  contest.compare(policies, name);
  std::printf("openb/%s under %zu policies: equal on device and CPU\n", name, policies.size());
}

double policies_per_second(Evaluator& evaluator, std::vector<Policy> policies) {
  std::vector<PolicyOutcome> outcomes(policies.size());
  const auto begin = Clock::now();
  evaluator.evaluate(policies, outcomes);
  return static_cast<double>(policies.size()) / seconds_since(begin);
}

void measure(const std::string& sources, Clock::time_point start) {
  const auto scenario = openb(sources, "published.json", 65'536);
  Contest contest(scenario, make_jobs(scenario, plan_fleet(scenario), 1).list);
  auto& cuda = contest.cuda();
  std::printf("%s; %.2f MiB a policy, batches of %lld\n", cuda.description().c_str(),
              static_cast<double>(cuda.bytes_per_policy()) / (1024.0 * 1024.0),
              static_cast<long long>(cuda.batch_size()));
  const double cpu = policies_per_second(contest.cpu(), policies_of(scenario, 512));
  std::printf("%s: %.0f policies/s (512)\n", contest.cpu().description().c_str(), cpu);
  double rate = policies_per_second(cuda, policies_of(scenario, 128));  // warms up
  for (const int count : {1'024, 16'384, 65'536}) {
    const double expected = count / rate;
    if (seconds_since(start) + expected > kMostSeconds) {
      std::printf("%6d policies: not run, for they would take some %.0f s\n", count, expected);
      continue;
    }
    rate = policies_per_second(cuda, policies_of(scenario, count));
    std::printf("%6d policies: %.0f policies/s, %.1f times the CPU's\n", count, rate, rate / cpu);
    std::fflush(stdout);
  }
}

int run(const std::string& sources) {
  const auto start = Clock::now();
  const auto reason = cuda_unavailable();
  if (!reason.empty()) {
    std::printf("skipped: %s\n", reason.c_str());
    return kSkipped;
  }
  compare_random();
  const char* const data = std::getenv("COLDAISLE_DATA");
  const std::string folder = data != nullptr ? data : sources + "/../shared/data";
  if (!std::filesystem::exists(folder + "/openb/openb_pod_list_default.csv")) {
    std::printf("openb is not compared or measured: there is no %s/openb\n", folder.c_str());
    return 0;
  }
  compare_openb(sources, "published.json");
  compare_openb(sources, "timed.json");
  measure(sources, start);
  return 0;
}

}  // namespace
}  // namespace coldaisle::test

int main(int count, char** words) {
  try {
    return coldaisle::test::run(count > 1 ? words[1] : COLDAISLE_SOURCE_DIR);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
