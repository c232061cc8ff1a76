// The batch evaluator against the engine: for every job and policy start, end, nodes, GPUs and
// cost, and every total, must be the same integers (PLACEMENT, section 5).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <span>

#include "sim/batch/cached_chooser.h"
#include "sim/batch/evaluate.h"
#include "sim/batch/naive_chooser.h"
#include "sim/batch/replay.h"
#include "sim/batch/table_chooser.h"
#include "sim/batch/workspace.h"
#include "sim/core/log_histogram.h"
#include "tests/support/catch.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/reduced.h"
#include "tests/support/run.h"
#include "tests/support/scenario_files.h"
#include "tests/support/shared_data.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {
namespace {

void require_equal_jobs(const Run& run, const std::vector<JobOutcome>& batch) {
  const auto& jobs = run.jobs();
  for (std::size_t job = 0; job < batch.size(); ++job) {
    if (jobs.start_ns[job] != batch[job].start_ns || jobs.end_ns[job] != batch[job].end_ns) {
      FAIL("job " << job << ": " << jobs.start_ns[job] << " to " << jobs.end_ns[job]
                  << " in the engine, " << batch[job].start_ns << " to " << batch[job].end_ns);
    }
    if (batch[job].start_ns == kUnset) continue;
    std::vector<JobPlacement> nodes;
    for_each_member(run.sim(), static_cast<JobIndex>(job), [&](const Member& member, std::int32_t) {
      nodes.push_back({member.node, member.gpu_mask});
    });
    if (nodes != batch[job].nodes) FAIL("job " << job << " is on other nodes or GPUs");
    if (batch[job].end_ns == kUnset) continue;
    if (stay_cost(run.sim(), static_cast<JobIndex>(job), run.sim().now) != batch[job].cost) {
      FAIL("job " << job << " costs something else");
    }
  }
}

// Counts of the histogram that the run's metric `name` fills, by bucket.
std::vector<std::int32_t> histogram_of(const MetricOutput& output, const std::string& name) {
  std::vector<std::int32_t> counts(kHistogramBuckets);
  const auto table =
      std::find_if(output.tables.begin(), output.tables.end(),
                   [&](const MetricTable& each) { return each.path == "/histograms/" + name; });
  REQUIRE(table != output.tables.end());
  const auto& buckets = table->columns.at(0).values;
  for (std::size_t row = 0; row < buckets.size(); ++row) {
    counts.at(static_cast<std::size_t>(buckets[row])) =
        static_cast<std::int32_t>(table->columns.at(2).values[row]);
  }
  return counts;
}

// The evaluator's percentiles are the buckets at which the engine's counts reach them.
void require_equal_percentiles(const std::vector<std::int32_t>& engine, std::int64_t total,
                               const std::int32_t (&batch)[3]) {
  REQUIRE(std::accumulate(engine.begin(), engine.end(), std::int64_t{0}) == total);
  constexpr int kPercentiles[] = {50, 95, 99};
  for (int i = 0; i < 3; ++i) {
    REQUIRE(batch[i] == histogram_percentile(engine.data(), total, kPercentiles[i]));
  }
}

void require_equal_times(const Run& run, const PolicyOutcome& batch) {
  std::vector<TimeNs> waits;
  std::vector<TimeNs> completions;
  WideInt useful = 0;
  for (std::size_t job = 0; job < run.list.size(); ++job) {
    const auto state = run.jobs().state[job];
    const auto index = static_cast<JobIndex>(job);
    if (state == JobState::done) {
      completions.push_back(run.jobs().end_ns[job] - run.list.submit_ns[job]);
      useful += WideInt{run.sim().ask_of(index).gpu_milli} *
                (run.jobs().end_ns[job] - run.jobs().start_ns[job]);
    }
    if (state == JobState::done || state == JobState::running || state == JobState::queued) {
      waits.push_back(waited_ns(run.sim(), index, run.sim().now));
    }
  }
  WideInt wait_sum = 0;
  WideInt completion_sum = 0;
  for (const auto wait : waits) wait_sum += wait;
  for (const auto time : completions) completion_sum += time;
  REQUIRE(batch.useful_area == useful);
  REQUIRE(batch.wait_sum == wait_sum);
  REQUIRE(batch.completion_sum == completion_sum);
  REQUIRE(batch.waits == static_cast<std::int64_t>(waits.size()));
  const auto output = run.output();
  require_equal_percentiles(histogram_of(output, "wait"), batch.waits, batch.wait_bucket);
  require_equal_percentiles(histogram_of(output, "jct"), batch.done, batch.completion_bucket);
}

void require_equal_totals(const Run& run, const PolicyOutcome& batch) {
  const auto& sim = run.sim();
  const auto& world = sim.world;
  const auto count = [&](JobState state) {
    return sim.jobs_in_state[static_cast<std::size_t>(state)];
  };
  REQUIRE(batch.end_ns == sim.now);
  REQUIRE(batch.done == count(JobState::done));
  REQUIRE(batch.rejected == count(JobState::rejected));
  REQUIRE(batch.unschedulable == count(JobState::unschedulable));
  REQUIRE(batch.running == count(JobState::running));
  REQUIRE(batch.queued == count(JobState::queued));
  REQUIRE(batch.pending == count(JobState::pending));
  REQUIRE(batch.capacity_area == world.capacity_milli().area(sim.now));
  REQUIRE(batch.allocated_area == world.allocated_milli().area(sim.now));
  REQUIRE(batch.load_area == world.load().area(sim.now));
  REQUIRE(batch.capacity_milli == world.capacity_milli().amount());
  REQUIRE(batch.allocated_milli == world.allocated_milli().amount());
  REQUIRE(batch.gpu_energy == world.gpu_power_mw().area(sim.now));
  REQUIRE(batch.base_energy == world.base_power_mw().area(sim.now));
  for (int i = 0; i < kPriceClasses; ++i) {
    REQUIRE(batch.cost[i] == world.cost_rate(static_cast<PriceClass>(i)).area(sim.now));
  }
  // The fragmentation sums are the metric's own: compare what it reports.
  const double capacity = static_cast<double>(batch.capacity_area * 1000);
  const double reported = run.value("fragmentation_amount_mean");
  REQUIRE(std::isnan(reported) == (batch.capacity_area == 0));
  if (batch.capacity_area != 0) {
    REQUIRE(reported == 100 * (static_cast<double>(batch.fragment_area) / capacity));
  }
  require_equal_times(run, batch);
}

enum class Naive { yes, no };

// Runs the engine and the evaluator, in its naive way too if asked to, on one scenario under each
// policy.
void compare(const Scenario& scenario, const JobList& list, const std::vector<Scheduler>& policies,
             Naive with_naive) {
  const auto plan = plan_fleet(scenario);
  const auto rank = make_tie_rank(scenario, plan);
  EvaluatorOptions options;
  options.threads = 1;
  const auto cached = make_evaluator(scenario, plan, list, rank, options);
  options.naive = true;
  const auto naive = make_evaluator(scenario, plan, list, rank, options);
  for (std::size_t i = 0; i < policies.size(); ++i) {
    INFO("policy " << i << ": " << policies[i].rules.front().rule << " and "
                   << policies[i].rules.size() - 1 << " more, queue "
                   << static_cast<int>(policies[i].queue));
    auto with_policy = scenario;
    with_policy.scheduler = policies[i];
    Run run(with_policy, list);
    run.finish();
    const std::vector<Policy> one = {make_policy(policies[i])};
    std::vector<PolicyOutcome> outcome(1);
    cached->evaluate(one, outcome);
    require_equal_totals(run, outcome.front());
    require_equal_jobs(run, cached->trace(one.front()));
    if (with_naive == Naive::no) continue;
    std::vector<PolicyOutcome> plain(1);
    naive->evaluate(one, plain);
    REQUIRE(plain == outcome);
  }
}

TEST_CASE("a job that would never end is refused by the evaluator in the engine's words",
          "[differential][batch]") {
  auto scenario = one_gpu_scenario("node-1", 2);
  scenario.fabric.slowdown_ppm = {kPpm, 1'000 * kPpm, 1'000 * kPpm};
  auto list = hand_jobs({{0, 1, {.gpus = 1, .nodes = 2}}});
  list.duration_ns.front() = kMostJobTimeNs;
  Run run(scenario, list);
  const auto engine = thrown_message<ScenarioError>([&] { run.finish(); });
  const auto plan = plan_fleet(scenario);
  const auto rank = make_tie_rank(scenario, plan);
  const auto evaluator = make_evaluator(scenario, plan, list, rank, {.threads = 1});
  const auto batch =
      thrown_message<ScenarioError>([&] { evaluator->trace(make_policy(scenario.scheduler)); });
  CHECK(contains(engine, "job 0 would end more than 292 years after the start"));
  CHECK(batch == engine);
}

TEST_CASE(
    "300 random scenarios under 64 random policies: the evaluator and the engine agree on "
    "every job and total",
    "[differential][batch]") {
  const int scenarios = reduced() ? 20 : 300;
  const int policies = reduced() ? 8 : 64;
  for (int seed = 1; seed <= scenarios; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto scenario = random_fleet(random);
    const auto list = random_jobs(random);
    std::vector<Scheduler> schedulers;
    schedulers.reserve(static_cast<std::size_t>(policies));
    for (int i = 0; i < policies; ++i) schedulers.push_back(random_scheduler(random));
    compare(scenario, list, schedulers, Naive::yes);
  }
}

TEST_CASE("openb in real time under 64 random policies: the evaluator and the engine agree",
          "[differential][batch][openb]") {
  if (!shared_data("openb/openb_pod_list_default.csv")) return;
  const auto scenario = load(scenario_file("openb/timed.json"), scenario_options()).scenario;
  const auto list = make_jobs(scenario, plan_fleet(scenario), 1).list;
  std::mt19937_64 random(1);
  std::vector<Scheduler> schedulers(reduced() ? 4 : 64);
  for (auto& scheduler : schedulers) scheduler = random_scheduler(random);
  compare(scenario, list, schedulers, Naive::no);
}

TEST_CASE("the published policies, lists and seeds: the evaluator and the engine agree",
          "[differential][batch][openb]") {
  if (!shared_data("openb/openb_pod_list_default.csv")) return;
  const std::uint64_t last_seed = reduced() ? 42 : 46;
  for (const char* list : {"default", "cpu050", "gpushare40", "multigpu20"}) {
    for (std::uint64_t seed = 42; seed <= last_seed; ++seed) {
      INFO(list << " seed " << seed);
      auto options = scenario_options();
      options.seed = seed;
      options.overrides = {
          {"/workload/trace", "\"openb/openb_pod_list_" + std::string(list) + ".csv\""}};
      const auto scenario = load(scenario_file("openb/published.json"), options).scenario;
      std::vector<Scheduler> schedulers;
      for (const char* rule : {"dot_product", "gpu_clustering", "gpu_packing", "best_fit", "fgd"}) {
        schedulers.push_back(scenario.scheduler);
        schedulers.back().rules = {{rule, 1}};
      }
      auto watched = scenario;
      watched.metrics.only = {"fragmentation", "wait", "completion"};
      compare(watched, make_jobs(scenario, plan_fleet(scenario), 1).list, schedulers, Naive::no);
    }
  }
}

// What the evaluator of these options makes of the policies, handed over `batch` at a time.
std::vector<PolicyOutcome> outcomes_of(const Scenario& scenario, const JobList& list,
                                       std::span<const Policy> policies,
                                       const EvaluatorOptions& options, std::size_t batch) {
  const auto plan = plan_fleet(scenario);
  const auto rank = make_tie_rank(scenario, plan);
  const auto evaluator = make_evaluator(scenario, plan, list, rank, options);
  std::vector<PolicyOutcome> outcomes(policies.size());
  for (std::size_t from = 0; from < policies.size(); from += batch) {
    const auto count = std::min(batch, policies.size() - from);
    evaluator->evaluate(policies.subspan(from, count), std::span(outcomes).subspan(from, count));
  }
  return outcomes;
}

// The chooser made for a device, on the processor.
std::vector<PolicyOutcome> outcomes_by_cached_chooser(const Scenario& scenario, const JobList& list,
                                                      std::span<const Policy> policies) {
  const auto plan = plan_fleet(scenario);
  const auto rank = make_tie_rank(scenario, plan);
  const ProblemData data(scenario, plan, list, rank);
  const Workspace workspace(data, true);
  std::vector<PolicyOutcome> outcomes;
  outcomes.reserve(policies.size());
  for (const auto& policy : policies) {
    const auto row = to_row(policy);
    CachedChooser chooser(data.view(), workspace.chooser());
    outcomes.push_back(Replay(data.view(), row, workspace.replay(), chooser).run());
  }
  return outcomes;
}

// Every way to compute gives the same bits.
void require_one_outcome(const Scenario& scenario, const JobList& list,
                         std::span<const Policy> policies) {
  const auto expected = outcomes_of(scenario, list, policies, {.threads = 1, .naive = true}, 1000);
  REQUIRE(outcomes_by_cached_chooser(scenario, list, policies) == expected);
  for (const auto set : {InstructionSet::portable, InstructionSet::avx2, InstructionSet::avx512}) {
    if (!has_instruction_set(set)) {
      WARN("not run, for this processor lacks it: " << instruction_set_name(set));
      continue;
    }
    for (const int threads : {1, 2}) {
      for (const std::size_t batch : {1U, 7U, 1000U}) {
        INFO(instruction_set_name(set) << ", " << threads << " threads, batches of " << batch);
        const EvaluatorOptions options{.threads = threads, .instruction_set = set};
        REQUIRE(outcomes_of(scenario, list, policies, options, batch) == expected);
      }
    }
  }
}

// Asks the slow chooser whatever the chooser by tables is asked, so that the first answer that
// differs is named.
class ComparedChooser {
 public:
  ComparedChooser(const ReplayProblem& problem, TableChooser& tables)
      : naive_(problem), tables_(tables) {}

