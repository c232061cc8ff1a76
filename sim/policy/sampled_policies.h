#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/policy/sobol_sequence.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

enum class SampleMethod : std::uint8_t { random, sobol };

// The policies of a sample. Each is a function of its number alone (and of the seed, if random), so
// that a longer sample begins with a shorter one's policies.
//
// random: a weight is 0 with probability 1/2, else uniform in 1...most_weight; weights that are all
// 0 are drawn again. sobol: policy i is point i + 1 (point 0, the origin, is passed over), whose
// coordinates are the weights of the rules in their list's order, queue, depth and GPU choice;
// weights that are all 0 become 1 for the largest coordinate.
class SampledPolicies {
 public:
  // Both must outlive it; `base` gives what the sample leaves open.
  SampledPolicies(const PolicySample& sample, const Scheduler& base, SampleMethod method);

  std::int64_t size() const { return sample_->count; }

  Scheduler scheduler(std::int64_t policy) const;

 private:
  // Weights of rules_, and where in their lists the choices are, in [0, 1).
  struct Draw {
    std::vector<int> weights;
    double queue = 0;
    double depth = 0;
    double gpu_choice = 0;
  };

  Draw draw_random(std::int64_t policy) const;
  Draw draw_sobol(std::int64_t policy) const;

  const PolicySample* sample_;
  const Scheduler* base_;
  std::vector<int> rules_;              // indices in the list of rules, ascending
  std::optional<SobolSequence> sobol_;  // unset: random
};

}  // namespace coldaisle
