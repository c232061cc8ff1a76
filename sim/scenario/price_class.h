#pragma once

#include <array>
#include <cstdint>

namespace coldaisle {

// How a node's GPU-hours are bought. Codes are part of the results format: append only.
enum class PriceClass : std::uint8_t { on_demand, reserved, spot };
inline constexpr int kPriceClasses = 3;
inline constexpr std::array<const char*, kPriceClasses> kPriceClassNames = {"on_demand", "reserved",
                                                                            "spot"};

}  // namespace coldaisle