  void reset(const NodeState* nodes, const PolicyRow& policy) {
    naive_.reset(nodes, policy);
    tables_.reset(nodes, policy);
  }

  void changed(std::int32_t place, bool gained) { tables_.changed(place, gained); }

  std::int32_t choose(std::int32_t job, std::int32_t demand, const std::int32_t* gang,
                      std::int32_t gang_size) {
    INFO("job " << job << ", demand " << demand << ", gang of " << gang_size);
    const auto place = naive_.choose(job, demand, gang, gang_size);
    REQUIRE(tables_.choose(job, demand, gang, gang_size) == place);
    return place;
  }

  std::uint32_t pick(std::int32_t job, std::int32_t demand, std::int32_t place) const {
    INFO("job " << job << ", demand " << demand << ", place " << place);
    const auto mask = naive_.pick(job, demand, place);
    REQUIRE(tables_.pick(job, demand, place) == mask);
    return mask;
  }

  std::int64_t fragment(std::int32_t place) const {
    INFO("place " << place);
    const auto fragment = naive_.fragment(place);
    REQUIRE(tables_.fragment(place) == fragment);
    return fragment;
  }

 private:
  NaiveChooser naive_;
  TableChooser& tables_;
};

std::vector<Policy> random_policies(std::mt19937_64& random, int count) {
  std::vector<Policy> policies;
  policies.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) policies.push_back(make_policy(random_scheduler(random)));
  return policies;
}

