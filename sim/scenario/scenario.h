#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/catalog.h"
#include "sim/core/distribution.h"
#include "sim/core/units.h"
#include "sim/scenario/price_class.h"

namespace coldaisle {

// What the user asked for, as plain structs with defaults. A Scenario that exists is valid: load()
// has checked every key, range, name and cross-field rule. Units: ns, MiB, milli-CPU, milli-GPU.

enum class Fidelity : std::uint8_t { full, placement };

// `racks` racks of `nodes_per_rack` equal nodes from the catalogue.
struct RackGroup {
  std::string name;
  std::string node;  // catalogue id
  int racks = 1;
  int nodes_per_rack = 1;
  bool present = true;                  // false: outside the fleet until a change adds it
  std::optional<std::int64_t> base_mw;  // node without its GPUs; unset: the catalogue's figure
  std::optional<std::int64_t> price;    // of each GPU, micro-USD/h; unset: the catalogue's
  PriceClass price_class = PriceClass::on_demand;
};

// Nodes from a CSV file with openb's columns sn, cpu_milli, memory_mib, gpu, model.
struct NodeList {
  std::string file;
  double keep =
      1.0;  // fraction of each node class (model, gpu, cpu, memory) kept, at least one node
  int nodes_per_rack = 1;
  std::vector<std::pair<std::string, std::string>> gpus;  // model in the file -> catalogue id
  // Model in the file -> price of each GPU, micro-USD/h; models left out: the catalogue's.
  std::vector<std::pair<std::string, std::int64_t>> prices;
  PriceClass price_class = PriceClass::on_demand;
};

enum class FleetAction : std::uint8_t {
  add,     // absent or drained nodes enter service
  drain,   // no new placements; running jobs finish
  remove,  // leave at once: running jobs go back to the queue and start over
};

// At `at_ns`, `nodes` nodes (0 = all) of rack group `rack`, lowest index first among those to which
// the action applies.
struct FleetChange {
  TimeNs at_ns = 0;
  FleetAction action = FleetAction::drain;
  std::string rack;
  int nodes = 0;
};

struct Fleet {
  std::vector<RackGroup> racks;
  std::optional<NodeList> node_list;
  std::vector<FleetChange> changes;
  // GPU model -> speed in parts per million of the one that durations are stated for; models left
  // out: 1,000,000.
  std::vector<std::pair<std::string, std::int64_t>> gpu_speeds;
};

// How far apart the nodes of a gang are: the widest level that they span.
enum class Level : std::uint8_t { node, rack, fabric };
inline constexpr int kLevels = 3;

// What a gang's durations are multiplied by, in parts per million, by the widest level it spans.
struct Fabric {
  std::array<std::int64_t, kLevels> slowdown_ppm = {kPpm, kPpm, kPpm};
};

// What one job asks for. With `nodes` it is a gang of that many distinct nodes, all figures of each
// of them; without, of one node, or where no node of the fleet has as many GPUs, of a gang of whole
// nodes that share CPU and memory in proportion to their GPUs.
struct JobDemand {
  int gpus = 0;
  int nodes = 0;                 // 0: not asked for
  int gpu_milli = kMilliPerGpu;  // of each GPU; below 1000 only when gpus == 1; 0 when gpus == 0
  std::int64_t cpu_milli = 0;
  std::int64_t memory_mib = 0;
  std::vector<std::string> gpu_models;  // allowed models; empty: any
  std::int64_t gpu_memory_mib = 0;      // least memory of each device; 0: any
};

// One class of a generated mix.
struct DemandClass {
  std::string name;
  double weight = 1.0;
  JobDemand demand;
  double utilisation = 1.0;  // of the GPU share it holds, 0...1; drives power
  int priority = 0;          // larger first, where the queue is `priority`
  Distribution duration_ns;
  TimeNs restart_ns = -1;       // time to restart after it was stopped; -1: the scheduler's
  TimeNs walltime_ns = kNever;  // most time on its nodes, then it is killed; kNever: no limit
};

enum class ArrivalProcess : std::uint8_t { poisson, constant };

// Jobs drawn at random: `count` of them, or all that arrive before `until_ns`.
struct Generator {
  std::string name;
  ArrivalProcess process = ArrivalProcess::poisson;
  double mean_gap_ns = 0;
  TimeNs first_ns = 0;     // the process starts here
  std::int64_t count = 0;  // 0: no limit (then until_ns is set)
  TimeNs until_ns = kNever;
  std::vector<DemandClass> classes;
};

// A job already running or queued at t = 0, so that a live cluster can be continued.
struct InitialJob {
  std::string name;
  JobDemand demand;
  double utilisation = 1.0;
  int priority = 0;
  TimeNs duration_ns = 0;  // whole length
  TimeNs restart_ns = -1;  // -1: the scheduler's
  TimeNs walltime_ns = kNever;
  bool running = false;
  TimeNs elapsed_ns = 0;     // running: time already run; queued: time already waited
  std::string rack;          // running: rack group
  int node = 0;              // running: index within the rack group (or the node list)
  std::vector<int> devices;  // running: device indices; empty: chosen by the GPU rule
};

enum class TraceTiming : std::uint8_t {
  recorded,        // submit = creation time; duration = deletion - scheduled
  one_per_second,  // task i arrives at i seconds (the published method)
};

// What a trace that counts processors means by one.
enum class TraceProcessor : std::uint8_t { cpu, gpu };

struct Trace {
  std::string file;
  std::string format;
  TraceTiming timing = TraceTiming::recorded;
  bool departures = true;  // false: tasks never leave
  std::string order_file;  // arrival order per (trace name, seed): CSV, maybe gzipped
  std::optional<TraceProcessor> processor;
  bool strict = false;  // refuse a trace of which rows would be dropped or repaired
};

struct Workload {
  std::optional<Trace> trace;
  std::vector<Generator> generators;
  std::vector<InitialJob> initial;
};

// Values are part of the results format: append only.
enum class QueueDiscipline : std::uint8_t {
  none,          // a job that does not fit at arrival is rejected
  fifo,          // a blocked head blocks all
  skip,          // scan on past blocked jobs, at most `depth` of them
  sjf,           // shortest duration first, else as `skip`
  priority,      // highest priority first, else as `skip`
  easy,          // past a blocked head goes what does not delay it
  conservative,  // past blocked jobs goes what delays none of them
  srtf,          // shortest remaining time first; stops running jobs for shorter ones
  srsf,          // the same by remaining time x GPUs
  las,           // least attained service first, by levels
  round_robin,   // in turns of `quantum`
};
inline constexpr int kQueueDisciplines = 11;

// What remains of the work of a job that had to give its nodes to another.
enum class WorkKept : std::uint8_t {
  all,              // saved when it is stopped
  last_checkpoint,  // whole intervals between checkpoints
  none,             // it starts over
};

enum class PreemptionMethod : std::uint8_t {
  displace,  // a job that does not fit takes the nodes of those behind it, as few as it needs
  repack,    // each pass takes all jobs off and places them anew, in order
};

// When a running job pays for having been placed.
enum class RestartCharge : std::uint8_t {
  start,  // at each start but its first
  pass,   // at each scheduling pass, whether it moved or not (Muri's simulator)
};

// How jobs that run give their nodes to others.
struct Preemption {
  PreemptionMethod method = PreemptionMethod::displace;
  WorkKept kept = WorkKept::all;
  TimeNs save_ns = 0;             // it holds its nodes on while it saves
  TimeNs checkpoint_ns = kNever;  // interval, with last_checkpoint
  TimeNs restart_ns = 0;          // on its nodes, without progress; of jobs without their own
  RestartCharge charged = RestartCharge::start;
  std::int64_t group_ends_ppb = 0;  // ends so close, relative to their time, are one event
};

enum class SchedulerPreset : std::uint8_t { muri };

enum class GpuChoice : std::uint8_t { best_fit, fgd, random };

struct RuleWeight {
  std::string rule;
  int weight = 1;
};

struct Scheduler {
  std::vector<RuleWeight> rules = {{"best_fit", 1}};
  QueueDiscipline queue = QueueDiscipline::skip;
  int depth = 1000;
  std::optional<GpuChoice> gpu_choice;    // unset: the single rule's own choice, else best_fit
  std::optional<Preemption> preemption;   // set where the discipline stops running jobs
  std::vector<TimeNs> las_thresholds_ns;  // GPU-time at which a job falls to the next level
  TimeNs quantum_ns = kNsPerMinute;       // `round_robin`: a turn
  std::optional<SchedulerPreset> preset;
  std::string tie_break_file;  // node ranks per (trace name, seed); empty: node order
};

// One policy of a study, or what it has in common with others: what differs from the scenario's own
// scheduler. Members left unset are taken from there.
struct PolicyChoice {
  std::string id;    // empty: list-1, list-2, ...
  std::string name;  // empty: made from the parameters
  std::vector<RuleWeight> rules;
  std::optional<QueueDiscipline> queue;
  std::optional<int> depth;
  std::optional<GpuChoice> gpu_choice;
};

// Every combination of these values; what is left empty is taken from the scenario's scheduler.
// Combinations whose weights are all 0 are left out.
struct PolicyGrid {
  std::vector<std::pair<std::string, std::vector<int>>> rules;  // rule -> weights
  std::vector<QueueDiscipline> queues;
  std::vector<int> depths;
  std::vector<GpuChoice> gpu_choices;
};

// `count` policies drawn from a seed (random), or points of Sobol's sequence: a weight for each of
// `rules` in 0...most_weight, and one each of `queues`, `depths`, `gpu_choices`.
struct PolicySample {
  std::int64_t count = 0;
  std::uint64_t seed = 1;          // random only
  std::vector<std::string> rules;  // empty: all rules
  int most_weight = 10;
  std::vector<QueueDiscipline> queues;
  std::vector<int> depths;
  std::vector<GpuChoice> gpu_choices;
};

// The policies that `coldaisle evaluate` compares, in this order.
struct PolicySpace {
  std::vector<PolicyChoice> list;
  std::vector<std::string> presets;  // a rule's name: that rule alone; "published": the six of FGD
  std::optional<PolicyGrid> grid;
  std::optional<PolicySample> random;
  std::optional<PolicySample> sobol;
};

// Most policies of one evaluation: their results take about 400 bytes each.
inline constexpr std::int64_t kMostPolicies = 1'000'000;

// Most samples in a series: more are a slip in the interval, and would fill the memory (about 1
// GB). Refused when the scenario is loaded if it has a horizon, else when the run gets there.
inline constexpr std::int64_t kMostSamples = 10'000'000;

struct MetricsConfig {
  TimeNs interval_ns = 5 * kNsPerMinute;
  std::vector<std::string> only;  // names; empty: the default set
  std::vector<std::string> also;  // names added to the default set
};

struct Scenario {
  std::string file;  // as the user gave its path, for messages; empty: made in code
  int version = 1;
  std::string name;
  std::uint64_t seed = 1;
  std::string start = "2024-01-01T00:00:00Z";  // RFC 3339 instant of t = 0
  std::string zone = "UTC";                    // IANA time zone of reports and calendars
  TimeNs horizon_ns = kNever;                  // kNever: until nothing is left to happen
  Fidelity fidelity = Fidelity::full;
  Fleet fleet;
  Fabric fabric;
  Workload workload;
  Scheduler scheduler;
  MetricsConfig metrics;
  std::optional<PolicySpace> policies;

  Catalog catalog;  // with the user's overrides
};

// What messages call the file of a scenario.
inline std::string file_in_messages(const Scenario& scenario) {
  return scenario.file.empty() ? "scenario" : scenario.file;
}

}  // namespace coldaisle
