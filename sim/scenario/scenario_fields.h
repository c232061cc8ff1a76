#pragma once

#include "sim/core/fields.h"
#include "sim/scenario/load.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// The declaration of every key of a scenario file, one function per struct. The parser, the JSON
// Schema, the resolved scenario and FORMAT.md all come of these.
void describe(Fields& fields, Scenario& scenario);
void describe(Fields& fields, Fleet& fleet);
void describe(Fields& fields, RackGroup& group);
void describe(Fields& fields, NodeList& list);
void describe(Fields& fields, FleetChange& change);
void describe(Fields& fields, Fabric& fabric);
void describe(Fields& fields, Workload& workload);
void describe(Fields& fields, Generator& generator);
void describe(Fields& fields, DemandClass& demand_class);
void describe(Fields& fields, JobDemand& demand);
void describe(Fields& fields, Distribution& duration_ns);
void describe(Fields& fields, InitialJob& job);
void describe(Fields& fields, Scheduler& scheduler);
void describe(Fields& fields, Preemption& preemption);
void describe(Fields& fields, MetricsConfig& metrics);
void describe(Fields& fields, PolicySpace& space);
void describe(Fields& fields, PolicyChoice& choice);
void describe(Fields& fields, PolicyGrid& grid);

// A map of rules to weights, or one rule's name; where it stands, a weight must be above 0.
void describe_rules(Fields& fields, const Field& field, std::vector<RuleWeight>& rules);

// The vocabulary as the declarations look it up: "rules", "trace_formats", "metrics".
NameLists name_lists(const Vocabulary& vocabulary);

// Longest time that files may state, 69 years, so that a few of them add up in TimeNs.
inline constexpr TimeNs kLongestNs = TimeNs{3600} * 7 * 24 * kNsPerHour;

// Most nodes of a fleet, and most jobs of one generator.
inline constexpr std::int64_t kMostNodes = 1'000'000;
inline constexpr std::int64_t kMostGenerated = 100'000'000;

// The weights that a rule may have.
inline constexpr IntegerRange kRuleWeights = {0, 1000};

// Seeds stay exact in any JSON reader that keeps numbers as doubles.
inline constexpr std::int64_t kLargestSeed = std::int64_t{1} << 53;

// The name under which changes and initial jobs speak of the nodes of fleet.node_list.
inline constexpr const char* kNodeListGroup = "node_list";

}  // namespace coldaisle
