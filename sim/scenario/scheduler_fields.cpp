#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "sim/scenario/scenario_fields.h"
#include "sim/scenario/scheduler_choices.h"

namespace coldaisle {
namespace {

constexpr std::array kMethods = {Choice<PreemptionMethod>{PreemptionMethod::displace, "displace"},
                                 Choice<PreemptionMethod>{PreemptionMethod::repack, "repack"}};
constexpr std::array kKept = {Choice<WorkKept>{WorkKept::all, "all"},
                              Choice<WorkKept>{WorkKept::last_checkpoint, "last_checkpoint"},
                              Choice<WorkKept>{WorkKept::none, "none"}};
constexpr std::array kCharges = {Choice<RestartCharge>{RestartCharge::start, "start"},
                                 Choice<RestartCharge>{RestartCharge::pass, "pass"}};
constexpr std::array kPresets = {Choice<SchedulerPreset>{SchedulerPreset::muri, "muri"}};

constexpr int kEndDigits = 9;  // group_ends counts 1e-9
constexpr std::int64_t kMostGroupEnds = 1'000'000;
constexpr int kMostLevels = 64;

// The simulator of Muri (Zhao et al., SIGCOMM 2022), without its sharing of GPUs: at each event all
// jobs are placed anew, each running one loses its restart time, and ends within 1e-9 of each
// other, relative to their time, are one event. With GPUs of one speed the rule `speed` takes the
// first node that fits.
void apply_muri(Scheduler& scheduler) {
  scheduler.rules = {{"speed", 1}};
  scheduler.queue = QueueDiscipline::srtf;
  scheduler.depth = static_cast<int>(kMostGenerated);
  scheduler.preemption = Preemption{
      .method = PreemptionMethod::repack, .charged = RestartCharge::pass, .group_ends_ppb = 1};
}

// Keys that mean nothing to the chosen discipline are refused.
void check_queue_keys(Fields& fields, const Scheduler& scheduler) {
  const auto* const queue = choice_name(kQueueChoices, scheduler.queue);
  fields.require(may_stop_jobs(scheduler.queue) || !fields.present("preemption"), "preemption",
                 std::string("means nothing to the queue \"") + queue +
                     "\", which stops no running job; choose priority, srtf, srsf, las or "
                     "round_robin, or leave it out");
  fields.require(scheduler.queue == QueueDiscipline::las || !fields.present("las_thresholds"),
                 "las_thresholds", "is only for the queue \"las\"; leave it out");
  fields.require(scheduler.queue == QueueDiscipline::round_robin || !fields.present("quantum"),
                 "quantum", "is only for the queue \"round_robin\"; leave it out");
}

// Jobs whose turns leave no work behind would run for ever.
void check_turns(Fields& fields, const Scheduler& scheduler) {
  if (scheduler.queue != QueueDiscipline::round_robin || !scheduler.preemption) return;
  fields.require(
      scheduler.preemption->kept == WorkKept::all, "preemption",
      "with the queue \"round_robin\" a job must keep its work, or it may never end; set "
      "\"keeps\" to \"all\", or leave it out");
  fields.require(
      scheduler.preemption->method == PreemptionMethod::displace &&
          scheduler.preemption->charged == RestartCharge::start,
      "preemption",
      "with the queue \"round_robin\" cannot move or charge jobs at each pass, for turns could be "
      "too short for any work; leave out \"method\" and \"charge\"");
  fields.require(
      scheduler.preemption->restart_ns < scheduler.quantum_ns, "preemption",
      "has a \"restart\" as long as a turn, so that no work would be done; give a longer "
      "\"quantum\"");
}

void describe_thresholds(Fields& fields, std::vector<TimeNs>& thresholds_ns) {
  std::vector<double> values(thresholds_ns.begin(), thresholds_ns.end());
  fields.quantities(
      {"las_thresholds",
       "Queue `las`: GPU-time, rising, after each of which a job falls one level; jobs of a lower "
       "level stop those of a higher one. By default 1 h, 2 h, 5 h."},
      {1, kMostLevels}, Dimension::duration, {1, kLongestNs}, values);
  thresholds_ns.clear();
  thresholds_ns.reserve(values.size());
  for (const double value : values) thresholds_ns.push_back(std::llround(value));
  const bool rises = std::adjacent_find(thresholds_ns.begin(), thresholds_ns.end(),
                                        std::greater_equal<>()) == thresholds_ns.end();
  fields.require(rises, "las_thresholds", "must rise from one to the next");
}

void describe_quantum(Fields& fields, Scheduler& scheduler) {
  std::optional<TimeNs> quantum;
  if (scheduler.queue == QueueDiscipline::round_robin) quantum = scheduler.quantum_ns;
  fields.quantity({"quantum",
                   "Queue `round_robin`: how long a job runs before one that waits may take its "
                   "nodes; by default 1 min."},
                  Dimension::duration, {1, kLongestNs}, quantum);
  scheduler.quantum_ns = quantum.value_or(kNsPerMinute);
}

}  // namespace

void describe(Fields& fields, Preemption& preemption) {
  fields.choice({"method",
                 "`displace`: a job that does not fit takes the nodes of those behind it in the "
                 "order, as few as it needs; `repack`: each scheduling pass takes all jobs off "
                 "their nodes and places them anew, in order."},
                kMethods, preemption.method);
  fields.choice({"keeps",
                 "What remains of a stopped job's work: `all` of it, what its `last_checkpoint` "
                 "holds, or `none`: it starts over."},
                kKept, preemption.kept);
  fields.quantity(
      {"save", "With `keeps` all: how long a stopped job holds its nodes on to save its work."},
      Dimension::duration, {0, kLongestNs}, preemption.save_ns);
  std::optional<TimeNs> interval;
  if (preemption.checkpoint_ns != kNever) interval = preemption.checkpoint_ns;
  fields.quantity({"checkpoint_interval",
                   "With `keeps` last_checkpoint: time between checkpoints, from when its work "
                   "begins or goes on."},
                  Dimension::duration, {1, kLongestNs}, interval);
  preemption.checkpoint_ns = interval.value_or(kNever);
  fields.quantity(
      {"restart", "Time on its nodes before a job's work goes on; jobs may have their own."},
      Dimension::duration, {0, kLongestNs}, preemption.restart_ns);
  fields.choice({"charge",
                 "When a job pays `restart`: at each `start` but its first; or at each scheduling "
                 "`pass`, whether it moved or not, but the one at its end."},
                kCharges, preemption.charged);
  fields.decimal({"group_ends",
                  "With `repack`: jobs whose ends are so close, relative to the time, end at "
                  "once, at the end of the first of them in the order."},
                 kEndDigits, {0, kMostGroupEnds}, preemption.group_ends_ppb);
  fields.require(preemption.kept == WorkKept::all || preemption.save_ns == 0, "save",
                 "needs \"keeps\": \"all\"; leave it out");
  fields.require((preemption.kept == WorkKept::last_checkpoint) == interval.has_value(),
                 "checkpoint_interval",
                 "goes with \"keeps\": \"last_checkpoint\"; give both or neither");
  const bool repacks = preemption.method == PreemptionMethod::repack;
  fields.require(!repacks || preemption.save_ns == 0, "save",
                 "is not supported with \"repack\"; use \"displace\", or leave it out");
  fields.require(repacks || preemption.group_ends_ppb == 0, "group_ends",
                 "needs \"method\": \"repack\"; leave it out");
  fields.require(preemption.charged == RestartCharge::start || preemption.kept == WorkKept::all,
                 "charge", "by pass needs \"keeps\": \"all\"");
}

void describe(Fields& fields, Scheduler& scheduler) {
  fields.choice({"preset",
                 "A published simulator's way, as values for the other keys, which may still be "
                 "given: `muri` (SIGCOMM 2022; srtf, or with `queue` srsf)."},
                kPresets, scheduler.preset);
  if (fields.present("preset") && scheduler.preset) apply_muri(scheduler);
  describe_rules(fields,
                 {"rules",
                  "Placement rules and their weights; the node with the highest weighted sum "
                  "of scores wins."},
                 scheduler.rules);
  fields.choice({"queue",
                 "A job that does not fit: is rejected (`none`), blocks all behind it (`fifo`), or "
                 "is passed over (`skip`; `sjf`: shortest duration first; `priority`: highest "
                 "priority first), or only by jobs that do not delay it (`easy`: it, the first of "
                 "the queue; `conservative`: it or any other before them), if running jobs end by "
                 "their walltimes; or stops running jobs behind it in the order and takes their "
                 "place (`srtf`: shortest remaining time first; `srsf`: least remaining time x "
                 "GPUs; `las`: least GPU-time had so far, by levels; `round_robin`: turns of "
                 "`quantum`; and `priority` with `preemption`)."},
                kQueueChoices, scheduler.queue);
  fields.object({"preemption", "How running jobs give way; by default free, and losing nothing."},
                scheduler.preemption);
  if (stops_jobs(scheduler.queue) && !scheduler.preemption) scheduler.preemption.emplace();
  describe_thresholds(fields, scheduler.las_thresholds_ns);
  if (scheduler.queue == QueueDiscipline::las && scheduler.las_thresholds_ns.empty()) {
    scheduler.las_thresholds_ns = {1 * kNsPerHour, 2 * kNsPerHour, 5 * kNsPerHour};
  }
  describe_quantum(fields, scheduler);
  check_queue_keys(fields, scheduler);
  check_turns(fields, scheduler);
  fields.integer({"depth",
                  "Most blocked jobs looked at in one scan, the first included; 1 is the same as "
                  "`fifo`, but with `sjf` and `priority`. `none` and `fifo` do without."},
                 {1, kMostGenerated}, scheduler.depth);
  fields.choice({"gpu_choice",
                 "Which GPU of the node a fractional job takes; without it, the only rule's own "
                 "way, else `best_fit`."},
                kGpuChoices, scheduler.gpu_choice);
  fields.string({"tie_break",
                 "CSV file of node ranks per trace and seed that decides between equal scores; "
                 "without it, the order of nodes."},
                scheduler.tie_break_file);
}

}  // namespace coldaisle
