#include "sim/core/quantity.h"

#include "sim/core/nearest_name.h"
#include "tests/support/catch.h"

namespace coldaisle {

namespace {

std::int64_t value_of(Dimension dimension, const char* text) {
  const auto parsed = parse_quantity(dimension, text);
  INFO(text << ": " << parsed.error);
  CHECK(parsed.error.empty());
  return parsed.value;
}

std::string error_of(Dimension dimension, const char* text) {
  return parse_quantity(dimension, text).error;
}

}  // namespace

TEST_CASE("durations are exact counts of nanoseconds", "[core][quantity]") {
  const auto ns = [](const char* text) { return value_of(Dimension::duration, text); };
  CHECK(ns("250 ns") == 250);
  CHECK(ns("5 us") == 5'000);
  CHECK(ns("10 ms") == 10'000'000);
  CHECK(ns("0.1 s") == 100'000'000);
  CHECK(ns("0.6 s") == 600'000'000);
  CHECK(ns("1.5 s") == 1'500'000'000);
  CHECK(ns("10 min") == 600'000'000'000);
  CHECK(ns("2 h") == 7'200'000'000'000);
  CHECK(ns("3 d") == 259'200'000'000'000);
  CHECK(ns("1 w") == 604'800'000'000'000);
  CHECK(ns("1e3 s") == 1'000'000'000'000);
  CHECK(ns("1.000000001 s") == 1'000'000'001);
  CHECK(ns("0.100000000000000000000000000 s") == 100'000'000);
  CHECK(ns("9223372036.854775807 s") == INT64_MAX);
  CHECK(ns("-2 s") == -2'000'000'000);
  CHECK(ns("10min") == 600'000'000'000);
  CHECK(ns("1234567890123456789 ns") == 1234567890123456789);
  CHECK(ns("0e999999999999 s") == 0);
}

TEST_CASE("other dimensions have their units", "[core][quantity]") {
  CHECK(value_of(Dimension::memory, "80 GiB") == 81'920);
  CHECK(value_of(Dimension::memory, "512 MiB") == 512);
  CHECK(value_of(Dimension::memory, "1 TB") == 953'675);  // 953,674.3 rounded up
  CHECK(value_of(Dimension::power, "10.2 kW") == 10'200'000);
  CHECK(value_of(Dimension::power, "700 W") == 700'000);
  CHECK(value_of(Dimension::bandwidth, "200 Gb/s") == 200'000'000'000);
  CHECK(value_of(Dimension::bandwidth, "25 GB/s") == 200'000'000'000);
  CHECK(value_of(Dimension::price, "2.10 USD/h") == 2'100'000);
  CHECK(parse_rate("12 /h").value == 300e9);
  CHECK(parse_rate("0.5 /s").value == 2e9);
  CHECK(parse_rate("3 /min").value == 20e9);
}

TEST_CASE("what is no quantity says what would be one", "[core][quantity]") {
  CHECK(error_of(Dimension::duration, "10") ==
        "\"10\" has no unit; write it like \"10 min\" (units: ns, us, ms, s, min, h, d, w)");
  CHECK(error_of(Dimension::duration, "1.5 ns") ==
        "\"1.5 ns\" is not a whole number of nanoseconds; give fewer decimals");
  CHECK(error_of(Dimension::duration, "300 y").find("\"y\" is not a unit of a duration") !=
        std::string::npos);
  CHECK(error_of(Dimension::duration, "20000 w") ==
        "\"20000 w\" is too large for a duration; write a smaller value");
  for (const auto* const text :
       {"", " ", "s", "1 s s", "1..5 s", "--1 s", "1e s", "0x10 s", "1,5 s", "1e999999999999 s",
        "9223372036.854775808 s", "1e-1000 s", "nan s", "12345678901234567890 ns", ". s", "1 S"}) {
    INFO(text);
    CHECK_FALSE(error_of(Dimension::duration, text).empty());
  }
  for (const auto* const text :
       {"0 /h", "-1 /h", "12", "1234567890123456 /h", "1e-30 /w", "1e20 /s"}) {
    INFO(text);
    CHECK_FALSE(parse_rate(text).error.empty());
  }
}

TEST_CASE("formatting a quantity undoes reading it", "[core][quantity]") {
  for (const std::int64_t ns : {std::int64_t{0}, std::int64_t{1}, std::int64_t{90'000'000'000},
                                std::int64_t{604'800'000'000'000}, INT64_MAX, std::int64_t{-7}}) {
    const auto text = format_quantity(Dimension::duration, ns);
    CHECK(parse_quantity(Dimension::duration, text).value == ns);
  }
  CHECK(format_quantity(Dimension::duration, 5'400'000'000'000) == "90 min");
  CHECK(format_quantity(Dimension::memory, 65'536) == "64 GiB");
  CHECK(format_quantity(Dimension::price, 2'100'000) == "2.1 USD/h");
  for (const auto* const text :
       {"12 /h", "7 /h", "0.3 /min", "123456789012345 /w", "1e-4 /d", "999.999 /s",
        "0.000123456789012345 /w", "1e12 /s", "33.3333333333333 /h"}) {
    INFO(text);
    const auto gap_ns = parse_rate(text).value;
    CHECK(parse_rate(format_rate(gap_ns)).value == gap_ns);
  }
}

TEST_CASE("a near name is offered, else the allowed ones", "[core][nearest-name]") {
  const std::vector<std::string> names = {"best_fit", "fgd", "dot_product"};
  CHECK(name_remedy("best-fit", names) == "; did you mean \"best_fit\"?");
  CHECK(name_remedy("FGD", names) == "; did you mean \"fgd\"?");
  CHECK(name_remedy("gfd", names) == "; did you mean \"fgd\"?");
  CHECK(name_remedy("packing", names) == "; allowed: best_fit, fgd, dot_product");
  CHECK(name_remedy(std::string(100'000, 'x'), names) == "; allowed: best_fit, fgd, dot_product");
}

}  // namespace coldaisle
