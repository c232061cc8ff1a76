#include "sim/batch/vector_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "sim/policy/rules/best_fit.h"
#include "sim/policy/rules/dot_product.h"
#include "sim/policy/sigmoid.h"
#include "tests/support/catch.h"

namespace coldaisle::test {
namespace {

// Calls `check` with the kernels of each instruction set; says which the processor lacks.
template <class Check>
void for_each_set(const Check& check) {
  for (const auto set : {InstructionSet::portable, InstructionSet::avx2, InstructionSet::avx512}) {
    if (!has_instruction_set(set)) {
      WARN("not run, for this processor lacks it: " << instruction_set_name(set));
      continue;
    }
    INFO(instruction_set_name(set));
    check(vector_kernels(set));
  }
}

std::size_t size_of(std::int32_t count) {
  return static_cast<std::size_t>(count);
}

// The columns that kernels of scores read, filled at random, and room for what they write.
struct Columns {
  static constexpr std::int32_t kCount = 3 * kLanes;

  explicit Columns(std::mt19937_64& random) {
    for (std::size_t i = 0; i < size_of(kCount); ++i) {
      cpu[i] = static_cast<std::int32_t>(random() % 200'000);
      gpu[i] = static_cast<std::int32_t>(random() % 16'001);
      raw[i] = static_cast<std::int32_t>(random() % 101);
    }
    view = {.cpu_seen = cpu.data(),
            .cpu_after = cpu.data(),
            .gpu_left = gpu.data(),
            .cpu_class = classes.data(),
            .sum = sum.data(),
            .raw = raw.data(),
            .before = before.data(),
            .after = after.data()};
  }

  std::vector<std::int32_t> cpu = std::vector<std::int32_t>(size_of(kCount));
  std::vector<std::int32_t> gpu = cpu;
  std::vector<std::int32_t> raw = cpu;
  std::vector<std::int32_t> classes = cpu;
  std::vector<std::int32_t> sum = std::vector<std::int32_t>(size_of(kCount), 7);
  std::vector<double> before = std::vector<double>(size_of(kCount));
  std::vector<double> after = before;
  ScoreColumns view;
};

}  // namespace

TEST_CASE("kernels: the first place with the largest value", "[batch][kernels]") {
  for_each_set([](const VectorKernels& kernels) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 300; ++round) {
      const auto count = static_cast<std::int32_t>((1 + random() % 5) * kLanes);
      const auto kinds = 1 + random() % 40;
      std::vector<std::int32_t> values(size_of(count));
      for (auto& value : values) {
        value = random() % 3 == 0 ? kNoFit : static_cast<std::int32_t>(random() % kinds);
      }
      const auto best = std::max_element(values.begin(), values.end());
      CHECK(kernels.first_largest(values.data(), count) == best - values.begin());
      std::fill(values.begin(), values.end(), kNoFit);
      CHECK(kernels.first_largest(values.data(), count) == -1);
    }
  });
}

TEST_CASE("kernels: the largest sum with draws leaves out what does not fit", "[batch][kernels]") {
  for_each_set([](const VectorKernels& kernels) {
    std::mt19937_64 random(2);
    for (int round = 0; round < 300; ++round) {
      const std::int32_t count = 2 * kLanes;
      std::vector<std::int32_t> sums(size_of(count));
      std::vector<std::int32_t> totals(size_of(count));
      std::vector<std::uint8_t> draws(size_of(count));
      std::int32_t best = -1;
      std::int32_t largest = -1;
      for (std::size_t i = 0; i < size_of(count); ++i) {
        sums[i] = random() % 4 == 0 ? kNoFit : static_cast<std::int32_t>(random() % 500);
        draws[i] = static_cast<std::uint8_t>(random() % 101);
        const std::int32_t total = sums[i] < 0 ? -1 : sums[i] + 3 * draws[i];
        if (total <= largest) continue;
        largest = total;
        best = static_cast<std::int32_t>(i);
      }
      const Decision decision{sums.data(), draws.data(), 3, totals.data()};
      CHECK(kernels.first_largest_with_draws(decision, count) == best);
    }
  });
}

TEST_CASE("kernels: a min-max is stretched as the rule says, for every range and score",
          "[batch][kernels]") {
  for_each_set([](const VectorKernels& kernels) {
    constexpr std::int32_t kCount = 2 * kLanes;
    std::vector<std::int32_t> sums(size_of(kCount));
    std::vector<std::uint8_t> raw(size_of(kCount), kNoScore);
    for (std::int32_t low = 0; low <= 100; ++low) {
      for (std::int32_t high = low; high <= 100; ++high) {
        std::fill(raw.begin(), raw.end(), kNoScore);
        for (std::int32_t score = low; score <= high; ++score) {
          raw[size_of(score)] = static_cast<std::uint8_t>(score);
        }
        const ScoreRange range{low, high};
        REQUIRE(kernels.range(raw.data(), kCount) == range);
        std::fill(sums.begin(), sums.end(), 5);
        kernels.stretch(sums.data(), raw.data(), kCount, ScoreRange{}, range, 9);
        bool equal = sums.back() == 5;  // where there is no score nothing is added
        for (std::int32_t score = low; score <= high; ++score) {
          const std::int32_t wanted = high == low ? 0 : (score - low) * 100 / (high - low);
          equal = equal && sums[size_of(score)] == 5 + 9 * wanted;
        }
        REQUIRE(equal);
        // From one range to another and back is no change.
        kernels.stretch(sums.data(), raw.data(), kCount, range, ScoreRange{}, 9);
        REQUIRE(std::count(sums.begin(), sums.end(), 5) == kCount);
      }
    }
    std::fill(raw.begin(), raw.end(), kNoScore);
    CHECK(kernels.range(raw.data(), kCount) == ScoreRange{});
  });
}

TEST_CASE("kernels: what is stretched beforehand outside its range is taken back in full",
          "[batch][kernels]") {
  for_each_set([](const VectorKernels& kernels) {
    std::mt19937_64 random(3);
    Columns columns(random);
    const ScoreRange early{40, 60};
    kernels.add_stretched(columns.view, Columns::kCount, early, 11);
    std::vector<std::uint8_t> raw(columns.raw.begin(), columns.raw.end());
    kernels.stretch(columns.sum.data(), raw.data(), Columns::kCount, early, ScoreRange{}, 11);
    CHECK(std::count(columns.sum.begin(), columns.sum.end(), 7) == Columns::kCount);
  });
}

TEST_CASE("kernels: scores equal those of the rules", "[batch][kernels]") {
  for_each_set([](const VectorKernels& kernels) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 100; ++round) {
      Columns columns(random);
      Demand demand;
      demand.cpu_milli = static_cast<std::int32_t>(random() % 100'000);
      demand.gpus = static_cast<std::int32_t>(random() % 9);
      demand.gpu_milli = demand.gpus == 1 ? static_cast<std::int32_t>(random() % 1001) : 1000;
      const std::vector<std::int32_t> steps = {0, 2000, 16'000, 100'000};
      kernels.classify(columns.view, Columns::kCount, steps.data(), 4);
      kernels.add_dot_product(columns.view, Columns::kCount, demand, 3);
      kernels.set_best_fit(columns.view, Columns::kCount, demand);
      bool equal = true;
      for (std::size_t i = 0; i < size_of(Columns::kCount); ++i) {
        const auto dot = DotProduct::score_of(columns.cpu[i], columns.gpu[i], demand);
        const auto below = std::upper_bound(steps.begin(), steps.end(), columns.cpu[i]);
        equal = equal && columns.sum[i] == 7 + 3 * dot &&
                columns.raw[i] == BestFit::score_of(columns.cpu[i], columns.gpu[i], demand) &&
                columns.classes[i] == below - steps.begin();
      }
      REQUIRE(equal);
    }
  });
}

