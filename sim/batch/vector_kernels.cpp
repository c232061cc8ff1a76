#include "sim/batch/vector_kernels.h"

#include <cstring>
#include <limits>

#include "sim/core/error.h"
#include "sim/policy/rules/best_fit.h"
#include "sim/policy/rules/dot_product.h"
#include "sim/policy/sigmoid.h"

// Each kernel is written once, as a plain loop that compilers vectorise, and is inlined into one
// function for each instruction set. The attribute stands on those functions alone, so that nothing
// compiled for a newer processor can be linked into the code of an older one.
#if defined(__x86_64__)
#define COLDAISLE_X86 1
#if defined(__clang__)
#define COLDAISLE_WIDE ""
#else
#define COLDAISLE_WIDE ",prefer-vector-width=512"
#endif
#define COLDAISLE_AVX2 __attribute__((target("avx2")))
#define COLDAISLE_AVX512 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl" COLDAISLE_WIDE)))
#endif
#define COLDAISLE_INLINE __attribute__((always_inline)) inline

namespace coldaisle {

SigmoidBins::SigmoidBins() {
  int k = 0;
  for (std::int32_t b = 0; b < kBins; ++b) {
    base[b] = k;
    next[b] =
        k < kSigmoidThresholds ? sigmoid_threshold(k) : std::numeric_limits<double>::infinity();
    int inside = 0;
    for (; k < kSigmoidThresholds && bin(sigmoid_threshold(k)) == b; ++k) ++inside;
    expects(inside <= 1, "two thresholds of the sigmoid fall into one bin");
  }
}

const SigmoidBins& sigmoid_bins() {
  static const SigmoidBins kBins;
  return kBins;
}

namespace {

// ------------------------------------------------------------------ one decision

// Registers of an instruction set, as arrays on which operators work element by element.
struct Registers16 {
  using Ints = std::int32_t __attribute__((vector_size(16)));
  using Doubles = double __attribute__((vector_size(16)));
  static constexpr std::int32_t kInts = 4;
  static constexpr std::int32_t kDoubles = 2;
};

struct Registers32 {
  using Ints = std::int32_t __attribute__((vector_size(32)));
  using Doubles = double __attribute__((vector_size(32)));
  static constexpr std::int32_t kInts = 8;
  static constexpr std::int32_t kDoubles = 4;
};

struct Registers64 {
  using Ints = std::int32_t __attribute__((vector_size(64)));
  using Doubles = double __attribute__((vector_size(64)));
  static constexpr std::int32_t kInts = 16;
  static constexpr std::int32_t kDoubles = 8;
};

template <class Registers>
COLDAISLE_INLINE std::int32_t first_largest(const std::int32_t* values, std::int32_t count) {
  using Ints = typename Registers::Ints;
  constexpr std::int32_t kInts = Registers::kInts;
  constexpr std::int32_t kChains = 4;  // independent, to hide latency
  static_assert(kLanes % (kChains * kInts) == 0);
  Ints best[kChains];
  Ints at[kChains];
  Ints here;
  for (std::int32_t lane = 0; lane < kInts; ++lane) here[lane] = lane;
  for (std::int32_t chain = 0; chain < kChains; ++chain) {
    best[chain] = Ints{} - 1;
    at[chain] = Ints{} - 1;
  }
  for (std::int32_t i = 0; i < count; i += kChains * kInts) {
    for (std::int32_t chain = 0; chain < kChains; ++chain) {
      Ints value;
      std::memcpy(&value, values + i + std::int64_t{chain} * kInts, sizeof(value));
      const auto larger = value > best[chain];
      best[chain] = larger ? value : best[chain];
      at[chain] = larger ? here : at[chain];
      here += kInts;
    }
  }
  std::int32_t bests[kChains * kInts];
  std::int32_t places[kChains * kInts];
  std::memcpy(bests, best, sizeof(bests));
  std::memcpy(places, at, sizeof(places));
  std::int32_t largest = -1;
  for (const auto value : bests) largest = value > largest ? value : largest;
  std::int32_t found = INT32_MAX;
  for (std::int32_t i = 0; i < kChains * kInts; ++i) {
    const std::int32_t place = bests[i] == largest ? places[i] : INT32_MAX;
    found = place < found ? place : found;
  }
  return largest < 0 ? -1 : found;
}

template <class Registers>
COLDAISLE_INLINE std::int32_t first_largest_with_draws(const Decision& decision,
                                                       std::int32_t count) {
  const auto* const sums = decision.sums;
  const auto* const draws = decision.draws;
  const std::int32_t weight = decision.weight;
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t total = sums[i] + weight * draws[i];
    decision.totals[i] = sums[i] < 0 ? -1 : total;
  }
  return first_largest<Registers>(decision.totals, count);
}

COLDAISLE_INLINE ScoreRange range(const std::uint8_t* raw, std::int32_t count) {
  std::uint8_t low = kNoScore;
  std::uint8_t above = 0;  // highest + 1: kNoScore + 1 is 0
  for (std::int32_t i = 0; i < count; ++i) {
    const auto next = static_cast<std::uint8_t>(raw[i] + 1);
    low = raw[i] < low ? raw[i] : low;
    above = next > above ? next : above;
  }
  return {low, above - 1};
}

// (raw - low) x 100 / span, floored, is (raw - low) x factor >> kStretchBits for every span up to
// 100 and raw - low up to the span; a test tries them all.
constexpr int kStretchBits = 20;

struct Stretch {
  std::int32_t low = 0;
  std::int32_t high = 0;
  std::int32_t factor = 0;

