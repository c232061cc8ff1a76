#include "sim/results/collect.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "sim/core/error.h"
#include "sim/metrics/statistics.h"
#include "sim/results/group_builder.h"

namespace coldaisle {
namespace {

// As the scheduler counts it.
std::int64_t bounded(std::int64_t amount) {
  return std::min<std::int64_t>(amount, kUnlimited);
}

// What each job has paid, cut stays included; NaN where prices are unknown.
std::vector<double> job_costs(const Simulation& sim) {
  std::vector<WideInt> costs(sim.jobs.size());
  for (std::size_t job = 0; job < costs.size(); ++job) {
    costs[job] = stay_cost(sim, static_cast<JobIndex>(job), sim.now);
  }
  for (const auto& stay : sim.cut_stays) {
    costs[static_cast<std::size_t>(stay.member.job)] += cut_stay_cost(sim, stay);
  }
  std::vector<double> dollars;
  dollars.reserve(costs.size());
  const bool known = sim.world.gpus_without_price() == 0;
  for (const auto cost : costs) {
    dollars.push_back(known ? usd(cost) : std::numeric_limits<double>::quiet_NaN());
  }
  return dollars;
}

double held_gpu_seconds(const Simulation& sim, std::size_t job) {
  const WideInt held = held_ns(sim, static_cast<JobIndex>(job), sim.now);
  return static_cast<double>(held * sim.ask_of(static_cast<JobIndex>(job)).gpu_milli) / 1e12;
}

void add_job_outcome(GroupBuilder& group, const Simulation& sim) {
  const auto& jobs = sim.jobs;
  const auto n = jobs.size();
  group.view("submit", "ns", "time of submission; negative for jobs from before the run",
             span_of(sim.list.submit_ns));
  group.view("start", "ns", "start of the latest stay on a node; smallest int64: never",
             span_of(jobs.start_ns));
  group.view("end", "ns", "when the job ended; smallest int64: it has not", span_of(jobs.end_ns));
  group.view("state", "1", "code in /enums/job_state",
             std::span(reinterpret_cast<const std::uint8_t*>(jobs.state.data()), n));
  group.integers("waited", "ns", "time spent queued; of a queued job: so far, a lower bound", n,
                 [&](std::size_t i) { return waited_ns(sim, static_cast<JobIndex>(i), sim.now); });
  group.view("restarts", "1", "stays cut short because the node left the fleet",
             span_of(jobs.restarts));
  group.view("preemptions", "1", "stays cut short for other jobs", span_of(jobs.preemptions));
  group.view("node", "1", "row in /nodes of the latest stay, of a gang its first; -1: never placed",
             span_of(jobs.node));
  group.view("gpu_mask", "1", "GPUs held on that node: bit g is its GPU g", span_of(jobs.gpu_mask));
  group.numbers("gpu_seconds", "GPU.s", "GPU time held since t = 0, shares counted in part", n,
                [&](std::size_t i) { return held_gpu_seconds(sim, i); });
  group.numbers("cost_usd", "USD", "paid for the GPUs held; NaN: a price is unknown",
                job_costs(sim));
}

void add_jobs(Results& results, const Simulation& sim) {
  const auto& list = sim.list;
  const auto n = list.size();
  const auto demand = [&](std::size_t i) -> const JobDemand& {
    return list.demands[static_cast<std::size_t>(list.demand_type[i])];
  };
  GroupBuilder group(results, "/jobs", "id");
  group.integers("id", "1", "number of the job, in order of submission", n,
                 [](std::size_t i) { return i; });
  if (!list.names.empty()) {
    group.view("name", "1", "name in the source", span_of(list.names));
  }
  group.integers("group", "1", "code in /enums/job_group", n,
                 [&](std::size_t i) { return list.job_group[i]; });
  group.integers("nodes", "1", "nodes asked for; 0: as few as hold its GPUs", n,
                 [&](std::size_t i) { return demand(i).nodes; });
  group.integers("gpus", "1", "GPUs asked for; with `nodes`: of each", n,
                 [&](std::size_t i) { return demand(i).gpus; });
  group.integers("gpu_milli", "1", "thousandths asked for of each GPU", n,
                 [&](std::size_t i) { return demand(i).gpus == 0 ? 0 : demand(i).gpu_milli; });
  group.integers("cpu_milli", "1", "thousandths of a CPU core asked for; with `nodes`: of each", n,
                 [&](std::size_t i) { return bounded(demand(i).cpu_milli); });
  group.integers("memory_mib", "MiB", "host memory asked for; with `nodes`: of each", n,
                 [&](std::size_t i) { return bounded(demand(i).memory_mib); });
  group.view("priority", "1", "larger first, where the queue is `priority`",
             span_of(list.priority));
  group.view("walltime", "ns", "most time on its nodes, then it is killed; largest int64: no limit",
             span_of(list.walltime_ns));
  group.view("utilisation", "1", "thousandths of the GPU share held that the job uses",
             span_of(list.utilisation_milli));
  add_job_outcome(group, sim);
  group.finish();
}

// Every stay on a node, cut ones too, by job and then by time; of a gang one a node.
std::vector<Stay> list_stays(const Simulation& sim) {
  std::vector<Stay> stays = sim.cut_stays;
  for (std::size_t i = 0; i < sim.jobs.size(); ++i) {
    const auto state = sim.jobs.state[i];
    if (!holds_nodes(state) && !has_ended(state)) continue;
    for_each_member(sim, static_cast<JobIndex>(i), [&](const Member& member, std::int32_t) {
      stays.push_back({member, sim.jobs.start_ns[i], sim.jobs.end_ns[i]});
    });
  }
  // Stable: cut stays, listed first in order of time, come before a stay of the same start.
  std::stable_sort(stays.begin(), stays.end(), [](const Stay& a, const Stay& b) {
    return std::tie(a.member.job, a.start_ns) < std::tie(b.member.job, b.start_ns);
  });
  return stays;
}

void add_placements(Results& results, const Simulation& sim) {
  const auto stays = list_stays(sim);
  const auto n = stays.size();
  GroupBuilder group(results, "/placements", "id");
  group.integers("id", "1", "number of the stay", n, [](std::size_t i) { return i; });
  group.integers("job", "1", "row in /jobs", n, [&](std::size_t i) { return stays[i].member.job; });
  group.integers("node", "1", "row in /nodes", n,
                 [&](std::size_t i) { return stays[i].member.node; });
  group.integers("gpu_mask", "1", "GPUs held: bit g is GPU g of the node", n,
                 [&](std::size_t i) { return stays[i].member.gpu_mask; });
  group.integers("t0", "ns", "start of the stay", n,
                 [&](std::size_t i) { return stays[i].start_ns; });
  group.integers("t1", "ns", "end of the stay; smallest int64: it has not ended", n,
                 [&](std::size_t i) { return stays[i].end_ns; });
  group.finish();
}

void add_nodes(Results& results, const Simulation& sim) {
  const auto& plan = sim.world.plan();
  const auto n = plan.nodes.size();
  GroupBuilder group(results, "/nodes", "id");
  group.integers("id", "1", "number of the node", n, [](std::size_t i) { return i; });
  group.strings("name", "name of the node", n, [&](std::size_t i) { return plan.nodes[i].name; });
  group.strings("rack", "name of its rack", n, [&](std::size_t i) {
    return plan.rack_names[static_cast<std::size_t>(plan.nodes[i].rack)];
  });
  group.strings("gpu_model", "model of its GPUs, empty without", n, [&](std::size_t i) {
    const auto& node = plan.nodes[i];
    return node.gpus > 0 ? plan.gpu_models[static_cast<std::size_t>(node.gpu_model)].name
                         : std::string();
  });
  group.integers("gpus", "1", "schedulable GPUs", n,
                 [&](std::size_t i) { return plan.nodes[i].gpus; });
  group.integers("cpu_milli", "1", "thousandths of a CPU core; 2147483647: not bounded", n,
                 [&](std::size_t i) { return plan.nodes[i].cpu_milli; });
  group.integers("memory_mib", "MiB", "host memory; 2147483647: not bounded", n,
                 [&](std::size_t i) { return plan.nodes[i].memory_mib; });
  group.numbers("price", "USD/h", "of an hour of each GPU; NaN: unknown", n, [&](std::size_t i) {
    const auto& node = plan.nodes[i];
    return node.price_known ? static_cast<double>(node.price) / 1e6
                            : std::numeric_limits<double>::quiet_NaN();
  });
  group.integers("price_class", "1", "code in /enums/price_class", n, [&](std::size_t i) {
    return static_cast<std::int64_t>(plan.nodes[i].price_class);
  });
  group.finish();
}

void add_gpus(Results& results, const Simulation& sim) {
  const auto gpus = sim.world.gpus();
  const auto n = gpus.size();
  std::vector<std::int32_t> node_of(n, 0);
  std::vector<std::int32_t> slot_of(n, 0);
  for (std::size_t node = 0; node < sim.world.nodes().size(); ++node) {
    const auto first =
        static_cast<std::size_t>(sim.world.first_gpu(static_cast<std::int32_t>(node)));
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(sim.world.nodes()[node].gpus);
         ++slot) {
      node_of[first + slot] = static_cast<std::int32_t>(node);
      slot_of[first + slot] = static_cast<std::int32_t>(slot);
    }
  }
  GroupBuilder group(results, "/gpus", "id");
  group.integers("id", "1", "number of the GPU", n, [](std::size_t i) { return i; });
  group.integers("node", "1", "row in /nodes", n, [&](std::size_t i) { return node_of[i]; });
  group.integers("slot", "1", "index within the node", n,
                 [&](std::size_t i) { return slot_of[i]; });
  for (std::size_t state = 0; state < kGpuStates; ++state) {
    const std::string name = kGpuStateNames[state];
    group.integers("time_" + name, "ns", "time in the state \"" + name + "\"", n,
                   [&](std::size_t i) { return gpus[i].in_state_ns[state]; });
  }
  group.numbers("energy", "J", "energy drawn; NaN where the model's power is unknown", n,
                [&](std::size_t i) {
                  const auto& node = sim.world.plan().nodes[static_cast<std::size_t>(node_of[i])];
                  const auto model = static_cast<std::size_t>(node.gpu_model);
                  return sim.world.plan().gpu_models[model].power_known
                             ? joules(gpus[i].energy_mw_ns)
                             : std::numeric_limits<double>::quiet_NaN();
                });
  group.finish();
}

void add_series(Results& results, const Simulation& sim, const MetricOutput& output) {
  const auto n = sim.sample_times.size();
  GroupBuilder group(results, "/series", "time");
  group.view("time", "nanoseconds since " + sim.scenario.start, "sampling instants",
             span_of(sim.sample_times));
  for (const auto* column : output.series) {
    expects(column->values.size() == n, "a series has not one value per sample: " + column->name);
    group.view(column->name, column->unit, column->long_name, span_of(column->values));
  }
  group.finish();
}

void add_tables(Results& results, std::vector<MetricTable> tables) {
  for (auto& table : tables) {
    GroupBuilder group(results, table.path, table.columns.front().name);
    for (auto& column : table.columns) {
      auto& owned = results.owned_double.emplace_back(std::move(column.values));
      group.view(column.name, column.unit, column.long_name, std::span<const double>(owned));
    }
    group.finish();
  }
}

void add_summary(Results& results, const std::vector<SummaryRow>& rows) {
  const auto n = rows.size();
  GroupBuilder group(results, "/summary", "id");
  group.integers("id", "1", "number of the row", n, [](std::size_t i) { return i; });
  group.strings("metric", "name", n, [&](std::size_t i) { return rows[i].metric; });
  group.numbers("value", "1", "value, in the row's unit; NaN: unknown, or of nothing (0 of 0)", n,
                [&](std::size_t i) { return rows[i].value; });
  group.strings("unit", "unit of the value", n, [&](std::size_t i) { return rows[i].unit; });
  group.numbers("ci_lo", "1", "lower limit of the 95 % interval; NaN: not estimated", n,
                [&](std::size_t i) { return rows[i].ci_lo; });
  group.numbers("ci_hi", "1", "upper limit of the 95 % interval; NaN: not estimated", n,
                [&](std::size_t i) { return rows[i].ci_hi; });
  group.integers("n", "1", "observations", n, [&](std::size_t i) { return rows[i].n; });
  group.integers("censored", "1", "observations that are lower bounds, or missing, at the end", n,
                 [&](std::size_t i) { return rows[i].censored; });
  group.finish();
}

}  // namespace

