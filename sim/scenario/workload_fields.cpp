#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "sim/scenario/scenario_fields.h"

namespace coldaisle {

namespace {

constexpr std::array kTimings = {
    Choice<TraceTiming>{TraceTiming::recorded, "recorded"},
    Choice<TraceTiming>{TraceTiming::one_per_second, "one_per_second"}};
constexpr std::array kProcessors = {Choice<TraceProcessor>{TraceProcessor::cpu, "cpu"},
                                    Choice<TraceProcessor>{TraceProcessor::gpu, "gpu"}};
constexpr std::array kProcesses = {Choice<ArrivalProcess>{ArrivalProcess::poisson, "poisson"},
                                   Choice<ArrivalProcess>{ArrivalProcess::constant, "constant"}};

enum class InitialState : std::uint8_t { queued, running };

constexpr std::array kStates = {Choice<InitialState>{InitialState::running, "running"},
                                Choice<InitialState>{InitialState::queued, "queued"}};

constexpr std::int64_t kMostCpuMilli = 1'000'000'000;           // a million cores
constexpr std::int64_t kMostMemoryMib = std::int64_t{1} << 30;  // 1 PiB
constexpr std::int64_t kMostGpus = 1'000'000;                   // of one job
constexpr std::int64_t kMostGangNodes = 1'000'000;
constexpr IntegerRange kPriorities = {-1'000'000, 1'000'000};
constexpr const char* kPriorityMeaning =
    "With queue `priority`, larger ones go first; by default 0.";

// A limit on the time that a job holds its nodes.
void describe_walltime(Fields& fields, TimeNs& walltime_ns) {
  std::optional<TimeNs> walltime;
  if (walltime_ns != kNever) walltime = walltime_ns;
  fields.quantity({"walltime",
                   "Most time on its nodes: a job that needs longer is killed then, and counts as "
                   "timed out. Also what `easy` and `conservative` plan by; by default no limit, "
                   "and they plan by the true duration."},
                  Dimension::duration, {1, kLongestNs}, walltime);
  walltime_ns = walltime.value_or(kNever);
}

void describe_restart(Fields& fields, TimeNs& restart_ns) {
  std::optional<TimeNs> restart;
  if (restart_ns >= 0) restart = restart_ns;
  fields.quantity({"restart",
                   "Time on its nodes before its work goes on after it was stopped; by default "
                   "the scheduler's `preemption.restart`."},
                  Dimension::duration, {0, kLongestNs}, restart);
  restart_ns = restart.value_or(-1);
}

// The two members of Generator behind the key `arrivals`.
struct Arrivals {
  ArrivalProcess& process;
  double& mean_gap_ns;
};

void describe(Fields& fields, Arrivals& arrivals) {
  fields.choice({"process", "`poisson`: exponential gaps; `constant`: equal gaps."}, kProcesses,
                arrivals.process);
  fields.rate({"rate", "Mean number of arrivals per time.", kRequired}, arrivals.mean_gap_ns);
}

// The keys of a trace stand in `workload` itself.
void describe_trace(Fields& fields, std::optional<Trace>& trace) {
  auto held = trace.value_or(Trace{});
  std::optional<TraceTiming> timing;
  std::optional<bool> departures;
  if (trace) {
    timing = trace->timing;
    departures = trace->departures;
  }
  fields.string(
      {"trace", "A file of recorded jobs; relative to this file, else to the data folder."},
      held.file);
  fields.one_of({"format", "What the trace file is."}, fields.names("trace_formats"), held.format);
  fields.choice({"timing",
                 "`recorded` (default): jobs arrive and last as the trace says; `one_per_second`: "
                 "job i arrives at i seconds."},
                kTimings, timing);
  held.timing = timing.value_or(TraceTiming::recorded);
  fields.boolean({"departures", "false: jobs never leave; by default true."}, departures);
  held.departures = departures.value_or(true);
  fields.string({"order", "CSV file (may be gzipped) with the arrival order per trace and seed."},
                held.order_file);
  fields.choice(
      {"processor",
       "Format `swf`: what one of its processors is, a CPU core (default) or a whole GPU."},
      kProcessors, held.processor);
  std::optional<bool> strict;
  if (held.strict) strict = true;
  fields.boolean(
      {"strict",
       "true: a trace of which rows would be dropped or repaired is an error; by default "
       "false."},
      strict);
  held.strict = strict.value_or(false);
  if (!held.file.empty()) trace = held;
  fields.require(
      !fields.present("trace") || fields.present("format"), "trace",
      "needs a \"format\" beside it" +
          (fields.names("trace_formats").empty()
               ? std::string()
               : fmt::format(", such as \"{}\"", fields.names("trace_formats").front())));
  for (const auto* const key : {"format", "timing", "departures", "order", "processor", "strict"}) {
    fields.require(!fields.present(key) || fields.present("trace"), key,
                   "is only for a trace; add \"trace\" or leave it out");
  }
}

// Runs count utilisation in thousandths, so no finer one may be asked for.
void describe_utilisation(Fields& fields, const Field& field, double& utilisation) {
  auto thousandths = static_cast<int>(std::lround(utilisation * 1000));
  fields.decimal(field, 3, {0, 1000}, thousandths);
  utilisation = thousandths / 1000.0;
}

void check_generator(Fields& fields, const Generator& generator) {
  fields.require(generator.count > 0 || generator.until_ns != kNever, "count",
                 "needs \"count\" or \"until\", or it would never end");
  fields.require(generator.until_ns > generator.first_ns, "until", "must be later than \"start\"");
  // A limit that could not be read was reported: what would come of it is no second problem.
  if (fields.failed("count") || fields.failed("until") || generator.mean_gap_ns <= 0) return;
  const auto span =
      static_cast<double>(generator.until_ns) - static_cast<double>(generator.first_ns);
  const double jobs =
      std::min(generator.count > 0 ? static_cast<double>(generator.count) : HUGE_VAL,
               span / generator.mean_gap_ns);
  fields.require(
      jobs <= static_cast<double>(kMostGenerated), "until",
      fmt::format("would draw about {:.3g} jobs; at most {} are allowed, so end sooner or "
                  "give a \"count\"",
                  jobs, kMostGenerated));
  fields.require(jobs * generator.mean_gap_ns <= static_cast<double>(kLongestNs), "count",
                 fmt::format("at this rate takes over {}; give fewer jobs or a higher rate",
                             format_quantity(Dimension::duration, kLongestNs)));
}

void check_demand(Fields& fields, const JobDemand& demand) {
  for (const auto* const key : {"gpu_fraction", "gpu_models", "gpu_memory"}) {
    fields.require(demand.gpus > 0 || !fields.present(key), key,
                   "means nothing to a job without GPUs; set \"gpus\" or leave it out");
  }
  fields.require(demand.nodes <= 1 || demand.gpu_milli == kMilliPerGpu || demand.gpus == 0,
                 "gpu_fraction", "below 1 is for jobs on one node; leave it out");
  fields.require(
      demand.gpus <= 1 || demand.gpu_milli == kMilliPerGpu, "gpu_fraction",
      fmt::format("below 1 needs \"gpus\": 1, not {}; jobs of several GPUs hold whole ones",
                  demand.gpus));
}

void check_initial(Fields& fields, const InitialJob& job) {
  if (!job.running) {
    for (const auto* const key : {"rack", "node", "devices"}) {
      fields.require(!fields.present(key), key, "is only for a running job; leave it out");
    }
    return;
  }
  for (const auto* const key : {"rack", "node"}) {
    fields.require(fields.present(key), key, fmt::format("a running job needs \"{}\"", key));
  }
  fields.require(job.demand.nodes <= 1, "demand",
                 "a job that runs over several nodes at the start is not supported; let it arrive, "
                 "or queue it");
  fields.require(job.elapsed_ns < job.duration_ns, "elapsed",
                 "must be less than \"duration\"; a finished job is left out");
  fields.require(job.elapsed_ns < job.walltime_ns, "elapsed",
                 "must be less than \"walltime\"; a job that was killed is left out");
  if (job.devices.empty()) return;
  const auto& devices = job.devices;
  const bool distinct = std::set<int>(devices.begin(), devices.end()).size() == devices.size();
  fields.require(distinct, "devices", "names a device twice");
  fields.require(
      static_cast<int>(devices.size()) == job.demand.gpus, "devices",
      fmt::format("names {} devices for a job of {} GPUs; name each one, or none to leave "
                  "the choice to the scheduler",
                  devices.size(), job.demand.gpus));
}

}  // namespace

void describe(Fields& fields, Workload& workload) {
  describe_trace(fields, workload.trace);
  fields.list({"generate", "Jobs drawn at random."}, {0, 1000}, workload.generators,
              ListForm::one_or_list);
  int number = 0;
  for (auto& generator : workload.generators) {
    ++number;
    if (generator.name.empty()) generator.name = fmt::format("generator-{}", number);
  }
  fields.list({"initial", "Jobs already running or queued at the start."}, {0, 1'000'000},
              workload.initial);
}

void describe(Fields& fields, Generator& generator) {
  fields.string({"name", "What reports call it; by default generator-1, generator-2, …"},
                generator.name);
  Arrivals arrivals{generator.process, generator.mean_gap_ns};
  fields.object({"arrivals", "When jobs arrive.", kRequired}, arrivals, "rate");
  fields.quantity({"start", "When the process starts, from the start of the run."},
                  Dimension::duration, {0, kLongestNs}, generator.first_ns);
  std::optional<std::int64_t> count;
  std::optional<TimeNs> until;
  if (generator.count > 0) count = generator.count;
  if (generator.until_ns != kNever) until = generator.until_ns;
  fields.integer({"count",
                  "Number of jobs; this or `until` must be there, the first to come ends "
                  "the process."},
                 {1, kMostGenerated}, count);
  fields.quantity({"until", "No job arrives from then on."}, Dimension::duration, {1, kLongestNs},
                  until);
  generator.count = count.value_or(0);
  generator.until_ns = until.value_or(kNever);
  fields.list({"classes", "The mix of jobs.", kRequired}, {1, 1000}, generator.classes);
  int number = 0;
  for (auto& demand_class : generator.classes) {
    ++number;
    if (demand_class.name.empty()) demand_class.name = fmt::format("class-{}", number);
  }
  check_generator(fields, generator);
}

void describe(Fields& fields, DemandClass& demand_class) {
  fields.string({"name", "What reports call it; by default class-1, class-2, …"},
                demand_class.name);
  fields.number({"weight", "Share of the mix, relative to the other classes."},
                {0, 1e9, LowerEnd::excluded}, demand_class.weight);
  fields.object({"demand", "What each job asks for.", kRequired}, demand_class.demand);
  describe_utilisation(
      fields, {"utilisation", "How busy a job keeps the GPU share it holds; drives power."},
      demand_class.utilisation);
  fields.integer({"priority", kPriorityMeaning}, kPriorities, demand_class.priority);
  fields.object({"duration", "How long a job runs.", kRequired}, demand_class.duration_ns, "value");
  describe_walltime(fields, demand_class.walltime_ns);
  describe_restart(fields, demand_class.restart_ns);
}

void describe(Fields& fields, JobDemand& demand) {
  std::optional<int> gpus, nodes, gpus_per_node;
  if (demand.nodes == 0) gpus = demand.gpus;
  if (demand.nodes > 0) {
    nodes = demand.nodes;
    gpus_per_node = demand.gpus;
  }
  fields.integer({"gpus",
                  "GPUs in all: on one node where a node of the fleet has as many, else over whole "
                  "nodes, the largest that fit first; CPUs and memory are then shared in "
                  "proportion. By default 0."},
                 {0, kMostGpus}, gpus);
  fields.integer({"nodes",
                  "A gang of this many distinct nodes, all or nothing; CPUs and memory are then of "
                  "each node."},
                 {1, kMostGangNodes}, nodes);
  fields.integer({"gpus_per_node", "With `nodes`: GPUs on each; by default 0."}, {0, kMostGpus},
                 gpus_per_node);
  fields.require(!fields.present("gpus") || !fields.present("nodes"), "gpus",
                 "cannot be given together with \"nodes\"; say \"gpus_per_node\"");
  fields.require(!fields.present("gpus_per_node") || fields.present("nodes"), "gpus_per_node",
                 "needs \"nodes\" beside it; for one node say \"gpus\"");
  demand.nodes = nodes.value_or(0);
  demand.gpus = demand.nodes > 0 ? gpus_per_node.value_or(0) : gpus.value_or(0);
  std::optional<int> milli;
  if (demand.gpus > 0) milli = demand.gpu_milli;
  fields.decimal(
      {"gpu_fraction", "Share of the GPU that a job with `gpus` 1 asks for; by default 1."}, 3,
      {1, kMilliPerGpu}, milli);
  demand.gpu_milli = demand.gpus > 0 ? milli.value_or(kMilliPerGpu) : 0;
  fields.decimal({"cpus", "CPU cores."}, 3, {0, kMostCpuMilli}, demand.cpu_milli);
  fields.quantity({"memory", "Main memory."}, Dimension::memory, {0, kMostMemoryMib},
                  demand.memory_mib);
  fields.strings({"gpu_models", "GPU models the job accepts; by default any."}, {1, 64},
                 demand.gpu_models);
  std::optional<std::int64_t> gpu_memory_mib;
  if (demand.gpu_memory_mib > 0) gpu_memory_mib = demand.gpu_memory_mib;
  fields.quantity({"gpu_memory", "Least memory of each GPU; by default any."}, Dimension::memory,
                  {1, kMostMemoryMib}, gpu_memory_mib);
  demand.gpu_memory_mib = gpu_memory_mib.value_or(0);
  check_demand(fields, demand);
}

void describe(Fields& fields, InitialJob& job) {
  fields.string({"name", "What the job table calls it."}, job.name);
  auto state = job.running ? InitialState::running : InitialState::queued;
  fields.choice({"state", "What it is doing at the start.", kRequired}, kStates, state);
  job.running = state == InitialState::running;
  fields.object({"demand", "What it asks for, or holds.", kRequired}, job.demand);
  describe_utilisation(fields, {"utilisation", "How busy it keeps the GPU share it holds."},
                       job.utilisation);
  fields.integer({"priority", kPriorityMeaning}, kPriorities, job.priority);
  fields.quantity({"duration", "Its whole length.", kRequired}, Dimension::duration,
                  {1, kLongestNs}, job.duration_ns);
  describe_walltime(fields, job.walltime_ns);
  describe_restart(fields, job.restart_ns);
  fields.quantity({"elapsed", "Time already run (running) or waited (queued)."},
                  Dimension::duration, {0, kLongestNs}, job.elapsed_ns);
  fields.string({"rack", "Running: its rack group, or `node_list`."}, job.rack);
  std::optional<int> node;
  if (job.running) node = job.node;
  fields.integer({"node", "Running: index of its node within the group, from 0."},
                 {0, kMostNodes - 1}, node);
  job.node = node.value_or(0);
  fields.integers({"devices", "Running: its GPUs' indices; by default the scheduler chooses."},
                  {1, kMaxGpusPerNode}, {0, kMaxGpusPerNode - 1}, job.devices);
  check_initial(fields, job);
}

}  // namespace coldaisle
