#include "sim/workload/capacity.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace coldaisle {
namespace {

constexpr std::size_t kAllJobs = 0;
constexpr std::size_t kAnyModel = 1;

bool allows(const std::vector<std::string>& models, const std::string& name) {
  return models.empty() || std::find(models.begin(), models.end(), name) != models.end();
}

// A job's start or end.
struct Change {
  TimeNs at_ns = 0;
  std::int32_t row = 0;    // of DemandReport::gpus
  std::int64_t milli = 0;  // negative at the end

  // Ends come before starts of the same instant.
  friend bool operator<(const Change& a, const Change& b) {
    return a.at_ns != b.at_ns ? a.at_ns < b.at_ns : a.milli < b.milli;
  }
};

class DemandComparison {
 public:
  DemandComparison(const JobList& jobs, const FleetPlan* fleet) : jobs_(jobs), fleet_(fleet) {}

  DemandReport run() {
    report_.gpus = {{.models = "all jobs"}, {.models = "any model"}};
    sets_ = {{}, {}};
    if (fleet_ != nullptr) {
      for (const auto& model : fleet_->gpu_models) add_set({model.name});
    }
    sum_jobs();
    find_peaks();
    if (fleet_ != nullptr) compare_with_fleet();
    if (report_.gpus[kAnyModel].jobs == 0) {
      report_.gpus.erase(report_.gpus.begin() + kAnyModel);
    }
    return std::move(report_);
  }

 private:
  std::size_t add_set(const std::vector<std::string>& models) {
    sets_.push_back(models);
    report_.gpus.push_back({.models = fmt::format("{}", fmt::join(models, "|"))});
    return sets_.size() - 1;
  }

  std::size_t set_of(const JobDemand& demand) {
    const auto found = std::find(sets_.begin() + kAnyModel, sets_.end(), demand.gpu_models);
    if (found != sets_.end()) return static_cast<std::size_t>(found - sets_.begin());
    return add_set(demand.gpu_models);
  }

  const JobDemand& demand_of(std::size_t job) const {
    return jobs_.demands[static_cast<std::size_t>(jobs_.demand_type[job])];
  }

  void sum_jobs() {
    std::vector<std::size_t> set_of_type;
    for (const auto& demand : jobs_.demands) set_of_type.push_back(set_of(demand));
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      const auto& demand = demand_of(job);
      if (demand.gpus == 0) continue;
      const std::size_t set = set_of_type[static_cast<std::size_t>(jobs_.demand_type[job])];
      const std::int64_t milli =
          std::int64_t{demand.gpus} * demand.gpu_milli * std::max(1, demand.nodes);
      for (const std::size_t row : {kAllJobs, set}) {
        ++report_.gpus[row].jobs;
        report_.gpus[row].asked_milli += milli;
      }
      add_changes(job, static_cast<std::int32_t>(set), milli);
    }
  }

  void add_changes(std::size_t job, std::int32_t row, std::int64_t milli) {
    const TimeNs start = jobs_.submit_ns[job];
    const TimeNs length = jobs_.duration_ns[job];
    changes_.push_back({start, row, milli});
    if (length != kNever) changes_.push_back({start + length, row, -milli});
  }

  void find_peaks() {
    std::sort(changes_.begin(), changes_.end());
    std::vector<std::int64_t> held(report_.gpus.size());
    for (const auto& change : changes_) {
      for (const std::size_t row : {kAllJobs, static_cast<std::size_t>(change.row)}) {
        held[row] += change.milli;
        report_.gpus[row].peak_milli = std::max(report_.gpus[row].peak_milli, held[row]);
      }
    }
  }

  void compare_with_fleet() {
    for (const auto& node : fleet_->nodes) {
      if (node.gpus == 0) continue;
      const auto& model = fleet_->gpu_models[static_cast<std::size_t>(node.gpu_model)].name;
      for (std::size_t row = 0; row < sets_.size(); ++row) {
        if (!allows(sets_[row], model)) continue;
        report_.gpus[row].fleet_milli += std::int64_t{node.gpus} * kMilliPerGpu;
      }
    }
    std::vector<bool> is_too_large;
    for (const auto& demand : jobs_.demands) {
      is_too_large.push_back(!fits_empty_fleet(demand, *fleet_));
    }
    for (const auto type : jobs_.demand_type) {
      report_.jobs_too_large += is_too_large[static_cast<std::size_t>(type)] ? 1 : 0;
    }
  }

