#include "sim/batch/table_chooser.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace coldaisle {
namespace {

constexpr std::int32_t kPlacesPerWord = 64;
static_assert(kLanes % kPlacesPerWord == 0);

}  // namespace

TableChooser::TableChooser(const ReplayProblem& problem, const VectorKernels& kernels,
                           const DrawTable& draws)
    : p_(problem),
      kernels_(kernels),
      draws_(draws),
      tables_(problem, kernels),
      stride_(padded(problem.nodes)),
      words_(stride_ / kPlacesPerWord) {
  const std::int64_t scores = std::int64_t{problem.demands} * stride_;
  allot(records_, problem.nodes);
  allot(tags_, problem.nodes);
  allot(fragments_, problem.nodes);
  allot(fixed_, problem.nodes);
  allot(dirty_, std::int64_t{words_} * problem.demands);
  allot(open_, std::int64_t{words_} * problem.demands);
  allot(all_, problem.demands, ~std::uint64_t{0});
  allot(sums_, scores, kNoFit);
  allot(raw_, scores, kNoScore);
  allot(ranges_, problem.demands);
  allot(totals_, stride_, kNoFit);
  allot(drawn_, stride_);
  std::int32_t racks = 0;
  for (std::int32_t node = 0; node < problem.nodes; ++node) {
    racks = std::max(racks, problem.context.facts[node].rack + 1);
  }
  allot(near_, racks);
  allot(packing_, stride_);
  allot(spread_, stride_);
  allot(clustering_, stride_);
  std::int32_t** const integers[] = {&columns_.place,     &columns_.set,      &columns_.cpu_seen,
                                     &columns_.cpu_after, &columns_.gpu_left, &columns_.cpu_class,
                                     &columns_.sum,       &columns_.raw};
  auto* next = allot(integers_, std::int64_t{stride_} * std::ssize(integers));
  for (auto* const column : integers) {
    *column = next;
    next += stride_;
  }
  columns_.before = allot(doubles_, std::int64_t{2} * stride_);
  columns_.after = columns_.before + stride_;
}

std::size_t TableChooser::score_bytes(const ReplayProblem& problem) {
  return (sizeof(std::int32_t) + sizeof(std::uint8_t)) * at(problem.demands) * at(problem.nodes);
}

// ------------------------------------------------------------------ a policy begins

// Rules whose score of a GPU demand depends on the node alone, whatever its state.
bool TableChooser::is_fixed(RuleId rule) {
  return rule == RuleId::Price || rule == RuleId::Speed;
}

// Rules whose scores of GPU demands are entries of the tables.
bool TableChooser::has_entries(RuleId rule) {
  return rule == RuleId::GpuPacking || rule == RuleId::GpuClustering || rule == RuleId::Spread;
}

void TableChooser::add_fixed(RuleId rule, std::int32_t weight) {
  Demand any;
  any.gpus = 1;
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    fixed_[at(place)] +=
        weight * rule_score(rule, p_.context, p_.node_states[place], p_.node_number[place], any);
  }
}

void TableChooser::sort_rules() {
  node_rules_.clear();
  job_rules_.clear();
  draw_weight_ = 0;
  min_max_weight_ = 0;
  any_entries_ = false;
  std::fill(fixed_.begin(), fixed_.end(), 0);
  for (int i = 0; i < kRuleCount; ++i) {
    const auto rule = static_cast<RuleId>(i);
    const std::int32_t weight = policy_->weight[i];
    if (weight == 0) continue;
    if (rule == RuleId::Random) {
      draw_weight_ = weight;
    } else if (kRules[i].per_job) {
      job_rules_.push_back({rule, weight});
    } else if (is_fixed(rule)) {
      add_fixed(rule, weight);
    } else {
      node_rules_.push_back({rule, weight});
      any_entries_ = any_entries_ || has_entries(rule);
      if (kRules[i].min_max) min_max_weight_ = weight;
    }
  }
}

void TableChooser::reset(const NodeState* nodes, const PolicyRow& policy) {
  nodes_ = nodes;
  policy_ = &policy;
  sort_rules();
  if (tables_.bytes() > kMostTableBytes) tables_.clear();
  for (std::int32_t place = 0; place < p_.nodes; ++place) note(place);
  std::fill(ranges_.begin(), ranges_.end(), ScoreRange{});
  for (std::int32_t word = 0; word < words_; ++word) {
    const std::int32_t places = std::min(p_.nodes - word * kPlacesPerWord, kPlacesPerWord);
    const auto all = places < kPlacesPerWord ? (std::uint64_t{1} << places) - 1 : ~std::uint64_t{0};
    std::fill_n(dirty_.begin() + std::int64_t{word} * p_.demands, p_.demands, all);
    std::fill_n(open_.begin() + std::int64_t{word} * p_.demands, p_.demands, all);
  }
}

