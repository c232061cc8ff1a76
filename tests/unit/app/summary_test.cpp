#include "sim/app/summary.h"

#include <limits>

#include "tests/support/catch.h"

using namespace coldaisle;

namespace {

// The value's text in a table of one row, "VALUE".
std::string shown(double value) {
  const auto table = summary_table({{.metric = "m", .value = value, .unit = "1"}});
  REQUIRE(table.substr(0, 3) == "m  ");
  return table.substr(3, table.size() - 4);
}

std::string noted(const std::string& metric, std::int64_t n, std::int64_t censored) {
  return summary_table({{.metric = metric, .value = 2, .unit = "s", .n = n, .censored = censored}});
}

}  // namespace

TEST_CASE("values of the summary have six significant digits", "[app][summary]") {
  CHECK(shown(123.456) == "123.456");
  CHECK(shown(3567.3149) == "3,567.31");
  CHECK(shown(97.123456) == "97.1235");
  CHECK(shown(0.5) == "0.5");
  CHECK(shown(0.000123456789) == "0.000123457");
  CHECK(shown(4e-5) == "4e-05");
  CHECK(shown(-4e-5) == "-4e-05");
  CHECK(shown(-1234.5) == "-1,234.5");
}

TEST_CASE("large and whole values of the summary are shown in full, in groups of three",
          "[app][summary]") {
  CHECK(shown(0) == "0");
  CHECK(shown(7) == "7");
  CHECK(shown(12345) == "12,345");
  CHECK(shown(99999.99) == "100,000");
  CHECK(shown(123456.7) == "123,457");
  CHECK(shown(123456789) == "123,456,789");
  CHECK(shown(1e15) == "1e+15");
  CHECK(shown(std::numeric_limits<double>::quiet_NaN()) == "unknown");
}

TEST_CASE("a row of the summary says what its unfinished jobs do to it", "[app][summary]") {
  CHECK(noted("wait_mean", 2841, 20) ==
        "wait_mean  2  s      n = 2841, 20 of them lower bounds: still queued\n");
  CHECK(noted("jobs_that_waited", 3, 1) ==
        "jobs_that_waited  2  s      n = 3, 1 of them lower bounds: still queued\n");
  CHECK(noted("jct_p50", 2710, 131) == "jct_p50  2  s      n = 2710; 131 unfinished left out\n");
  CHECK(noted("jct_p50", 2710, 0) == "jct_p50  2  s      n = 2710\n");
  CHECK(noted("makespan", 1, 0) == "makespan  2  s\n");
}
