#include "sim/results/policy_table.h"

#include <algorithm>

#include "sim/core/error.h"
#include "sim/policy/policy.h"

namespace coldaisle {
namespace {

void add_weights(const Scheduler& scheduler, PolicyTable& table) {
  const auto first = table.weights.size();
  table.weights.resize(first + table.rules.size());
  for (const auto& [rule, weight] : scheduler.rules) {
    const auto found = std::find(table.rules.begin(), table.rules.end(), rule);
    expects(found != table.rules.end(), "no placement rule is called " + rule);
    table.weights[first + static_cast<std::size_t>(found - table.rules.begin())] += weight;
  }
}

}  // namespace

PolicySource policy_source(const PolicySet& set) {
  PolicySource source;
  source.size = set.size();
  source.scheduler = [&set](std::int64_t policy) { return set.scheduler(policy); };
  source.id = [&set](std::int64_t policy) { return set.id(policy); };
  source.name = [&set](std::int64_t policy) { return set.name(policy); };
  return source;
}

PolicyTable list_policies(const PolicySource& source) {
  PolicyTable table;
  table.rules = rule_names();
  for (std::int64_t policy = 0; policy < source.size; ++policy) {
    const auto scheduler = source.scheduler(policy);
    table.ids.push_back(source.id(policy));
    table.names.push_back(source.name(policy));
    table.queue.push_back(static_cast<std::uint8_t>(scheduler.queue));
    table.depth.push_back(scheduler.depth);
    table.gpu_choice.push_back(static_cast<std::uint8_t>(make_policy(scheduler).gpu_pick));
    add_weights(scheduler, table);
  }
  return table;
}

}  // namespace coldaisle