// ------------------------------------------------------------------ nodes change

void TableChooser::note(std::int32_t place) {
  const auto& node = nodes_[place];
  auto& record = records_[at(place)];
  record.set = tables_.set_of(node);
  record.fitting = tables_.fitting(record.set);
  record.fragment = tables_.fragment(record.set, tables_.cpu_class(node.cpu_left_milli));
  const bool open = node.closed == 0 && node.tasks < kMaxTasksPerNode;
  record.cpu_left = open ? node.cpu_left_milli : -1;
  record.memory_left = node.memory_left_mib;
  record.gpu_left = node.gpu_left_total;
  const bool in_service = (node.closed & kOutOfService) == 0;
  fragments_[at(place)] = in_service ? std::llround(record.fragment * 1e3) : 0;
  if (!any_entries_) return;
  // (GCC 12 with -fsanitize=undefined reads beside the array if this is written as
  // `mask |= (tag_count[tag] > 0 ? 1U : 0U) << tag`.)
  std::uint32_t mask = 0;
  for (int tag = 0; tag < kTags; ++tag) {
    const std::uint32_t there = node.tag_count[tag] > 0 ? 1 : 0;
    mask |= there << tag;
  }
  tags_[at(place)] = {mask, node.tags};
}

void TableChooser::changed(std::int32_t place, bool gained) {
  note(place);
  const auto word = at(std::int64_t{place / kPlacesPerWord} * p_.demands);
  // A node that gained nothing still does not fit where it did not.
  const auto* const masks = gained ? all_.data() : open_.data() + word;
  kernels_.mark(dirty_.data() + word, masks, p_.demands,
                std::uint64_t{1} << (place % kPlacesPerWord));
}

// In the middle of a policy only when it alone fills the tables twice over.
void TableChooser::renew_tables() {
  tables_.clear();
  for (std::int32_t place = 0; place < p_.nodes; ++place) note(place);
}

// ------------------------------------------------------------------ scores of changed nodes

void TableChooser::sync(std::int32_t demand) {
  if (tables_.bytes() > 2 * kMostTableBytes) renew_tables();
  const std::int32_t count = collect(demand);
  if (count > 0) score(demand, count);
  if (min_max_weight_ > 0) stretch(demand);
}

// Stretches the min-max rule over the nodes that fit now. The range seldom changes.
void TableChooser::stretch(std::int32_t demand) {
  const std::int64_t row = std::int64_t{demand} * stride_;
  const std::uint8_t* const raw = raw_.data() + row;
  auto& known = ranges_[at(demand)];
  const auto range = kernels_.range(raw, stride_);
  if (range == known) return;
  kernels_.stretch(sums_.data() + row, raw, stride_, known, range, min_max_weight_);
  known = range;
}

// Fills the columns with the changed nodes that fit; those that do not are done with.
std::int32_t TableChooser::collect(std::int32_t demand) {
  std::int32_t count = 0;
  for (std::int32_t word = 0; word < words_; ++word) {
    if (dirty_[at(std::int64_t{word} * p_.demands + demand)] == 0) continue;
    count = collect_word(demand, word, count);
  }
  fill_columns(demand, count);
  return count;
}

bool TableChooser::fits_place(const Record& record, const Demand& wanted, std::int32_t kind) const {
  const bool roomy =
      (record.cpu_left >= wanted.cpu_milli) & (record.memory_left >= wanted.memory_mib);
  if (kind < ScoreTables::kFitBits) return roomy & (((record.fitting >> kind) & 1U) != 0);
  return roomy && tables_.fits_set(record.set, kind);
}

// Puts down every place that changed, and keeps it if it fits: no branch to mispredict.
std::int32_t TableChooser::collect_word(std::int32_t demand, std::int32_t word,
                                        std::int32_t count) {
  const auto& wanted = p_.demand[demand];
  const std::int32_t kind = tables_.kind_of(demand);
  const std::int64_t row = std::int64_t{demand} * stride_;
  const std::int64_t cell = std::int64_t{word} * p_.demands + demand;
  std::int32_t* const sums = sums_.data() + row;
  std::uint8_t* const raw = raw_.data() + row;
  std::int32_t* const places = columns_.place;
  std::uint64_t fitting = 0;
  for (std::uint64_t left = dirty_[at(cell)]; left != 0; left &= left - 1) {
    const int bit = std::countr_zero(left);
    const std::int32_t place = word * kPlacesPerWord + bit;
    const bool fit = fits_place(records_[at(place)], wanted, kind);
    sums[place] = kNoFit;
    raw[place] = kNoScore;
    places[count] = place;
    count += fit ? 1 : 0;
    fitting |= std::uint64_t{fit} << bit;
  }
  open_[at(cell)] = (open_[at(cell)] & ~dirty_[at(cell)]) | fitting;
  dirty_[at(cell)] = 0;
  return count;
}

