#include "sim/batch/score_tables.h"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

constexpr double kNotKnown = -1;
constexpr std::size_t kFirstSlots = 4096;  // a power of two

bool same_kind(const Demand& a, const Demand& b) {
  return a.gpus == b.gpus && a.gpu_milli == b.gpu_milli && a.model_mask == b.model_mask &&
         a.whole_node == b.whole_node;
}

}  // namespace

ScoreTables::ScoreTables(const ReplayProblem& problem, const VectorKernels& kernels)
    : p_(problem), kernels_(kernels), slots_(kFirstSlots, -1) {
  const auto& typical = problem.context.typical;
  steps_.reserve(index(typical.count));
  for (std::int32_t t = 0; t < typical.count; ++t) steps_.push_back(typical.tasks[t].cpu_milli);
  std::sort(steps_.begin(), steps_.end());
  steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
  millis_.assign(index(padded(typical.milli_count)), 0);
  std::copy_n(typical.millis, typical.milli_count, millis_.begin());
  kind_.reserve(index(problem.demands));
  for (std::int32_t d = 0; d < problem.demands; ++d) {
    const auto& demand = problem.demand[d];
    const auto found = std::find_if(kinds_.begin(), kinds_.end(),
                                    [&](const Demand& kind) { return same_kind(kind, demand); });
    kind_.push_back(static_cast<std::int32_t>(found - kinds_.begin()));
    if (found != kinds_.end()) continue;
    kinds_.push_back(demand);
    kinds_.back().cpu_milli = 0;
    kinds_.back().memory_mib = 0;
  }
}

std::size_t ScoreTables::bytes() const {
  const auto held = [](const auto& values) {
    return values.capacity() * sizeof(typename std::decay_t<decltype(values)>::value_type);
  };
  return held(sets_) + held(fitting_) + held(slots_) + held(fragment_) + held(entries_) +
         held(rows_) + held(after_);
}

void ScoreTables::clear() {
  sets_.clear();
  fitting_.clear();
  std::fill(slots_.begin(), slots_.end(), -1);
  fragment_.clear();
  entries_.clear();
  rows_.clear();
  after_.clear();
}

// ------------------------------------------------------------------ sets

ScoreTables::GpuSet ScoreTables::gpu_set(const NodeState& node) {
  GpuSet set;
  set.gpus = node.gpus;
  set.model = node.model;
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    const std::int16_t left = node.gpu_left_milli[gpu];
    int at = gpu;
    for (; at > 0 && set.left[at - 1] > left; --at) set.left[at] = set.left[at - 1];
    set.left[at] = left;
  }
  return set;
}

std::uint64_t ScoreTables::hash(const GpuSet& set) {
  constexpr std::size_t kWords = sizeof(GpuSet::left) / (sizeof(std::uint64_t));
  const auto words = std::bit_cast<std::array<std::uint64_t, kWords>>(set.left);
  auto mixed = static_cast<std::uint64_t>(set.gpus) << 16 | static_cast<std::uint8_t>(set.model);
  for (const auto word : words) {
    mixed = (mixed ^ (mixed >> 32) ^ word) * 0x9e3779b97f4a7c15ULL;
  }
  return mixed ^ (mixed >> 32);
}

std::int32_t ScoreTables::set_of(const NodeState& node) {
  const auto set = gpu_set(node);
  const std::size_t mask = slots_.size() - 1;
  auto slot = static_cast<std::size_t>(hash(set)) & mask;
  for (; slots_[slot] >= 0; slot = (slot + 1) & mask) {
    if (sets_[index(slots_[slot])] == set) return slots_[slot];
  }
  slots_[slot] = static_cast<std::int32_t>(sets_.size());
  add_set(set);
  return static_cast<std::int32_t>(sets_.size()) - 1;
}

void ScoreTables::add_set(const GpuSet& set) {
  sets_.push_back(set);
  fragment_.resize(sets_.size() * classes(), kNotKnown);
  entries_.resize(sets_.size() * kinds_.size());
  rows_.resize(sets_.size() * kinds_.size(), -1);
  const auto node = node_with(set);
  std::uint64_t fitting = 0;
  for (std::size_t kind = 0; kind < std::min<std::size_t>(kinds_.size(), kFitBits); ++kind) {
    const std::uint64_t fit = fits(node, kinds_[kind]) ? 1 : 0;
    fitting |= fit << kind;
  }
  fitting_.push_back(fitting);
  if (2 * sets_.size() > slots_.size()) grow_slots();
}

void ScoreTables::grow_slots() {
  slots_.assign(2 * slots_.size(), -1);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    auto slot = static_cast<std::size_t>(hash(sets_[i])) & mask;
    while (slots_[slot] >= 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::int32_t>(i);
  }
}

NodeState ScoreTables::node_with(const GpuSet& set) const {
  NodeState node;
  node.cpu_left_milli = kUnlimited;
  node.memory_left_mib = kUnlimited;
  node.gpus = set.gpus;
  node.model = set.model;
  for (int gpu = 0; gpu < set.gpus; ++gpu) {
    node.gpu_left_milli[gpu] = set.left[gpu];
    node.gpu_left_total += set.left[gpu];
  }
  return node;
}

// ------------------------------------------------------------------ scores of a kind

