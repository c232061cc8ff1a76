#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/scenario/scenario_fields.h"

namespace coldaisle {

namespace {

constexpr std::int64_t kMostBaseMw = 1'000'000'000;  // 1 MW, far above any node
constexpr std::array kPriceChoices = {Choice<PriceClass>{PriceClass::on_demand, "on_demand"},
                                      Choice<PriceClass>{PriceClass::reserved, "reserved"},
                                      Choice<PriceClass>{PriceClass::spot, "spot"}};
constexpr const char* kPriceClassMeaning =
    "How the GPU-hours are bought; costs are summed by it, and where no price is given it says "
    "which of the catalogue's counts (for `reserved` there is none).";
constexpr std::array kActions = {Choice<FleetAction>{FleetAction::add, "add"},
                                 Choice<FleetAction>{FleetAction::drain, "drain"},
                                 Choice<FleetAction>{FleetAction::remove, "remove"}};

constexpr std::int64_t kMostNodesPerRack = 100'000;

// The members of Fabric behind the key `slowdowns`.
struct Slowdowns {
  std::int64_t& rack;
  std::int64_t& fabric;
};

void describe(Fields& fields, Slowdowns& slowdowns) {
  const IntegerRange range = {kPpm, kPpm * 1000};
  fields.decimal({"rack", "For a gang on several nodes of one rack."}, 6, range, slowdowns.rack);
  fields.decimal({"fabric", "For a gang over several racks."}, 6, range, slowdowns.fabric);
}

// Gives groups without a name their node's id, made unique by "-2", "-3", ...
void name_groups(std::vector<RackGroup>& groups) {
  std::set<std::string> taken;
  for (const auto& group : groups) taken.insert(group.name);
  std::map<std::string, int> suffixes;  // the next to try, per node
  for (auto& group : groups) {
    if (!group.name.empty() || group.node.empty()) continue;
    auto name = group.node;
    auto& suffix = suffixes.try_emplace(group.node, 2).first->second;
    while (!taken.insert(name).second) name = fmt::format("{}-{}", group.node, suffix++);
    group.name = name;
  }
}

}  // namespace

void describe(Fields& fields, Fleet& fleet) {
  fields.list({"racks", "Groups of equal racks, filled with nodes of the catalogue."}, {0, 10'000},
              fleet.racks);
  name_groups(fleet.racks);
  fields.object({"node_list", "Nodes from a CSV file."}, fleet.node_list, "file");
  fields.list({"changes", "Nodes that enter or leave the fleet at set times."}, {0, 1'000'000},
              fleet.changes);
  fields.decimal_map({"gpu_speeds",
                      "GPU model → its speed relative to the one that durations are stated for; by "
                      "default 1. A gang runs at the speed of its slowest GPU."},
                     6, {kPpm / 1000, kPpm * 1000}, fleet.gpu_speeds);
}

void describe(Fields& fields, Fabric& fabric) {
  auto& [node, rack, widest] = fabric.slowdown_ppm;
  Slowdowns slowdowns{rack, widest};
  fields.object(
      {"slowdowns", "What durations are multiplied by, by how far apart a job's nodes are."},
      slowdowns);
}

void describe(Fields& fields, RackGroup& group) {
  fields.string({"name", "What changes and reports call the group; by default its node's id."},
                group.name);
  fields.require(group.name.find('/') == std::string::npos, "name",
                 "must not contain '/', which joins group, rack and node");
  fields.string({"node", "Id of a node type; `coldaisle catalog` lists them.", kRequired},
                group.node);
  fields.integer({"count", "Number of racks."}, {1, kMostNodes}, group.racks);
  fields.integer({"nodes_per_rack", "Nodes in each rack."}, {1, kMostNodesPerRack},
                 group.nodes_per_rack);
  fields.boolean({"present",
                  "Whether the nodes are in service at the start; if not, a change of "
                  "action `add` brings them in."},
                 group.present);
  fields.quantity({"base_power",
                   "Power of a node without its GPUs; by default the catalogue's figure, and "
                   "where it has none the node's energy is unknown."},
                  Dimension::power, {0, kMostBaseMw}, group.base_mw);
  fields.quantity({"price",
                   "Of an hour of each GPU; by default the catalogue's figure, and where it has "
                   "none costs are unknown."},
                  Dimension::price, {0, kMostPrice}, group.price);
  fields.choice({"price_class", kPriceClassMeaning}, kPriceChoices, group.price_class);
}

void describe(Fields& fields, NodeList& list) {
  fields.string({"file",
                 "CSV file with the columns sn, cpu_milli, memory_mib, gpu, model; relative "
                 "to this file, else to the data folder.",
                 kRequired},
                list.file);
  fields.number({"keep", "Share kept of each class of equal nodes, at least one node of each."},
                {0, 1, LowerEnd::excluded}, list.keep);
  fields.integer({"nodes_per_rack", "Nodes in each rack, in the file's order."},
                 {1, kMostNodesPerRack}, list.nodes_per_rack);
  fields.string_map({"gpus",
                     "GPU model in the file → id of a GPU of the catalogue. Models left out "
                     "have no known power."},
                    list.gpus);
  fields.quantity_map({"prices",
                       "GPU model in the file → price of an hour of each GPU; by default the "
                       "catalogue's figure for the GPU it is mapped to."},
                      Dimension::price, {0, kMostPrice}, list.prices);
  fields.choice({"price_class", kPriceClassMeaning}, kPriceChoices, list.price_class);
}

void describe(Fields& fields, FleetChange& change) {
  fields.quantity({"at", "When, from the start.", kRequired}, Dimension::duration, {0, kLongestNs},
                  change.at_ns);
  fields.choice(
      {"action",
       "`add`: absent or drained nodes enter service; `drain`: no new placements, running "
       "jobs finish; `remove`: gone at once, running jobs start over in the queue.",
       kRequired},
      kActions, change.action);
  fields.string({"rack", "Name of a rack group, or `node_list`.", kRequired}, change.rack);
  std::optional<int> nodes;
  if (change.nodes > 0) nodes = change.nodes;
  fields.integer({"nodes", "How many nodes, lowest first; by default all."}, {1, kMostNodes},
                 nodes);
  change.nodes = nodes.value_or(0);
}

}  // namespace coldaisle
