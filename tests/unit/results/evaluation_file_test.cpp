#include "sim/results/evaluation_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/core/error.h"
#include "sim/results/outcome_fields.h"
#include "sim/results/read_hdf5.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/fake_evaluation.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::column;

namespace {

Results collect(const Evaluation& evaluation, RunStatus status = RunStatus::complete) {
  auto judgement =
      judge(evaluation.outcomes, evaluation.policies.size(), evaluation.facts, evaluation.criteria);
  return collect_evaluation(evaluation, std::move(judgement), status, {});
}

}  // namespace

TEST_CASE("halves of 128 bits join to the number that they were made of", "[results][evaluation]") {
  const WideInt most = ~(WideInt{1} << 127);
  for (const WideInt value :
       {WideInt{0}, WideInt{1}, WideInt{-1}, WideInt{INT64_MAX}, WideInt{INT64_MIN}, most,
        -most - 1, WideInt{UINT64_MAX}, -WideInt{UINT64_MAX}}) {
    CHECK((join_halves(high_half(value), low_half(value)) == value));
  }
}

TEST_CASE("each member of an outcome is one field, which sets what it gets",
          "[results][evaluation]") {
  PolicyOutcome outcome;
  WideInt value = 11;
  for (const auto& field : outcome_fields()) field.set(outcome, ++value);
  value = 11;
  for (const auto& field : outcome_fields()) CHECK((field.get(outcome) == ++value));
}

TEST_CASE("the outcomes in an evaluation's file come back bit by bit", "[results][evaluation]") {
  const test::TemporaryDirectory directory;
  auto evaluation = test::fake_evaluation(20, 13);
  evaluation.outcomes[4].endless_job = 5;
  ResultsWriter(directory / "a.h5").finish(collect(evaluation, RunStatus::interrupted));
  const auto read = read_results(directory / "a.h5");
  CHECK(read.kind == "evaluation");
  CHECK(read.status == RunStatus::interrupted);
  CHECK((restore_outcomes(read, "a.h5") == evaluation.outcomes));
  const auto ids = policy_ids(read, "a.h5");
  CHECK(std::equal(ids.begin(), ids.end(), evaluation.policies.ids.begin(),
                   evaluation.policies.ids.end()));
}

TEST_CASE("an evaluation's file holds parameters, metrics, rank and Pareto set",
          "[results][evaluation]") {
  const auto evaluation = test::fake_evaluation(9, 8);
  const auto results = collect(evaluation);
  const auto metrics = evaluation_metrics().size();
  const auto rules = evaluation.policies.rules.size();
  CHECK(column<std::int32_t>(results, "/policies", "weights").size() == 9 * rules);
  CHECK(column<std::int32_t>(results, "/policies", "weights")[rules + 1] == 2);
  CHECK(column<std::int32_t>(results, "/policies", "depth")[3] == 4);
  const auto values = column<double>(results, "/metrics", "value");
  REQUIRE(values.size() == 9 * metrics);
  CHECK(values[0] == static_cast<double>(evaluation.outcomes[0].done));
  CHECK(std::isnan(values[8 * metrics]));
  const auto done = column<std::uint8_t>(results, "/metrics", "done");
  CHECK(std::count(done.begin(), done.end(), 1) == 8);
  const auto rank = column<std::int32_t>(results, "/metrics", "rank");
  CHECK(rank[8] == 0);
  auto sorted = std::vector(rank.begin(), rank.begin() + 8);
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == std::vector<std::int32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  const auto pareto = column<std::uint8_t>(results, "/metrics", "pareto");
  CHECK(std::count(pareto.begin(), pareto.end(), 1) > 0);
  CHECK(pareto[8] == 0);
  const auto names = column<std::string>(results, "/metrics", "metric");
  const auto ranks = column<std::uint8_t>(results, "/metrics", "ranks");
  CHECK(names[static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), 1) - ranks.begin())] ==
        "cost_usd");
}

TEST_CASE("compare --exact tells evaluations apart by a single bit of an outcome",
          "[results][evaluation]") {
  const test::TemporaryDirectory directory;
  auto evaluation = test::fake_evaluation(5, 5);
  ResultsWriter(directory / "a.h5").finish(collect(evaluation));
  ResultsWriter(directory / "b.h5").finish(collect(evaluation));
  CHECK(first_difference(directory / "a.h5", directory / "b.h5", {}).empty());
  evaluation.outcomes[3].fragment_area += 1;
  ResultsWriter(directory / "b.h5").finish(collect(evaluation));
  CHECK(test::contains(first_difference(directory / "a.h5", directory / "b.h5", {}),
                       "/outcomes/fragment_area_low row 3"));
}

TEST_CASE("an evaluation of no policy yet can be written and read", "[results][evaluation]") {
  const test::TemporaryDirectory directory;
  ResultsWriter(directory / "a.h5").finish(collect(test::fake_evaluation(3, 0)));
  CHECK(restore_outcomes(read_results(directory / "a.h5"), "a.h5").empty());
}

TEST_CASE("outcomes that are missing from a file are a file error that names them",
          "[results][evaluation]") {
  const auto message =
      test::thrown_message<IoError>([] { restore_outcomes(test::sample_results(3), "a.h5"); });
  CHECK(test::contains(message, "a.h5: /metrics/done is missing"));
  const auto evaluation = test::fake_evaluation(3, 2);
  auto results = collect(evaluation);
  std::erase_if(results.groups, [](const ResultGroup& each) { return each.path == "/outcomes"; });
  CHECK(test::contains(test::thrown_message<IoError>([&] { restore_outcomes(results, "a.h5"); }),
                       "/outcomes/end is missing"));
}
