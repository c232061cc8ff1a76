#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/batch/evaluate.h"
#include "sim/results/evaluation_file.h"

namespace coldaisle::test {

// `count` policies with ids "grid-0", "grid-1", ...: every rule in turn, with some weight.
PolicySource fake_policies(std::int64_t count);

// An outcome made of the policy's numbers alone, beyond 64 bits in the wide ones.
PolicyOutcome fake_outcome(const Policy& policy);

// Stands for the real evaluator: outcomes by fake_outcome(), in batches of `batch`.
class FakeEvaluator : public Evaluator {
 public:
  explicit FakeEvaluator(std::int64_t batch = 4) : batch_(batch) {}

  void evaluate(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes) override;

  std::vector<JobOutcome> trace(const Policy& /*policy*/) override { return {}; }

  std::int64_t batch_size() const override { return batch_; }

  std::int64_t bytes_per_policy() const override { return 1; }

  std::string description() const override { return "fake"; }

  std::int64_t evaluated = 0;              // policies so far
  std::function<void()> after_batch = {};  // called at the end of each batch
  std::vector<std::size_t> batches;        // policies in each

 private:
  std::int64_t batch_;
};

// An evaluation of `count` fake policies of which `evaluated` are.
Evaluation fake_evaluation(std::int64_t count, std::int64_t evaluated);

}  // namespace coldaisle::test
