#include "sim/policy/typical_tasks.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace coldaisle {
namespace {

// Share of all tasks that the typical ones must cover (the published simulator's popularity
// threshold).
constexpr double kCoveredShare = 0.95;

struct Group {
  std::int64_t cpu_milli = 0;
  std::int32_t gpu_milli = 0;
  std::int32_t gpus = 0;
  std::string models;
  std::uint64_t model_mask = 0;
  std::int64_t count = 0;

  auto key() const { return std::tie(count, cpu_milli, gpu_milli, gpus, models, model_mask); }
};

std::string join_models(const std::vector<std::string>& models) {
  std::string text;
  for (const auto& model : models) {
    if (!text.empty()) text += '|';
    text += model;
  }
  return text;
}

// Task kinds without memory, most frequent first; ties by larger (cpu, milli, gpus, models).
std::vector<Group> group_demands(const JobList& jobs, const std::vector<Demand>& demands) {
  using Key = std::tuple<std::int64_t, std::int32_t, std::int32_t, std::string, std::uint64_t>;
  std::map<Key, Group> groups;
  for (std::size_t i = 0; i < jobs.demands.size(); ++i) {
    const auto& demand = demands[i];
    auto models = join_models(jobs.demands[i].gpu_models);
    auto& group =
        groups[{demand.cpu_milli, demand.gpu_milli, demand.gpus, models, demand.model_mask}];
    group.cpu_milli = demand.cpu_milli;
    group.gpu_milli = demand.gpu_milli;
    group.gpus = demand.gpus;
    group.models = std::move(models);
    group.model_mask = demand.model_mask;
    group.count += jobs.original_count[i];
  }
  std::vector<Group> sorted;
  for (auto& [key, group] : groups) {
    if (group.count > 0) sorted.push_back(std::move(group));
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Group& a, const Group& b) { return a.key() > b.key(); });
  return sorted;
}

}  // namespace

TypicalTaskSet::TypicalTaskSet(const JobList& jobs, const std::vector<Demand>& demands) {
  const auto groups = group_demands(jobs, demands);
  std::int64_t all = 0;
  for (const auto& group : groups) all += group.count;
  std::int64_t covered = 0;
  std::size_t taken = 0;
  while (taken < groups.size() &&
         static_cast<double>(covered) / static_cast<double>(all) < kCoveredShare) {
    covered += groups[taken++].count;
  }
  const double covered_share = static_cast<double>(covered) / static_cast<double>(all);
  for (std::size_t i = 0; i < taken; ++i) {
    const auto& group = groups[i];
    auto known = std::find(millis_.begin(), millis_.end(), group.gpu_milli);
    if (known == millis_.end()) known = millis_.insert(millis_.end(), group.gpu_milli);
    const double share = static_cast<double>(group.count) / static_cast<double>(all);
    tasks_.push_back({static_cast<std::int32_t>(group.cpu_milli), group.gpus, group.gpu_milli,
                      static_cast<std::int32_t>(known - millis_.begin()), group.model_mask,
                      share / covered_share});
  }
}

TypicalTasks TypicalTaskSet::view() const {
  return {tasks_.data(), static_cast<std::int32_t>(tasks_.size()), millis_.data(),
          static_cast<std::int32_t>(millis_.size())};
}

}  // namespace coldaisle