void TableChooser::fill_columns(std::int32_t demand, std::int32_t count) {
  const auto wanted = p_.demand[demand];
  const auto columns = columns_;
  for (std::int32_t i = 0; i < count; ++i) {
    const auto place = columns.place[i];
    const auto& record = records_[at(place)];
    const bool unlimited = record.cpu_left == kUnlimited;
    columns.set[i] = record.set;
    columns.cpu_seen[i] = unlimited ? static_cast<std::int32_t>(kScoreCpuMilli) : record.cpu_left;
    columns.cpu_after[i] = unlimited ? kUnlimited : record.cpu_left - wanted.cpu_milli;
    columns.gpu_left[i] = record.gpu_left;
    columns.sum[i] = wanted.gpus == 0 ? 0 : fixed_[at(place)];
    columns.before[i] = record.fragment;
  }
}

// Scores that are entries of the tables.
void TableChooser::look_up(std::int32_t demand, std::int32_t count) {
  const std::int32_t kind = tables_.kind_of(demand);
  const int tag = tag_of(p_.demand[demand]);
  for (std::int32_t i = 0; i < count; ++i) {
    const auto& entry = tables_.entry(columns_.set[i], kind);
    const auto& tags = tags_[at(columns_.place[i])];
    const bool same = ((tags.mask >> tag) & 1U) != 0;
    const auto state =
        same ? (tags.count == 1 ? ScoreTables::only_this_tag : ScoreTables::this_and_others)
             : (tags.count == 0 ? ScoreTables::no_task : ScoreTables::other_tags);
    packing_[at(i)] = entry.packing;
    spread_[at(i)] = entry.spread;
    clustering_[at(i)] = entry.clustering[state];
  }
}

void TableChooser::score(std::int32_t demand, std::int32_t count) {
  if (any_entries_ && p_.demand[demand].gpus > 0) look_up(demand, count);
  for (const auto& [rule, weight] : node_rules_) add_rule(rule, weight, demand, count);
  if (min_max_weight_ > 0) {
    kernels_.add_stretched(columns_, count, ranges_[at(demand)], min_max_weight_);
  }
  const std::int64_t row = std::int64_t{demand} * stride_;
  std::int32_t* const sums = sums_.data() + row;
  for (std::int32_t i = 0; i < count; ++i) sums[columns_.place[i]] = columns_.sum[i];
  if (min_max_weight_ == 0) return;
  std::uint8_t* const raw = raw_.data() + row;
  for (std::int32_t i = 0; i < count; ++i) {
    raw[columns_.place[i]] = static_cast<std::uint8_t>(columns_.raw[i]);
  }
}

// Fast forms of rules.
void TableChooser::add_rule(RuleId rule, std::int32_t weight, std::int32_t demand,
                            std::int32_t count) {
  const auto& wanted = p_.demand[demand];
  const bool by_table = wanted.gpus > 0;
  if (rule == RuleId::DotProduct) {
    kernels_.add_dot_product(columns_, count, wanted, weight);
  } else if (rule == RuleId::BestFit) {
    kernels_.set_best_fit(columns_, count, wanted);
  } else if (rule == RuleId::Fgd) {
    add_fgd(demand, count, weight);
  } else if (by_table && rule == RuleId::GpuPacking) {
    kernels_.add_scores(columns_, count, packing_.data(), weight);
  } else if (by_table && rule == RuleId::GpuClustering) {
    kernels_.add_scores(columns_, count, clustering_.data(), weight);
  } else if (by_table && rule == RuleId::Spread) {
    kernels_.add_scores(columns_, count, spread_.data(), weight);
  } else {
    add_by_function(rule, weight, demand, count);
  }
}

void TableChooser::add_fgd(std::int32_t demand, std::int32_t count, std::int32_t weight) {
  const auto& steps = tables_.cpu_steps();
  kernels_.classify(columns_, count, steps.data(), static_cast<std::int32_t>(steps.size()));
  const std::int32_t kind = tables_.kind_of(demand);
  for (std::int32_t i = 0; i < count; ++i) {
    columns_.after[i] = tables_.after(columns_.set[i], kind, columns_.cpu_class[i]);
  }
  kernels_.add_fgd(columns_, count, weight);
}

