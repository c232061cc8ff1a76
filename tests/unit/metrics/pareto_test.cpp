#include "sim/metrics/pareto.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>

#include "sim/core/error.h"
#include "tests/support/catch.h"

using namespace coldaisle;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// The definition, word by word.
std::vector<std::uint8_t> oracle(std::span<const Objective> objectives) {
  const auto count = objectives.front().values.size();
  const auto dominates = [&](std::size_t a, std::size_t b) {
    bool better = false;
    for (const auto& [values, direction] : objectives) {
      const double sign = direction == Better::smaller ? 1 : -1;
      if (!(sign * values[a] <= sign * values[b])) return false;
      better = better || sign * values[a] < sign * values[b];
    }
    return better;
  };
  std::vector<std::uint8_t> members(count, 1);
  for (std::size_t b = 0; b < count; ++b) {
    for (const auto& objective : objectives) {
      if (std::isnan(objective.values[b])) members[b] = 0;
    }
    for (std::size_t a = 0; a < count && members[b] != 0; ++a) {
      if (dominates(a, b)) members[b] = 0;
    }
  }
  return members;
}

// Whole numbers of a small range, so that many are equal; some unknown.
std::vector<double> small_numbers(std::mt19937& random, std::size_t count, unsigned range) {
  std::vector<double> values(count);
  for (auto& value : values) {
    value = random() % 50 == 0 ? kUnknown : static_cast<double>(random() % range) - 3;
  }
  return values;
}

}  // namespace

TEST_CASE("the Pareto set is the definition's on random points with duplicates",
          "[metrics][pareto]") {
  std::mt19937 random(7);  // raw numbers of a fixed generator
  for (int round = 0; round < 600; ++round) {
    const std::size_t count = random() % 60;
    const auto range = static_cast<unsigned>(1 + random() % 12);
    std::vector<std::vector<double>> columns;
    std::vector<Objective> objectives;
    columns.reserve(3);
    objectives.reserve(3);
    for (int axis = 0; axis < 2 + round % 2; ++axis) {
      columns.push_back(small_numbers(random, count, range));
    }
    for (const auto& column : columns) {
      objectives.push_back({column, random() % 2 == 0 ? Better::smaller : Better::larger});
    }
    CAPTURE(round, count, range);
    CHECK(pareto_set(objectives) == oracle(objectives));
  }
}

TEST_CASE("equal policies are all in the Pareto set, unknown ones never", "[metrics][pareto]") {
  const std::vector<double> cost = {1, 1, 2, 3, kUnknown, 1};
  const std::vector<double> share = {5, 5, 9, 9, 10, kUnknown};
  const std::vector<Objective> objectives = {{cost, Better::smaller}, {share, Better::larger}};
  CHECK(pareto_set(objectives) == std::vector<std::uint8_t>{1, 1, 1, 0, 0, 0});
}

TEST_CASE("a Pareto set is of two or three objectives of one length", "[metrics][pareto]") {
  const std::vector<double> a = {1, 2};
  const std::vector<double> b = {1};
  const std::vector<Objective> one = {{a}};
  const std::vector<Objective> unlike = {{a}, {b}};
  CHECK_THROWS_AS(pareto_set(one), InternalError);
  CHECK_THROWS_AS(pareto_set(unlike), InternalError);
}

TEST_CASE("a million policies that are all in the Pareto set take a few seconds at most",
          "[metrics][pareto]") {
  constexpr std::size_t kPolicies = 1'000'000;
  std::vector<double> x(kPolicies);
  std::vector<double> y(kPolicies);
  std::vector<double> z(kPolicies);
  for (std::size_t i = 0; i < kPolicies; ++i) {
    const std::size_t row = i / 1000;
    x[i] = static_cast<double>(row);
    y[i] = static_cast<double>(i % 1000);
    z[i] = -x[i] - y[i];
  }
  const std::vector<Objective> objectives = {{x}, {y}, {z}};
  const auto begin = std::chrono::steady_clock::now();
  const auto members = pareto_set(objectives);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
  CHECK(std::count(members.begin(), members.end(), 1) == kPolicies);
}

TEST_CASE("policies rank from best to worst, the lowest number first among equals",
          "[metrics][pareto]") {
  const std::vector<double> values = {2, kUnknown, 1, 2, -1, kUnknown};
  CHECK(best_first({values, Better::smaller}) == std::vector<std::int32_t>{4, 2, 0, 3, 1, 5});
  CHECK(best_first({values, Better::larger}) == std::vector<std::int32_t>{0, 3, 2, 4, 1, 5});
  CHECK(best_first({}).empty());
}
