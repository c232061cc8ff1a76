#pragma once

#include <cstdint>

#include "sim/core/host_device.h"
#include "sim/policy/node_state.h"

namespace coldaisle {

struct PolicyRow;

// What the first lane asks all lanes of a group to do together.
struct LaneRequest {
  enum class Kind : std::int32_t { reset, choose, dismiss };

  Kind kind = Kind::dismiss;
  std::int32_t job = 0;
  std::int32_t demand = 0;
  std::int32_t gang_size = 0;
  const std::int32_t* gang = nullptr;
  std::uint64_t change = 0;
  const NodeState* nodes = nullptr;
  const PolicyRow* policy = nullptr;
};

// A group of lanes works at one policy: the first replays it, the others help where a step goes
// over many nodes. A group type has:
//   index(), count(): this lane's place, and how many there are;
//   share(request): the first lane's request, for all; what it wrote before is seen by all after;
//   sync(): waits for all lanes; what each wrote before is seen by all after;
//   largest(value), smallest(value): over the values of all lanes.
// All lanes make the same calls of share(), sync(), largest() and smallest(), in the same order.
//
// OneLane is the group of the processor: a thread a policy.
struct OneLane {
  COLDAISLE_HD static constexpr std::int32_t index() { return 0; }

  COLDAISLE_HD static constexpr std::int32_t count() { return 1; }

  COLDAISLE_HD static const LaneRequest& share(const LaneRequest& request) { return request; }

  COLDAISLE_HD static void sync() {}

  template <class T>
  COLDAISLE_HD static T largest(T value) {
    return value;
  }

  template <class T>
  COLDAISLE_HD static T smallest(T value) {
    return value;
  }
};

}  // namespace coldaisle
