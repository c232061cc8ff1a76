#include "sim/workload/importers/trace_times.h"

#include <chrono>

#include <fmt/format.h>

#include "sim/workload/job_list.h"

namespace coldaisle {
namespace {

constexpr TimeNs kNsPerDay = 24 * kNsPerHour;
constexpr std::int64_t kFirstYear = 1970;
constexpr std::int64_t kLastYear = 2199;

// `text` as a number where it is digits only, at most 9 of them; else -1.
std::int64_t digits(std::string_view text) {
  if (text.empty() || text.size() > 9) return -1;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

bool is_between(std::int64_t value, std::int64_t least, std::int64_t most) {
  return value >= least && value <= most;
}

// "HH:MM:SS" of one day.
std::optional<TimeNs> parse_time_of_day(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const std::int64_t hours = digits(text.substr(0, 2));
  const std::int64_t minutes = digits(text.substr(3, 2));
  const std::int64_t seconds = digits(text.substr(6, 2));
  if (!is_between(hours, 0, 23) || !is_between(minutes, 0, 59) || !is_between(seconds, 0, 59)) {
    return std::nullopt;
  }
  return hours * kNsPerHour + minutes * kNsPerMinute + seconds * kNsPerSecond;
}

}  // namespace

TimeFault time_fault(std::optional<TimeNs> submit, std::optional<TimeNs> start,
                     std::optional<TimeNs> end) {
  if (!start) return TimeFault::never_ran;
  if (!submit) return TimeFault::no_submit;
  if (!end) return TimeFault::no_end;
  if (*start < *submit) return TimeFault::start_before_submit;
  if (*end < *start) return TimeFault::end_before_start;
  return *end == *start ? TimeFault::zero_duration : TimeFault::sound;
}

std::optional<TimeNs> parse_local_time(std::string_view text) {
  if (text.size() != 19 || text[4] != '-' || text[7] != '-') return std::nullopt;
  if (text[10] != ' ' && text[10] != 'T') return std::nullopt;
  const std::int64_t year = digits(text.substr(0, 4));
  const std::int64_t month = digits(text.substr(5, 2));
  const std::int64_t day = digits(text.substr(8, 2));
  const auto time = parse_time_of_day(text.substr(11));
  if (!time || !is_between(year, kFirstYear, kLastYear) || month < 0 || day < 0) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * kNsPerDay + *time;
}

std::string format_local_time(TimeNs time_ns) {
  const std::chrono::sys_days day{std::chrono::days(time_ns / kNsPerDay)};
  const std::chrono::year_month_day date(day);
  const std::int64_t seconds = time_ns % kNsPerDay / kNsPerSecond;
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::optional<TimeNs> read_local_time(FieldReader& rows, int column) {
  const auto time = parse_local_time(rows.field(column));
  if (!time) {
    rows.add_problem(column, fmt::format("{} is not a time like \"2024-01-31 12:00:00\" (years {} "
                                         "to {}, no zone); write it so",
                                         quote_field(rows.field(column)), kFirstYear, kLastYear));
  }
  return time;
}

std::optional<TimeNs> parse_clock_duration(std::string_view text) {
  std::int64_t days = 0;
  const std::size_t dash = text.find('-');
  const bool has_days = dash != std::string_view::npos;
  if (has_days) {
    days = digits(text.substr(0, dash));
    text.remove_prefix(dash + 1);
  }
  std::int64_t hours = 0;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const bool has_hours = text.find(':', colon + 1) != std::string_view::npos;
  if (has_days && !has_hours) return std::nullopt;
  if (has_hours) {
    hours = digits(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  const std::size_t last = text.find(':');
  const std::int64_t minutes = digits(text.substr(0, last));
  const std::int64_t seconds = digits(text.substr(last + 1));
  const std::int64_t most_hours = has_days ? 23 : INT32_MAX;
  if (days < 0 || !is_between(hours, 0, most_hours) || !is_between(minutes, 0, 59) ||
      !is_between(seconds, 0, 59)) {
    return std::nullopt;
  }
  const WideInt total = WideInt{days} * kNsPerDay + WideInt{hours} * kNsPerHour +
                        WideInt{minutes} * kNsPerMinute + WideInt{seconds} * kNsPerSecond;
  if (total > kMostJobTimeNs) return std::nullopt;
  return static_cast<TimeNs>(total);
}

}  // namespace coldaisle
