#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/policy/node_state.h"
#include "sim/scenario/fleet_plan.h"

namespace coldaisle {

// What a GPU is doing. Every GPU is in exactly one state at any time.
enum class GpuState : std::uint8_t {
  idle,     // in service, no tenant
  shared,   // part of its capacity is held
  full,     // all of its capacity is held
  drained,  // no tenant, and its node takes none
  absent,   // its node is not in the fleet
};
inline constexpr int kGpuStates = 5;
inline constexpr std::array<const char*, kGpuStates> kGpuStateNames = {"idle", "shared", "full",
                                                                       "drained", "absent"};

enum class NodeService : std::uint8_t { in_service, drained, absent };

// Time in each state and energy of one GPU, settled up to `since_ns`. 96 bytes a GPU.
struct GpuAccount {
  std::array<TimeNs, kGpuStates> in_state_ns = {};
  TimeNs since_ns = 0;
  std::int64_t power_mw = 0;
  WideInt energy_mw_ns = 0;
  std::int32_t load = 0;  // sum over tenants of milli-GPU x utilisation in thousandths, 0...1e6
  GpuState state = GpuState::idle;
};

static_assert(sizeof(GpuAccount) == 96);

// An amount that holds between changes, and its integral over time: amount x ns, exact.
class Integral {
 public:
  void settle(TimeNs now) {
    area_ += WideInt{amount_} * (now - since_ns_);
    since_ns_ = now;
  }

  void add(TimeNs now, std::int64_t change) {
    settle(now);
    amount_ += change;
  }

  std::int64_t amount() const { return amount_; }

  WideInt area(TimeNs now) const { return area_ + WideInt{amount_} * (now - since_ns_); }

 private:
  std::int64_t amount_ = 0;
  TimeNs since_ns_ = 0;
  WideInt area_ = 0;
};

// The fleet as it stands: racks, nodes, GPUs, what is held on them, and their accounts. Accounts
// settle when something changes, never at samples; all of them are integers, so settling more often
// changes nothing.
class World {
 public:
  explicit World(const FleetPlan& plan);

  const FleetPlan& plan() const { return *plan_; }

  std::span<const NodeState> nodes() const { return nodes_; }

  const NodeState& node(std::int32_t index) const { return nodes_[at(index)]; }

  NodeService service(std::int32_t node) const { return service_[at(node)]; }

  // Index of the node's first GPU among gpus().
  std::int32_t first_gpu(std::int32_t node) const { return first_gpu_[at(node)]; }

  std::span<const GpuAccount> gpus() const { return gpus_; }

  // Takes the demand on `node` from `now` on; utilisation in thousandths of the share held.
  void place(TimeNs now, std::int32_t node, const Demand& demand, std::uint32_t gpu_mask,
             std::int32_t utilisation_milli);
  void release(TimeNs now, std::int32_t node, const Demand& demand, std::uint32_t gpu_mask,
               std::int32_t utilisation_milli);
  // Whether the node takes no task for the reason `why`: kInGang or kReserved.
  void set_closed(std::int32_t node, std::uint8_t why, bool closed);
  // Moves a node in or out of service. An absent node must hold nothing.
  void set_service(TimeNs now, std::int32_t node, NodeService service);

  // Brings every account up to `now`.
  void settle(TimeNs now);
  // Throws InternalError naming the entity when an account does not add up at `now` (settles
  // first).
  void check_invariants(TimeNs now);

  // Totals over the fleet and their integrals.
  const Integral& capacity_milli() const { return capacity_milli_; }  // GPUs present

  const Integral& allocated_milli() const { return allocated_milli_; }  // held by jobs

  const Integral& load() const { return load_; }  // milli-GPU x utilisation in thousandths

  const Integral& gpu_power_mw() const { return gpu_power_mw_; }

  const Integral& base_power_mw() const { return base_power_mw_; }  // nodes without GPUs

  // What jobs hold, by price class: micro-USD per hour x GPU-milli.
  const Integral& cost_rate(PriceClass price_class) const {
    return cost_rate_[static_cast<std::size_t>(price_class)];
  }

  // GPUs whose model, and nodes whose base, has no known power: energy is then unknown.
  std::int64_t gpus_without_power() const { return gpus_without_power_; }

  std::int64_t nodes_without_base_power() const { return nodes_without_base_power_; }

  // GPUs whose price is not known: costs are then unknown.
  std::int64_t gpus_without_price() const { return gpus_without_price_; }

 private:
  static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  void add_accounts(const NodePlan& plan, std::int32_t index);
  void change_tenants(TimeNs now, std::int32_t node, const Demand& demand, std::uint32_t gpu_mask,
                      std::int32_t load_change, int sign);
  void refresh_gpu(TimeNs now, std::int32_t node, std::int32_t slot);
  void settle_gpu(TimeNs now, GpuAccount& gpu);
  std::int64_t check_gpu(TimeNs now, std::size_t node, std::int32_t slot) const;
  GpuState state_of(std::int32_t node, std::int32_t slot) const;
  std::int64_t power_of(std::int32_t node, std::int32_t slot) const;

  const FleetPlan* plan_;
  std::vector<NodeState> nodes_;
  std::vector<NodeService> service_;
  std::vector<std::int32_t> first_gpu_;
  std::vector<GpuAccount> gpus_;
  std::vector<Integral> node_base_mw_;
  std::vector<Integral> rack_power_mw_;
  Integral capacity_milli_, allocated_milli_, load_, gpu_power_mw_, base_power_mw_;
  std::array<Integral, kPriceClasses> cost_rate_;
  std::int64_t gpus_without_power_ = 0, nodes_without_base_power_ = 0, gpus_without_price_ = 0;
};

}  // namespace coldaisle