const ScoreTables::Entry& ScoreTables::find_entry(std::int32_t set, std::int32_t kind) {
  auto& found = entries_[index(set) * kinds_.size() + index(kind)];
  const auto& demand = kinds_[index(kind)];
  auto node = node_with(sets_[index(set)]);
  found.known = 1;
  if (demand.gpus == 0 || !fits(node, demand)) return found;
  const auto score = [&](RuleId rule) {
    return static_cast<std::uint8_t>(rule_score(rule, p_.context, node, 0, demand));
  };
  found.packing = score(RuleId::GpuPacking);
  found.spread = score(RuleId::Spread);
  found.clustering[no_task] = score(RuleId::GpuClustering);
  node.tags = 1;
  found.clustering[other_tags] = score(RuleId::GpuClustering);
  node.tag_count[tag_of(demand)] = 1;
  found.clustering[only_this_tag] = score(RuleId::GpuClustering);
  node.tags = 2;
  found.clustering[this_and_others] = score(RuleId::GpuClustering);
  return found;
}

// ------------------------------------------------------------------ fragmentation

std::int32_t ScoreTables::cpu_class(std::int32_t cpu_left_milli) const {
  std::int32_t found = 0;
  for (const auto step : steps_) found += cpu_left_milli >= step ? 1 : 0;
  return found;
}

// A CPU amount of the class.
std::int32_t ScoreTables::cpu_of(std::int32_t cpu_class) const {
  if (cpu_class > 0) return steps_[index(cpu_class) - 1];
  return steps_.empty() ? 0 : steps_.front() - 1;
}

double ScoreTables::find_fragment(std::int32_t set, std::int32_t cpu_class) {
  const auto& gpus = sets_[index(set)];
  GpuChoices choices;
  choices.millis = millis_.data();
  choices.left_milli = gpus.left;
  choices.gpus = gpus.gpus;
  choices.model = gpus.model;
  double totals[kChoices];
  kernels_.fragments(choices, cpu_of(cpu_class), p_.context.typical, totals);
  return fragment_[index(set) * classes() + index(cpu_class)] = totals[0];
}

double ScoreTables::find_after(std::int32_t set, std::int32_t kind, std::int32_t cpu_class) {
  auto& row = rows_[index(set) * kinds_.size() + index(kind)];
  if (row < 0) {
    row = static_cast<std::int32_t>(after_.size() / classes());
    after_.resize(after_.size() + classes(), kNotKnown);
  }
  const auto& demand = kinds_[index(kind)];
  const double found = demand.gpus == 0 ? fragment(set, cpu_class)
                                        : least_after(sets_[index(set)], demand, cpu_class);
  return after_[index(row) * classes() + index(cpu_class)] = found;
}

// The choices of a share task: each GPU that fits, of those with equal milli left the first.
void ScoreTables::choose_each(const GpuSet& set, const Demand& demand, GpuChoices& choices) {
  choices.count = 0;
  for (int gpu = 0; gpu < set.gpus; ++gpu) {
    const bool seen = gpu > 0 && set.left[gpu] == set.left[gpu - 1];
    if (set.left[gpu] < demand.gpu_milli || seen) continue;
    choices.before[choices.count] = set.left[gpu];
    choices.after[choices.count] = set.left[gpu] - demand.gpu_milli;
    ++choices.count;
  }
}

double ScoreTables::least_after(const GpuSet& set, const Demand& demand,
                                std::int32_t cpu_class) const {
  auto node = node_with(set);
  GpuChoices choices;
  choices.millis = millis_.data();
  choices.left_milli = node.gpu_left_milli;
  choices.gpus = set.gpus;
  choices.model = set.model;
  if (is_share(demand)) {
    choose_each(set, demand, choices);
  } else {
    take(node, demand, ascending_left_mask(node, demand));
  }
  double totals[kChoices];
  kernels_.fragments(choices, cpu_of(cpu_class), p_.context.typical, totals);
  return *std::min_element(totals, totals + choices.count);
}

std::uint32_t ScoreTables::pick_fgd(const NodeState& node, double before,
                                    const Demand& demand) const {
  GpuChoices choices;
  choices.millis = millis_.data();
  choices.left_milli = node.gpu_left_milli;
  choices.gpus = node.gpus;
  choices.model = node.model;
  choices.count = 0;
  int gpu_of[kChoices] = {};
  for (int gpu = 0; gpu < node.gpus; ++gpu) {
    const std::int32_t left = node.gpu_left_milli[gpu];
    if (left < demand.gpu_milli || Fgd::seen_before(node, gpu)) continue;
    choices.before[choices.count] = left;
    choices.after[choices.count] = left - demand.gpu_milli;
    gpu_of[choices.count++] = gpu;
  }
  const std::int32_t cpu_left =
      node.cpu_left_milli == kUnlimited ? kUnlimited : node.cpu_left_milli - demand.cpu_milli;
  double after[kChoices];
  kernels_.fragments(choices, cpu_left, p_.context.typical, after);
  std::int32_t best = -1;
  std::uint32_t mask = 0;
  for (int i = 0; i < choices.count; ++i) {
    const std::int32_t score = Fgd::score_of(before, after[i]);
    if (score <= best) continue;
    best = score;
    mask = 1U << gpu_of[i];
  }
  return mask;
}

}  // namespace coldaisle