  COLDAISLE_INLINE explicit Stretch(const ScoreRange& range) : low(range.low), high(range.high) {
    const std::int32_t span = high - low;
    if (span > 0) factor = kMaxScore * (((1 << kStretchBits) + span - 1) / span);
  }

  COLDAISLE_INLINE std::int32_t of(std::int32_t score) const {
    const std::int32_t raised = score > low ? score : low;
    const std::int32_t limited = raised < high ? raised : high;
    return factor == 0 ? 0 : (limited - low) * factor >> kStretchBits;
  }
};

COLDAISLE_INLINE void stretch(std::int32_t* sums, const std::uint8_t* raw, std::int32_t count,
                              const ScoreRange& from, const ScoreRange& to, std::int32_t weight) {
  const Stretch before(from);
  const Stretch after(to);
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t score = raw[i];
    const std::int32_t added = weight * (after.of(score) - before.of(score));
    sums[i] += score == kNoScore ? 0 : added;
  }
}

// ------------------------------------------------------------------ scores of nodes

COLDAISLE_INLINE void classify(const ScoreColumns& c, std::int32_t count, const std::int32_t* steps,
                               std::int32_t step_count) {
  std::int32_t* const classes = c.cpu_class;
  const std::int32_t* const cpu = c.cpu_after;
  for (std::int32_t i = 0; i < count; ++i) classes[i] = 0;
  for (std::int32_t step = 0; step < step_count; ++step) {
    const std::int32_t at = steps[step];
    for (std::int32_t i = 0; i < count; ++i) classes[i] += cpu[i] >= at ? 1 : 0;
  }
}

COLDAISLE_INLINE void mark(std::uint64_t* values, const std::uint64_t* masks, std::int32_t count,
                           std::uint64_t bit) {
  for (std::int32_t i = 0; i < count; ++i) values[i] |= bit & masks[i];
}

COLDAISLE_INLINE void add_scores(const ScoreColumns& c, std::int32_t count,
                                 const std::uint8_t* scores, std::int32_t weight) {
  std::int32_t* const sum = c.sum;
  for (std::int32_t i = 0; i < count; ++i) sum[i] += weight * scores[i];
}

COLDAISLE_INLINE void add_dot_product(const ScoreColumns& c, std::int32_t count,
                                      const Demand& demand, std::int32_t weight) {
  const Demand wanted = demand;
  for (std::int32_t i = 0; i < count; ++i) {
    c.sum[i] += weight * DotProduct::score_of(c.cpu_seen[i], c.gpu_left[i], wanted);
  }
}

COLDAISLE_INLINE void set_best_fit(const ScoreColumns& c, std::int32_t count,
                                   const Demand& demand) {
  const Demand wanted = demand;
  for (std::int32_t i = 0; i < count; ++i) {
    c.raw[i] = BestFit::score_of(c.cpu_seen[i], c.gpu_left[i], wanted);
  }
}