TEST_CASE("kernels: the score of fgd is the sigmoid's at every threshold and beside it",
          "[batch][kernels]") {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kSigmoidThresholds; ++k) {
    const double at = sigmoid_threshold(k);
    for (const double x : {std::nextafter(at, -kFar), at, std::nextafter(at, kFar)}) {
      const auto bin = static_cast<std::size_t>(SigmoidBins::bin(x));
      const auto& bins = sigmoid_bins();
      CHECK(bins.base[bin] + (bins.next[bin] <= x ? 1 : 0) == sigmoid_percent(x));
    }
  }
  for_each_set([](const VectorKernels& kernels) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 200; ++round) {
      Columns columns(random);
      for (std::size_t i = 0; i < size_of(Columns::kCount); ++i) {
        const bool near = random() % 2 == 0;  // scores change fastest around 0
        columns.before[i] = static_cast<double>(random() % 16'000'001) / 1000;
        columns.after[i] = near ? columns.before[i] + (static_cast<double>(random() % 2001) - 1000)
                                : static_cast<double>(random() % 16'000'001) / 1000;
      }
      kernels.add_fgd(columns.view, Columns::kCount, 2);
      bool equal = true;
      for (std::size_t i = 0; i < size_of(Columns::kCount); ++i) {
        const double x = (columns.before[i] - columns.after[i]) / 1000.0;
        equal = equal && columns.sum[i] == 7 + 2 * sigmoid_percent(x);
      }
      REQUIRE(equal);
    }
  });
}

