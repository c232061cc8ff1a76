#pragma once

#include <cstdint>

#include <Random123/philox.h>

#include "sim/core/host_device.h"

namespace coldaisle {

// One random stream per purpose, so that a draw added in one model never shifts another's. Values
// are part of the results' meaning: append only.
enum class Stream : std::uint32_t {
  arrival_gap = 1,
  demand_class = 2,
  duration = 3,
  placement = 4,      // the rule `random`
  gpu_choice = 5,     // the GPU choice `random`
  policy_weight = 6,  // weights of the policies drawn for a comparison
  policy_choice = 7,  // their queue discipline, depth and GPU choice
};

// 64 random bits, a pure function of its arguments: Philox4x32-10 (Salmon et al., SC11) with the
// seed as key and (index, entity, stream) as counter. The same words on host and device.
COLDAISLE_HD inline std::uint64_t draw_bits(std::uint64_t seed, Stream stream, std::uint32_t entity,
                                            std::uint64_t index) {
  const r123::Philox4x32::ctr_type counter = {{static_cast<std::uint32_t>(index),
                                               static_cast<std::uint32_t>(index >> 32), entity,
                                               static_cast<std::uint32_t>(stream)}};
  const r123::Philox4x32::key_type key = {
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const auto words = r123::Philox4x32()(counter, key);
  return (static_cast<std::uint64_t>(words[1]) << 32) | words[0];
}

// Uniform in the open interval (0, 1): the 52 top bits, centred in their cell. With 53 the half
// would be rounded away in the upper half, and the last cell's centre to 1.
COLDAISLE_HD inline double draw_uniform(std::uint64_t seed, Stream stream, std::uint32_t entity,
                                        std::uint64_t index) {
  const auto top = draw_bits(seed, stream, entity, index) >> 12;
  return (static_cast<double>(top) + 0.5) * 0x1.0p-52;
}

}  // namespace coldaisle
