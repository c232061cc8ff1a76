#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/core/field_reader.h"
#include "sim/core/units.h"

namespace coldaisle {

// What may be wrong with the times of a recorded job; all but `sound` and `zero_duration` cost the
// row its place where times are used.
enum class TimeFault : std::uint8_t {
  sound,
  zero_duration,
  never_ran,
  no_submit,
  no_end,
  start_before_submit,
  end_before_start,
};

// The first fault that these times have. All three count from the same zero.
TimeFault time_fault(std::optional<TimeNs> submit, std::optional<TimeNs> start,
                     std::optional<TimeNs> end);

// A date and time of day without a zone, "2024-01-31 12:00:00" or "2024-01-31T12:00:00", as ns
// since 1970-01-01 00:00:00 of the same clock. Years 1970 to 2199; no leap seconds. Nothing where
// the text is anything else, such as a time with a zone.
std::optional<TimeNs> parse_local_time(std::string_view text);

// The inverse, "2024-01-31 12:00:00", cut to whole seconds.
std::string format_local_time(TimeNs time_ns);

// The row's field as a local time; otherwise records a problem and gives nothing.
std::optional<TimeNs> read_local_time(FieldReader& rows, int column);

// Slurm's durations: "MM:SS", "HH:MM:SS" or "D-HH:MM:SS", minutes and seconds below 60, hours below
// 24 behind a day. Nothing where the text is anything else or longer than kMostJobTimeNs.
std::optional<TimeNs> parse_clock_duration(std::string_view text);

}  // namespace coldaisle