TEST_CASE("kernels: fragmentation of many choices equals that of each, bit by bit",
          "[batch][kernels]") {
  for_each_set([](const VectorKernels& kernels) {
    std::mt19937_64 random(6);
    for (int round = 0; round < 500; ++round) {
      std::vector<std::int32_t> millis(
          size_of(padded(1 + static_cast<std::int32_t>(random() % 30))));
      const auto shares = static_cast<std::int32_t>(1 + random() % millis.size());
      for (auto& milli : millis) milli = static_cast<std::int32_t>(random() % 1001);
      std::vector<TypicalTask> tasks(1 + random() % 40);
      for (auto& task : tasks) {
        task.cpu_milli = static_cast<std::int32_t>(random() % 5) * 10'000;
        task.gpus = static_cast<std::int32_t>(random() % 5);
        task.milli_class = static_cast<std::int32_t>(random() % size_of(shares));
        task.gpu_milli = millis[size_of(task.milli_class)];
        task.model_mask = random() % 3 == 0 ? 1 : 3;
        task.probability = static_cast<double>(random() % 1000) / 7919;
      }
      const TypicalTasks typical{tasks.data(), static_cast<std::int32_t>(tasks.size()),
                                 millis.data(), shares};
      std::int16_t left[kMaxGpusPerNode];
      for (auto& milli : left) milli = static_cast<std::int16_t>(random() % 1001);
      GpuChoices choices;
      choices.left_milli = left;
      choices.millis = millis.data();
      choices.gpus = static_cast<int>(random() % (kMaxGpusPerNode + 1));
      const int model = static_cast<int>(random() % 3) - 1;
      choices.model = static_cast<std::int8_t>(model);
      choices.count = choices.gpus;
      for (int i = 0; i < choices.count; ++i) {
        choices.before[i] = left[i];
        choices.after[i] = static_cast<std::int32_t>(random() % 1001);
      }
      const auto cpu = static_cast<std::int32_t>(random() % 60'000);
      double totals[kChoices] = {};
      kernels.fragments(choices, cpu, typical, totals);
      bool equal = true;
      for (int i = 0; i < choices.count; ++i) {
        const auto kept = left[i];
        left[i] = static_cast<std::int16_t>(choices.after[i]);
        equal = equal && totals[i] == total(fragmentation(left, choices.gpus, model, cpu, typical));
        left[i] = kept;
      }
      REQUIRE(equal);
    }
  });
}

}  // namespace coldaisle::test