std::vector<SummaryRow> collect_summary(TimeNs now,
                                        const std::vector<std::unique_ptr<Metric>>& metrics) {
  MetricOutput output;
  for (const auto& metric : metrics) metric->report(now, output);
  return std::move(output.summary);
}

Results collect_results(const Simulation& sim, const std::vector<std::unique_ptr<Metric>>& metrics,
                        RunStatus status, const RunIdentity& identity) {
  Results results;
  results.status = status;
  results.seed = sim.scenario.seed;
  results.start = sim.scenario.start;
  results.command_line = identity.command_line;
  results.created_utc = identity.created_utc;
  results.provenance = identity.provenance;
  MetricOutput output;
  for (const auto& metric : metrics) metric->report(sim.now, output);
  add_jobs(results, sim);
  add_placements(results, sim);
  add_nodes(results, sim);
  add_gpus(results, sim);
  add_series(results, sim, output);
  add_tables(results, std::move(output.tables));
  add_summary(results, output.summary);
  add_enum(results, "/enums/job_state", "state of a job", kJobStateNames);
  add_enum(results, "/enums/price_class", "how GPU-hours are bought", kPriceClassNames);
  add_enum(results, "/enums/job_group", "source of a job: trace or class of a generator",
           sim.list.groups);
  return results;
}

}  // namespace coldaisle
