#pragma once

#include <string>
#include <string_view>

namespace coldaisle {

// What is wrong with an RFC 3339 instant such as "2024-01-01T00:00:00Z", and the remedy; empty when
// nothing is. Leap seconds are refused.
std::string check_instant(std::string_view text);

// The same for an IANA time zone name such as "Europe/Berlin"; looked up in /usr/share/zoneinfo
// where that folder exists.
std::string check_zone(std::string_view name);

}  // namespace coldaisle