void TableChooser::add_by_function(RuleId rule, std::int32_t weight, std::int32_t demand,
                                   std::int32_t count) {
  const bool min_max = kRules[static_cast<int>(rule)].min_max;
  for (std::int32_t i = 0; i < count; ++i) {
    const auto place = columns_.place[i];
    const auto found =
        rule_score(rule, p_.context, nodes_[place], p_.node_number[place], p_.demand[demand]);
    if (min_max) {
      columns_.raw[i] = found;
    } else {
      columns_.sum[i] += weight * found;
    }
  }
}

// ------------------------------------------------------------------ one decision

std::int32_t TableChooser::choose(std::int32_t job, std::int32_t demand, const std::int32_t* gang,
                                  std::int32_t gang_size) {
  if (draw_weight_ > 0) draws_.prefetch(job);
  sync(demand);
  const std::int64_t row = std::int64_t{demand} * stride_;
  const std::int32_t* const sums = sums_.data() + row;
  if (policy_->only_random != 0) return largest_draw(job, sums);
  // `locality` scores 0 everywhere as long as a gang has no node.
  const bool by_job = std::any_of(job_rules_.begin(), job_rules_.end(), [&](const auto& rule) {
    return rule.rule != RuleId::Locality || gang_size > 0;
  });
  if (draw_weight_ == 0 && !by_job) return kernels_.first_largest(sums, stride_);
  Decision decision;
  decision.sums = sums;
  decision.draws = draw_weight_ > 0 ? draws_of(job) : nullptr;
  decision.weight = draw_weight_;
  decision.totals = totals_.data();
  if (!by_job) return kernels_.first_largest_with_draws(decision, stride_);
  auto context = p_.context;
  context.job = static_cast<std::uint64_t>(job);
  context.gang = gang;
  context.gang_size = gang_size;
  return choose_by_job(decision, context, demand);
}

// With rules that depend on the job, beside draws.
std::int32_t TableChooser::choose_by_job(const Decision& decision, const RuleContext& context,
                                         std::int32_t demand) {
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    const bool drawn = decision.draws != nullptr && decision.sums[place] >= 0;
    totals_[at(place)] =
        decision.sums[place] + (drawn ? decision.weight * decision.draws[place] : 0);
  }
  for (const auto& rule : job_rules_) add_job_rule(rule, context, demand);
  return kernels_.first_largest(totals_.data(), stride_);
}

const std::uint8_t* TableChooser::draws_of(std::int32_t job) {
  const auto* const known = draws_.of(job);
  if (known != nullptr) return known;
  draws_.draw(job, drawn_.data());
  return drawn_.data();
}

// The largest draw of 64 bits wins. Its score is the largest, too, so that only nodes with that
// score need be drawn in full.
std::int32_t TableChooser::largest_draw(std::int32_t job, const std::int32_t* sums) {
  const auto* const draws = draws_of(job);
  std::int32_t most = -1;
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    const std::int32_t score = sums[place] < 0 ? -1 : draws[place];
    most = score > most ? score : most;
  }
  auto context = p_.context;
  context.job = static_cast<std::uint64_t>(job);
  std::int32_t best = -1;
  std::uint64_t largest = 0;
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    if (sums[place] < 0 || draws[place] != most) continue;
    const auto bits = Random::bits(context, p_.node_number[place]);
    if (best >= 0 && bits <= largest) continue;
    largest = bits;
    best = place;
  }
  return best;
}

void TableChooser::add_job_rule(const WeightedRule& rule, const RuleContext& context,
                                std::int32_t demand) {
  if (rule.rule == RuleId::Locality) return add_locality(rule.weight, context);
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    if (totals_[at(place)] < 0) continue;
    totals_[at(place)] += rule.weight * rule_score(rule.rule, context, nodes_[place],
                                                   p_.node_number[place], p_.demand[demand]);
  }
}

void TableChooser::add_locality(std::int32_t weight, const RuleContext& context) {
  const auto rack = [&](std::int32_t node) { return at(context.facts[node].rack); };
  for (std::int32_t i = 0; i < context.gang_size; ++i) ++near_[rack(context.gang[i])];
  for (std::int32_t place = 0; place < p_.nodes; ++place) {
    if (totals_[at(place)] < 0) continue;
    totals_[at(place)] +=
        weight * Locality::score_of(near_[rack(p_.node_number[place])], context.gang_size);
  }
  for (std::int32_t i = 0; i < context.gang_size; ++i) near_[rack(context.gang[i])] = 0;
}

std::uint32_t TableChooser::pick(std::int32_t job, std::int32_t demand, std::int32_t place) const {
  const auto& wanted = p_.demand[demand];
  if (policy_->gpu_pick == GpuPick::fgd && is_share(wanted)) {
    return tables_.pick_fgd(nodes_[place], records_[at(place)].fragment, wanted);
  }
  return pick_for(p_, *policy_, nodes_[place], job, demand, place);
}

}  // namespace coldaisle
