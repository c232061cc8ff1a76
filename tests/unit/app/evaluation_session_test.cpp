// An evaluation grows batch by batch, survives kills and signals, and goes on where it stopped.
#include "sim/app/evaluation_session.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "sim/app/resume.h"
#include "sim/core/error.h"
#include "sim/results/read_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/child_process.h"
#include "tests/support/fake_evaluation.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;
using test::FakeEvaluator;
using test::thrown_message;

namespace {

constexpr std::int64_t kPolicies = 23;

RunIdentity identity_of(const std::string& scenario) {
  RunIdentity identity;
  identity.provenance.scenario_resolved = scenario;
  identity.provenance.inputs = {{"trace.csv", std::string(64, 'a')}};
  return identity;
}

// An evaluation of kPolicies fake policies into a file, begun afresh or resumed.
class Case {
 public:
  explicit Case(std::string output) : output_(std::move(output)) {}

  void resume() {
    auto earlier = find_earlier_evaluation(output_, identity, evaluation.seed, kPolicies);
    if (earlier) evaluation.outcomes = std::move(earlier->outcomes);
  }

  int run(FakeEvaluator& evaluator, std::int64_t batch = 0) {
    ResultsWriter writer(output_);
    EvaluationSession session(evaluator, policies_, evaluation, writer, identity, batch);
    EvaluationProgress progress(ProgressMode::json, false, err, kPolicies, 0);
    return session.evaluate([&] { return signal; }, progress);
  }

  Evaluation evaluation = test::fake_evaluation(kPolicies, 0);
  RunIdentity identity = identity_of("{}");
  int signal = 0;  // what the session sees
  std::ostringstream err;

 private:
  PolicySource policies_ = test::fake_policies(kPolicies);
  std::string output_;
};

// Evaluates everything at once.
std::string make_reference(const test::TemporaryDirectory& directory) {
  auto path = directory / "reference.h5";
  FakeEvaluator evaluator(100);
  Case whole(path);
  REQUIRE(whole.run(evaluator) == 0);
  return path;
}

// Evaluates in a child that flushes after each batch of 4 and dies at a step of a flush.
int kill_at(const std::string& output, int flush, int step) {
  const auto end = test::run_in_child([&] {
    const auto chosen = std::to_string(flush) + ":" + std::to_string(step);
    ::setenv("COLDAISLE_TEST_FLUSH_MS", "0", 1);
    ::setenv("COLDAISLE_TEST_KILL_IN_FLUSH", chosen.c_str(), 1);
    FakeEvaluator evaluator(4);
    Case killed(output);
    killed.resume();
    killed.run(evaluator);
    return 0;
  });
  return end.signal;
}

}  // namespace

TEST_CASE("an evaluation takes all policies in order, in batches of any size",
          "[app][evaluation]") {
  const test::TemporaryDirectory directory;
  const auto reference = make_reference(directory);
  CHECK(read_results(reference).status == RunStatus::complete);
  for (const std::int64_t batch : {1, 4, 23, 1000}) {
    CAPTURE(batch);
    FakeEvaluator evaluator(7);
    Case run(directory / "a.h5");
    CHECK(run.run(evaluator, batch) == 0);
    CHECK(evaluator.evaluated == kPolicies);
    CHECK(static_cast<std::int64_t>(evaluator.batches.front()) == std::min(batch, kPolicies));
    CHECK(first_difference(directory / "a.h5", reference, {}).empty());
  }
}

TEST_CASE("batches double while they are short, and halve when they are long",
          "[app][evaluation]") {
  using std::chrono::milliseconds;
  CHECK(next_batch(4, 256, milliseconds(99)) == 8);
  CHECK(next_batch(200, 256, milliseconds(0)) == 256);
  CHECK(next_batch(8, 256, milliseconds(100)) == 8);
  CHECK(next_batch(8, 256, milliseconds(500)) == 8);
  CHECK(next_batch(16, 256, milliseconds(501)) == 8);
  CHECK(next_batch(5, 256, milliseconds(9000)) == 4);  // the first batch's size
  CHECK(next_batch(1, 3, milliseconds(9000)) == 1);
}

TEST_CASE("batches that take long stay as small as the first, so that a signal is seen soon",
          "[app][evaluation]") {
  const test::TemporaryDirectory directory;
  FakeEvaluator slow(256);
  slow.after_batch = [] { std::this_thread::sleep_for(std::chrono::milliseconds(120)); };
  Case(directory / "b.h5").run(slow);
  CHECK(slow.batches == std::vector<std::size_t>{4, 4, 4, 4, 4, 3});
}

TEST_CASE("a signal keeps what was evaluated, and a later evaluation goes on there",
          "[app][evaluation]") {
  const test::TemporaryDirectory directory;
  const auto reference = make_reference(directory);
  const auto output = directory / "a.h5";
  Case stopped(output);
  FakeEvaluator evaluator(4);
  evaluator.after_batch = [&] {
    if (evaluator.evaluated >= 8) stopped.signal = SIGTERM;
  };
  CHECK(stopped.run(evaluator, 4) == SIGTERM);
  const auto kept = read_results(output);
  CHECK(kept.status == RunStatus::interrupted);
  CHECK(restore_outcomes(kept, output).size() == 8);
  Case resumed(output);
  resumed.resume();
  FakeEvaluator second(5);
  CHECK(resumed.run(second) == 0);
  CHECK(second.evaluated == kPolicies - 8);
  CHECK(first_difference(output, reference, {}).empty());
}