  const JobList& jobs_;
  const FleetPlan* fleet_;
  DemandReport report_;
  std::vector<std::vector<std::string>> sets_;  // allowed models of each row; empty: any
  std::vector<Change> changes_;
};

}  // namespace

bool may_hold(const NodePlan& node, const JobDemand& demand, const FleetPlan& fleet) {
  if (demand.gpus == 0) return true;
  if (node.gpus == 0) return false;
  const auto& model = fleet.gpu_models[static_cast<std::size_t>(node.gpu_model)];
  return allows(demand.gpu_models, model.name) && model.memory_mib >= demand.gpu_memory_mib;
}

int largest_node(const JobDemand& demand, const FleetPlan& fleet) {
  int largest = 0;
  for (const auto& node : fleet.nodes) {
    if (node.gpus > largest && may_hold(node, demand, fleet)) largest = node.gpus;
  }
  return largest;
}

bool is_gang_by_size(const JobDemand& demand, const FleetPlan& fleet) {
  if (demand.nodes > 0) return false;
  const int largest = largest_node(demand, fleet);
  return largest > 0 && demand.gpus > largest;
}

JobDemand share_of(const JobDemand& demand, int gpus) {
  const auto part = [&](std::int64_t whole) {
    return (whole * gpus + demand.gpus - 1) / demand.gpus;
  };
  JobDemand share = demand;
  share.gpus = gpus;
  share.nodes = 1;
  share.cpu_milli = part(demand.cpu_milli);
  share.memory_mib = part(demand.memory_mib);
  return share;
}

namespace {

bool fits_empty_node(const NodePlan& node, const JobDemand& demand, const FleetPlan& fleet) {
  return node.cpu_milli >= demand.cpu_milli && node.memory_mib >= demand.memory_mib &&
         node.gpus >= demand.gpus && may_hold(node, demand, fleet);
}

// Whole nodes, the largest first, then what is left on part of one: the order in which gangs take
// them.
bool gang_fits_empty_fleet(const JobDemand& demand, const FleetPlan& fleet) {
  std::vector<std::int64_t> usable(kMaxGpusPerNode + 1);  // nodes by their number of GPUs
  for (const auto& node : fleet.nodes) {
    if (node.gpus == 0 || node.gpus > demand.gpus) continue;
    if (!fits_empty_node(node, share_of(demand, node.gpus), fleet)) continue;
    ++usable[static_cast<std::size_t>(node.gpus)];
  }
  std::vector<std::int64_t> taken(usable.size());
  std::int64_t left = demand.gpus;
  for (std::size_t size = usable.size() - 1; size > 0; --size) {
    taken[size] = std::min(usable[size], left / static_cast<std::int64_t>(size));
    left -= taken[size] * static_cast<std::int64_t>(size);
  }
  if (left == 0) return true;
  if (left > largest_node(demand, fleet)) return false;
  const auto rest = share_of(demand, static_cast<int>(left));
  return std::any_of(fleet.nodes.begin(), fleet.nodes.end(), [&](const NodePlan& node) {
    if (!fits_empty_node(node, rest, fleet)) return false;
    auto& others = taken[static_cast<std::size_t>(node.gpus)];
    const bool whole =
        node.gpus <= demand.gpus && fits_empty_node(node, share_of(demand, node.gpus), fleet);
    if (whole && others > 0) {
      --others;
      return false;
    }
    return true;
  });
}

}  // namespace

bool fits_empty_fleet(const JobDemand& demand, const FleetPlan& fleet) {
  if (is_gang_by_size(demand, fleet)) return gang_fits_empty_fleet(demand, fleet);
  const auto able =
      std::count_if(fleet.nodes.begin(), fleet.nodes.end(),
                    [&](const NodePlan& node) { return fits_empty_node(node, demand, fleet); });
  return able >= std::max(1, demand.nodes);
}

DemandReport compare_demand(const JobList& jobs, const FleetPlan* fleet) {
  return DemandComparison(jobs, fleet).run();
}

}  // namespace coldaisle
