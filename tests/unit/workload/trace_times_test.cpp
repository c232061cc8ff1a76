#include "sim/workload/importers/trace_times.h"

#include <limits>
#include <string>

#include "tests/support/catch.h"

using namespace coldaisle;

TEST_CASE("a local time counts from 1970 and comes back the same", "[workload][importers]") {
  CHECK(parse_local_time("1970-01-01 00:00:00") == 0);
  CHECK(parse_local_time("2024-02-29T12:00:01") == 1'709'208'001 * kNsPerSecond);
  CHECK(parse_local_time("2199-12-31 23:59:59") == 7'258'118'399 * kNsPerSecond);
  for (const char* text : {"1970-01-01 00:00:00", "2000-02-29 23:59:59", "2199-12-31 00:00:01"}) {
    CHECK(format_local_time(parse_local_time(text).value()) == text);
  }
}

TEST_CASE("what is not a local time is none", "[workload][importers][bad-input]") {
  for (const char* text : {"",
                           "2024-01-31",
                           "2024-01-31 12:00",
                           "2024-01-31 12:00:00Z",
                           "2024-01-31T12:00:00+01:00",
                           "2023-02-29 00:00:00",
                           "2024-13-01 00:00:00",
                           "2024-00-01 00:00:00",
                           "2024-01-00 00:00:00",
                           "2024-01-31 24:00:00",
                           "2024-01-31 12:60:00",
                           "2024-01-31 23:59:60",
                           "2024-1-31 12:00:000",
                           "24-01-31 12:00:00",
                           "31/01/2024 12:00:00",
                           "01-31-2024 12:00:00",
                           "2200-01-01 00:00:00",
                           "1969-12-31 23:59:59",
                           "2024-01-31_12:00:00",
                           "+024-01-31 12:00:00"}) {
    CAPTURE(text);
    CHECK(!parse_local_time(text));
  }
}

TEST_CASE("a Slurm duration counts days and hours where it has them", "[workload][importers]") {
  CHECK(parse_clock_duration("02:03") == 123 * kNsPerSecond);
  CHECK(parse_clock_duration("00:00:00") == 0);
  CHECK(parse_clock_duration("01:02:03") == 3'723 * kNsPerSecond);
  CHECK(parse_clock_duration("100:00:00") == 100 * kNsPerHour);
  CHECK(parse_clock_duration("1-02:03:04") == 93'784 * kNsPerSecond);
  CHECK(parse_clock_duration("365-00:00:00") == 365 * (24 * kNsPerHour));
}

TEST_CASE("what is not a Slurm duration is none", "[workload][importers][bad-input]") {
  for (const char* text :
       {"", "5", "1-00", "1-00:00", "1-24:00:00", "00:60", "00:00:60", "-1:00", "-00:01:00",
        "1:2:3:4", "1-2-3:00:00", "00:01.5", "UNLIMITED", "99999999-00:00:00", "a:b", ":", "::"}) {
    CAPTURE(text);
    CHECK(!parse_clock_duration(text));
  }
}

TEST_CASE("the fault of a job's times is the first of those it has", "[workload][importers]") {
  CHECK(time_fault(1, 2, 3) == TimeFault::sound);
  CHECK(time_fault(1, 1, 1) == TimeFault::zero_duration);
  CHECK(time_fault({}, {}, {}) == TimeFault::never_ran);
  CHECK(time_fault({}, 2, 1) == TimeFault::no_submit);
  CHECK(time_fault(3, 2, {}) == TimeFault::no_end);
  CHECK(time_fault(3, 2, 1) == TimeFault::start_before_submit);
  CHECK(time_fault(1, 2, 1) == TimeFault::end_before_start);
}