COLDAISLE_INLINE void add_stretched(const ScoreColumns& c, std::int32_t count,
                                    const ScoreRange& range, std::int32_t weight) {
  const Stretch stretched(range);
  for (std::int32_t i = 0; i < count; ++i) c.sum[i] += weight * stretched.of(c.raw[i]);
}

COLDAISLE_INLINE void add_fgd(const ScoreColumns& c, std::int32_t count, std::int32_t weight) {
  const auto& bins = sigmoid_bins();
  for (std::int32_t i = 0; i < count; ++i) {
    const double x = (c.before[i] - c.after[i]) / 1000.0;
    const std::int32_t bin = SigmoidBins::bin(x);
    c.sum[i] += weight * (bins.base[bin] + (bins.next[bin] <= x ? 1 : 0));
  }
}

// ------------------------------------------------------------------ fragmentation

// Most distinct GPU shares among the typical tasks: 0...1000 milli.
constexpr int kMaxMilliClasses = kMilliPerGpu + 1;

// GPU-milli left, and for each distinct share: GPUs with that much left, and milli on those
// without.
struct NodeCounts {
  std::int32_t left;
  std::int32_t able[padded(kMaxMilliClasses)];
  std::int32_t too_small[padded(kMaxMilliClasses)];
};

template <class Registers>
COLDAISLE_INLINE void count_node(const GpuChoices& choices, const TypicalTasks& typical,
                                 NodeCounts& counts) {
  using Ints = typename Registers::Ints;
  counts.left = 0;
  for (int gpu = 0; gpu < choices.gpus; ++gpu) counts.left += choices.left_milli[gpu];
  for (int k = 0; k < typical.milli_count; k += Registers::kInts) {
    Ints millis;
    std::memcpy(&millis, choices.millis + k, sizeof(millis));
    Ints able = {};
    Ints too_small = {};
    for (int gpu = 0; gpu < choices.gpus; ++gpu) {
      const Ints left = Ints{} + choices.left_milli[gpu];
      const auto enough = left >= millis;
      able -= enough;
      too_small += left & ~enough;
    }
    std::memcpy(counts.able + k, &able, sizeof(able));
    std::memcpy(counts.too_small + k, &too_small, sizeof(too_small));
  }
}

// What one share means to some choices of a node's GPUs: how many have that much left, and the
// milli on those that have not.
template <class Registers>
struct ShareOfChoices {
  typename Registers::Doubles able;
  typename Registers::Doubles too_small;
};

// The same sums in the same order as fragmentation(), a lane for each choice. A lane that a class
// does not concern adds 0 to it, which changes no bit.
template <class Registers>
COLDAISLE_INLINE void fragments_of(const GpuChoices& choices, const NodeCounts& counts, int first,
                                   std::int32_t cpu_left_milli, const TypicalTasks& typical,
                                   double* totals) {
  using Doubles = typename Registers::Doubles;
  constexpr int kCount = Registers::kDoubles;
  Doubles before;
  Doubles after;
  for (int i = 0; i < kCount; ++i) {
    before[i] = choices.before[first + i];
    after[i] = choices.after[first + i];
  }
  const Doubles zero = {};
  const Doubles one = zero + 1.0;
  ShareOfChoices<Registers> shares[kMaxMilliClasses];
  for (int k = 0; k < typical.milli_count; ++k) {
    const Doubles milli = zero + static_cast<double>(typical.millis[k]);
    const auto had = before >= milli;
    const auto has = after >= milli;
    shares[k].able =
        zero + static_cast<double>(counts.able[k]) - (had ? one : zero) + (has ? one : zero);
    shares[k].too_small = zero + static_cast<double>(counts.too_small[k]) - (had ? zero : before) +
                          (has ? zero : after);
  }
  const Doubles left = zero + static_cast<double>(counts.left) - before + after;
  Doubles by_class[kFragmentClasses];
  for (auto& sum : by_class) sum = zero;
  for (int t = 0; t < typical.count; ++t) {
    const TypicalTask& task = typical.tasks[t];
    const bool cpu = cpu_left_milli >= task.cpu_milli;
    const Doubles part = left * task.probability;
    if (task.gpus == 0) {
      const auto why = cpu ? FragmentClass::cpu_task : FragmentClass::no_cpu_task;
      by_class[static_cast<int>(why)] += part;
      continue;
    }
    if (choices.model < 0 || ((task.model_mask >> choices.model) & 1) == 0) {
      by_class[static_cast<int>(FragmentClass::wrong_model)] += part;
      continue;
    }
    const auto& share = shares[task.milli_class];
    const auto suits = share.able >= static_cast<double>(task.gpus);
    if (cpu) {
      const Doubles unfit = share.too_small * task.probability;
      by_class[static_cast<int>(FragmentClass::cpu_only)] += suits ? unfit : part;
    } else {
      by_class[static_cast<int>(FragmentClass::gpu_only)] += suits ? part : zero;
      by_class[static_cast<int>(FragmentClass::neither)] += suits ? zero : part;
    }
  }
  Doubles total = zero;
  for (const auto& sum : by_class) total += sum;
  std::memcpy(totals + first, &total, sizeof(total));
}