TEST_CASE("the chooser by tables gives each answer that the naive one gives, policy after policy",
          "[differential][batch]") {
  const int scenarios = reduced() ? 10 : 60;
  for (int seed = 2001; seed <= 2000 + scenarios; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto scenario = random_fleet(random);
    const auto list = random_jobs(random);
    const auto plan = plan_fleet(scenario);
    const auto rank = make_tie_rank(scenario, plan);
    const ProblemData data(scenario, plan, list, rank);
    const Workspace workspace(data, false);
    const DrawTable draws(data.view());
    TableChooser tables(data.view(), vector_kernels(InstructionSet::portable), draws);
    ComparedChooser chooser(data.view(), tables);
    for (const auto& policy : random_policies(random, 12)) {
      CAPTURE(seed, policy.rules.size(),
              rule_names()[static_cast<std::size_t>(policy.rules.front().rule)]);
      const auto row = to_row(policy);
      Replay(data.view(), row, workspace.replay(), chooser).run();
    }
  }
}

TEST_CASE(
    "instruction sets, one and two threads and batches of 1, 7 and 1000 give equal bits on random "
    "scenarios",
    "[differential][batch]") {
  const int scenarios = reduced() ? 5 : 40;
  for (int seed = 1001; seed <= 1000 + scenarios; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto scenario = random_fleet(random);
    const auto list = random_jobs(random);
    require_one_outcome(scenario, list, random_policies(random, 24));
  }
}

