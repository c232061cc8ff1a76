#include "sim/app/text_table.h"

#include <limits>

#include "tests/support/catch.h"

using namespace coldaisle;

TEST_CASE("thousands are grouped", "[app][table]") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(-1234567) == "-1,234,567");
  CHECK(grouped(INT64_MIN) == "-9,223,372,036,854,775,808");
}

TEST_CASE("values have six digits, and unknown ones say so", "[app][table]") {
  CHECK(value_text(1234.5678) == "1,234.57");
  CHECK(value_text(-123456.7) == "-123,457");
  CHECK(value_text(std::numeric_limits<double>::quiet_NaN()) == "unknown");
}

TEST_CASE("numbers stand to the right, texts to the left, and lines end without blanks",
          "[app][table]") {
  CHECK(text_table({{"n", {"1", "23"}, true}, {"name", {"a", "b"}, false}}) ==
        " n  name\n 1  a\n23  b\n");
}