template <class Registers>
COLDAISLE_INLINE void fragments(const GpuChoices& choices, std::int32_t cpu_left_milli,
                                const TypicalTasks& typical, double* totals) {
  NodeCounts counts;
  count_node<Registers>(choices, typical, counts);
  for (int first = 0; first < choices.count; first += Registers::kDoubles) {
    fragments_of<Registers>(choices, counts, first, cpu_left_milli, typical, totals);
  }
}

// ------------------------------------------------------------------ once for each instruction set

// Portable<kernel>::run is the kernel compiled for any processor, and so on.
template <auto kKernel>
struct Portable;

template <class Result, class... Args, Result (*kKernel)(Args...)>
struct Portable<kKernel> {
  static Result run(Args... args) { return kKernel(args...); }
};

#if defined(COLDAISLE_X86)
template <auto kKernel>
struct Avx2;

template <class Result, class... Args, Result (*kKernel)(Args...)>
struct Avx2<kKernel> {
  COLDAISLE_AVX2 static Result run(Args... args) { return kKernel(args...); }
};

template <auto kKernel>
struct Avx512;

template <class Result, class... Args, Result (*kKernel)(Args...)>
struct Avx512<kKernel> {
  COLDAISLE_AVX512 static Result run(Args... args) { return kKernel(args...); }
};
#endif

template <template <auto> class Set, class Registers>
constexpr VectorKernels kKernels = {
    .first_largest = Set<first_largest<Registers>>::run,
    .first_largest_with_draws = Set<first_largest_with_draws<Registers>>::run,
    .range = Set<range>::run,
    .stretch = Set<stretch>::run,
    .mark = Set<mark>::run,
    .classify = Set<classify>::run,
    .add_scores = Set<add_scores>::run,
    .add_stretched = Set<add_stretched>::run,
    .add_dot_product = Set<add_dot_product>::run,
    .add_fgd = Set<add_fgd>::run,
    .set_best_fit = Set<set_best_fit>::run,
    .fragments = Set<fragments<Registers>>::run,
};

}  // namespace

const VectorKernels& vector_kernels(InstructionSet set) {
  expects(has_instruction_set(set), "the processor has the instructions asked for");
#if defined(COLDAISLE_X86)
  if (set == InstructionSet::avx2) return kKernels<Avx2, Registers32>;
  if (set == InstructionSet::avx512) return kKernels<Avx512, Registers64>;
#endif
  return kKernels<Portable, Registers16>;
}

bool has_instruction_set(InstructionSet set) {
#if defined(COLDAISLE_X86)
  if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2") != 0;
  if (set == InstructionSet::avx512) {
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  }
#endif
  return set == InstructionSet::portable;
}

const char* instruction_set_name(InstructionSet set) {
  switch (set) {
    case InstructionSet::portable:
      return "portable";
    case InstructionSet::avx2:
      return "AVX2";
    case InstructionSet::avx512:
      return "AVX-512";
  }
  fail_expectation("an instruction set has no known name");
}

}  // namespace coldaisle