TEST_CASE("a signal after the last policy leaves a complete evaluation", "[app][evaluation]") {
  const test::TemporaryDirectory directory;
  Case run(directory / "a.h5");
  FakeEvaluator evaluator(100);
  evaluator.after_batch = [&] { run.signal = SIGINT; };
  CHECK(run.run(evaluator, kPolicies) == 0);
  CHECK(read_results(directory / "a.h5").status == RunStatus::complete);
}

TEST_CASE("a kill anywhere in a flush loses nothing flushed, and resuming gives the same payload",
          "[app][evaluation][kill]") {
  const test::TemporaryDirectory directory;
  const auto reference = make_reference(directory);
  const auto datasets = static_cast<int>(test::dataset_count(read_results(reference)));
  // Five flushes come after batches of 4, and the sixth is the finish.
  for (const int flush : {1, 3, 6}) {
    for (const int step : {0, datasets / 2, datasets, datasets + 1, datasets + 2, datasets + 3}) {
      CAPTURE(flush, step);
      const auto output =
          directory / ("in" + std::to_string(flush) + "_" + std::to_string(step) + ".h5");
      REQUIRE(kill_at(output, flush, step) == SIGKILL);
      Case resumed(output);
      resumed.resume();
      const std::int64_t flushed = step >= datasets + 2 ? flush : flush - 1;
      CHECK(static_cast<std::int64_t>(resumed.evaluation.outcomes.size()) ==
            std::min<std::int64_t>(4 * flushed, kPolicies));
      FakeEvaluator evaluator(3);
      CHECK(resumed.run(evaluator) == 0);
      CHECK(first_difference(output, reference, {}).empty());
      CHECK_FALSE(std::filesystem::exists(output + ".part"));
    }
  }
}

TEST_CASE("an evaluation that is killed again and again still comes to its end",
          "[app][evaluation][kill]") {
  const test::TemporaryDirectory directory;
  const auto reference = make_reference(directory);
  const auto output = directory / "a.h5";
  for (int i = 0; i < 5; ++i) REQUIRE(kill_at(output, 2, 0) == SIGKILL);  // one flush more each
  Case resumed(output);
  resumed.resume();
  CHECK(resumed.evaluation.outcomes.size() == 20);
  FakeEvaluator evaluator(100);
  CHECK(resumed.run(evaluator) == 0);
  CHECK(first_difference(output, reference, {}).empty());
}

TEST_CASE("what is left is taken over from the .part first, and only if it is the same evaluation",
          "[app][evaluation]") {
  const test::TemporaryDirectory directory;
  const auto output = directory / "a.h5";
  const auto find = [&](const RunIdentity& identity, std::uint64_t seed, std::size_t policies) {
    return find_earlier_evaluation(output, identity, seed, policies);
  };
  const auto identity = identity_of("{}");
  CHECK_FALSE(find(identity, 7, kPolicies));
  FakeEvaluator evaluator(4);
  REQUIRE(Case(output).run(evaluator) == 0);
  CHECK(find(identity, 7, kPolicies)->file == output);
  CHECK(find(identity, 7, kPolicies)->status == RunStatus::complete);
  const auto message = [&](const RunIdentity& other, std::uint64_t seed) {
    return thrown_message<ScenarioError>([&] { find(other, seed, kPolicies); });
  };
  CHECK(contains(message(identity_of("{ }"), 7), "is of another scenario"));
  CHECK(contains(message(identity, 8), "is of seed 7, not 8"));
  auto changed = identity;
  changed.provenance.inputs[0].second[0] = 'b';
  CHECK(contains(message(changed, 7), "data files"));
  changed = identity;
  changed.provenance.catalog_overrides = "{}";
  CHECK(contains(message(changed, 7), "--catalog"));
  CHECK(contains(thrown_message<IoError>([&] { find(identity, 7, 24); }), "23 policies"));
  std::filesystem::rename(output, output + ".part");
  CHECK(find(identity, 7, kPolicies)->file == output + ".part");
  test::write_file(output + ".part", "not HDF5");
  CHECK_THROWS_AS(find(identity, 7, kPolicies), IoError);
  ResultsWriter(output + ".part").finish(test::sample_results(3));
  CHECK(contains(thrown_message<IoError>([&] { find(identity, 7, kPolicies); }), "holds a run"));
}

TEST_CASE("an evaluation tells its flushes in JSON", "[app][evaluation]") {
  const test::TemporaryDirectory directory;
  const auto report = directory / "report";
  const auto end = test::run_in_child([&] {
    ::setenv("COLDAISLE_TEST_FLUSH_MS", "0", 1);
    FakeEvaluator evaluator(10);
    Case run(directory / "a.h5");
    run.run(evaluator);
    test::write_file(report, run.err.str());
    return 0;
  });
  CHECK(end.exit_code == 0);
  const auto said = test::read_file(report);
  const auto line = nlohmann::json::parse(said.substr(0, said.find('\n')));
  CHECK(line == nlohmann::json{{"flushed", 1}, {"policies_done", 10}});
}
