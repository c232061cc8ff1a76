#pragma once

#include <cstdint>

#include "sim/batch/evaluate.h"
#include "sim/policy/fragmentation.h"
#include "sim/policy/rule_context.h"

namespace coldaisle {

// Arrays that kernels read or write are as long as a multiple of kLanes; what lies behind `count`
// is computed as well and means nothing.
inline constexpr std::int32_t kLanes = 64;

inline constexpr std::int32_t padded(std::int32_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

// The kept sum of a node that does not fit: so low that no score lifts it to 0.
inline constexpr std::int32_t kNoFit = INT32_MIN / 2;
// The kept byte of the min-max rule where the node does not fit; scores are 0...100.
inline constexpr std::uint8_t kNoScore = 255;

// sigmoid_percent() in two look-ups. The line is cut into bins of which none holds two thresholds:
// the score of x is `base` of its bin, and one more from `next` of its bin on.
struct SigmoidBins {
  static constexpr std::int32_t kBins = 641;
  static constexpr double kFirst = -5.0;
  static constexpr double kPerUnit = 64.0;

  std::int32_t base[kBins];
  double next[kBins];

  SigmoidBins();

  static std::int32_t bin(double x) {
    const double at = (x - kFirst) * kPerUnit;
    return static_cast<std::int32_t>(at < 0 ? 0 : (at > kBins - 1 ? kBins - 1 : at));
  }
};

const SigmoidBins& sigmoid_bins();

// Nodes to score for one demand, as columns.
struct ScoreColumns {
  std::int32_t* place = nullptr;
  std::int32_t* set = nullptr;        // what is left on the GPUs, see ScoreTables
  std::int32_t* cpu_seen = nullptr;   // CPU left, as scores see it
  std::int32_t* cpu_after = nullptr;  // CPU left once the demand is placed
  std::int32_t* gpu_left = nullptr;   // GPU-milli left
  std::int32_t* cpu_class = nullptr;  // of cpu_after, see ScoreTables
  std::int32_t* sum = nullptr;        // weighted scores
  std::int32_t* raw = nullptr;        // score of the min-max rule
  double* before = nullptr;           // F of the node
  double* after = nullptr;            // F of the node once the demand is placed
};

// Lowest and highest score of the min-max rule over the nodes that fit; low > high where none does.
struct ScoreRange {
  std::int32_t low = kNoScore;
  std::int32_t high = -1;

  friend bool operator==(const ScoreRange&, const ScoreRange&) = default;
};

// One decision: the first place with the largest sum + weight x draw.
struct Decision {
  const std::int32_t* sums = nullptr;   // [count], negative where the node does not fit
  const std::uint8_t* draws = nullptr;  // [count]
  std::int32_t weight = 0;
  std::int32_t* totals = nullptr;  // [count] to work with
};

// Contents of one node's GPUs that differ in one GPU: choice i has `after[i]` milli left on a GPU
// that has `before[i]` in the others. A choice with both 0 is the node as it stands.
inline constexpr int kChoices = kMaxGpusPerNode;

struct GpuChoices {
  const std::int16_t* left_milli = nullptr;
  const std::int32_t* millis = nullptr;  // of the typical tasks, padded(milli_count)
  int gpus = 0;
  std::int8_t model = -1;
  int count = 1;
  std::int32_t before[kChoices] = {};
  std::int32_t after[kChoices] = {};
};

// The loops of the CPU evaluator that are worth vector instructions, once for each instruction set.
// All sets give the same bits.
struct VectorKernels {
  // The first place with the largest value, or -1 where all are negative.
  std::int32_t (*first_largest)(const std::int32_t* values, std::int32_t count);
  // The same of sum + weight x draw, where the sum is not negative.
  std::int32_t (*first_largest_with_draws)(const Decision& decision, std::int32_t count);
  ScoreRange (*range)(const std::uint8_t* raw, std::int32_t count);
  // sums += weight x (raw stretched over `to` - raw stretched over `from`), where raw is a score:
  // what add_stretched() added over another range.
  void (*stretch)(std::int32_t* sums, const std::uint8_t* raw, std::int32_t count,
                  const ScoreRange& from, const ScoreRange& to, std::int32_t weight);
  // values |= bit & masks.
  void (*mark)(std::uint64_t* values, const std::uint64_t* masks, std::int32_t count,
               std::uint64_t bit);
  // cpu_class: how many of the ascending `steps` are at or below cpu_after.
  void (*classify)(const ScoreColumns& columns, std::int32_t count, const std::int32_t* steps,
                   std::int32_t step_count);
  // sum += weight x score.
  void (*add_scores)(const ScoreColumns& columns, std::int32_t count, const std::uint8_t* scores,
                     std::int32_t weight);
  // sum += weight x raw stretched over `range`, where it may lie outside of it.
  void (*add_stretched)(const ScoreColumns& columns, std::int32_t count, const ScoreRange& range,
                        std::int32_t weight);
  // sum += weight x the rule's score.
  void (*add_dot_product)(const ScoreColumns& columns, std::int32_t count, const Demand& demand,
                          std::int32_t weight);
  void (*add_fgd)(const ScoreColumns& columns, std::int32_t count, std::int32_t weight);
  // raw = the score of best_fit, before the min-max.
  void (*set_best_fit)(const ScoreColumns& columns, std::int32_t count, const Demand& demand);
  // F of a node for each choice; totals[kChoices].
  void (*fragments)(const GpuChoices& choices, std::int32_t cpu_left_milli,
                    const TypicalTasks& typical, double* totals);
};

// The kernels of a set that the processor has (has_instruction_set()).
const VectorKernels& vector_kernels(InstructionSet set);

}  // namespace coldaisle