TEST_CASE(
    "instruction sets, one and two threads and batches of 1, 7 and 1000 give equal bits on openb",
    "[differential][batch][openb]") {
  if (!shared_data("openb/openb_pod_list_default.csv")) return;
  const auto scenario = load(scenario_file("openb/timed.json"), scenario_options()).scenario;
  const auto list = make_jobs(scenario, plan_fleet(scenario), 1).list;
  std::mt19937_64 random(2);
  require_one_outcome(scenario, list, random_policies(random, reduced() ? 2 : 12));
}

TEST_CASE("the published form: each instruction set gives the bits of the naive evaluator",
          "[differential][batch][openb]") {
  if (!shared_data("openb/openb_pod_list_default.csv")) return;
  const auto scenario = load(scenario_file("openb/published.json"), scenario_options()).scenario;
  const auto list = make_jobs(scenario, plan_fleet(scenario), 1).list;
  std::mt19937_64 random(3);
  const auto policies = random_policies(random, reduced() ? 1 : 4);
  const auto expected = outcomes_of(scenario, list, policies, {.threads = 2, .naive = true}, 1000);
  for (const auto set : {InstructionSet::portable, InstructionSet::avx2, InstructionSet::avx512}) {
    if (!has_instruction_set(set)) continue;  // the tests above say so
    const EvaluatorOptions options{.threads = 2, .instruction_set = set};
    REQUIRE(outcomes_of(scenario, list, policies, options, 1000) == expected);
  }
}

}  // namespace
}  // namespace coldaisle::test
