#include "sim/batch/problem_data.h"

#include <algorithm>

#include "sim/policy/queue_order.h"
#include "sim/workload/capacity.h"

namespace coldaisle {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

}  // namespace

ProblemData::ProblemData(const Scenario& scenario, const FleetPlan& plan, const JobList& jobs,
                         const std::vector<std::int32_t>& tie_rank)
    : asks_(make_asks(jobs, plan)), typical_(jobs, asks_.demands), facts_(make_node_facts(plan)) {
  add_nodes(plan, tie_rank);
  add_models(plan);
  add_jobs(jobs, plan);
  view_.context = {.typical = typical_.view(), .seed = scenario.seed, .facts = facts_.data()};
  view_.horizon_ns = scenario.horizon_ns;
}

void ProblemData::add_nodes(const FleetPlan& plan, const std::vector<std::int32_t>& tie_rank) {
  const auto by_number = make_node_states(plan);
  const auto count = plan.nodes.size();
  states_.resize(count);
  number_.resize(count);
  price_.resize(count);
  price_class_.resize(count);
  for (std::size_t number = 0; number < count; ++number) {
    const auto& node = plan.nodes[number];
    const auto place = at(tie_rank[number]);
    states_[place] = by_number[number];
    number_[place] = static_cast<std::int32_t>(number);
    price_[place] = node.price;
    price_class_[place] = static_cast<std::uint8_t>(node.price_class);
    if (!node.present) continue;
    view_.capacity_milli += std::int64_t{kMilliPerGpu} * node.gpus;
    view_.base_power_mw += node.base_mw;
  }
  view_.nodes = static_cast<std::int32_t>(count);
  view_.node_states = states_.data();
  view_.node_number = number_.data();
  view_.node_price = price_.data();
  view_.node_price_class = price_class_.data();
}

void ProblemData::add_models(const FleetPlan& plan) {
  for (const auto& model : plan.gpu_models) {
    speed_.push_back(model.speed_ppm);
    for (int slot = 0; slot < kMaxGpusPerNode; ++slot) {
      const int devices = model.devices_per_package;
      const int device = slot % devices;
      power_.push_back(
          {device_share_mw(model.package_idle_mw, devices, device),
           device_share_mw(model.package_tdp_mw - model.package_idle_mw, devices, device)});
    }
  }
  view_.model_speed_ppm = speed_.data();
  view_.model_power = power_.data();
  std::copy(plan.slowdown_ppm.begin(), plan.slowdown_ppm.end(), view_.slowdown_ppm);
}

void ProblemData::add_jobs(const JobList& jobs, const FleetPlan& plan) {
  for (const auto& demand : jobs.demands) {
    ever_fits_.push_back(fits_empty_fleet(demand, plan) ? 1 : 0);
  }
  for (const auto type : jobs.demand_type) {
    const auto& ask = asks_.asks[at(type)];
    // A gang by size has at least one GPU on each node.
    const auto most = std::min(ask.nodes > 0 ? ask.nodes : ask.gpus, view_.nodes);
    most_members_ += most;
    largest_gang_ = std::max(largest_gang_, most);
  }
  for (const auto queue : {QueueDiscipline::sjf, QueueDiscipline::priority}) {
    const auto i = static_cast<std::size_t>(queue);
    ranks_[i] = queue_ranks(jobs, queue);
    jobs_of_rank_[i].resize(jobs.size());
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      jobs_of_rank_[i][at(ranks_[i][job])] = static_cast<std::int32_t>(job);
    }
    view_.rank_of_job[i] = ranks_[i].data();
    view_.job_of_rank[i] = jobs_of_rank_[i].data();
  }
  view_.jobs = static_cast<std::int32_t>(jobs.size());
  view_.submit_ns = jobs.submit_ns.data();
  view_.duration_ns = jobs.duration_ns.data();
  view_.ask_of_job = jobs.demand_type.data();
  view_.utilisation_milli = jobs.utilisation_milli.data();
  view_.asks = static_cast<std::int32_t>(asks_.asks.size());
  view_.ask = asks_.asks.data();
  view_.ask_ever_fits = ever_fits_.data();
  view_.parts = asks_.parts.data();
  view_.demands = static_cast<std::int32_t>(asks_.demands.size());
  view_.demand = asks_.demands.data();
}

PolicyRow to_row(const Policy& policy) {
  PolicyRow row;
  for (const auto& [rule, weight] : policy.rules) row.weight[static_cast<int>(rule)] += weight;
  row.queue = policy.queue;
  row.depth = policy.depth;
  row.gpu_pick = policy.gpu_pick;
  row.only_random = policy.rules.size() == 1 && policy.rules.front().rule == RuleId::Random ? 1 : 0;
  return row;
}

}  // namespace coldaisle
