#include <string>

#include "sim/core/error.h"
#include "sim/core/random.h"
#include "sim/scenario/load.h"
#include "tests/support/catch.h"
#include "tests/support/scenario_samples.h"

namespace coldaisle {

namespace {

// Deals random numbers below a limit, the same on every run.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}

  std::size_t below(std::size_t limit) {
    return draw_bits(seed_, Stream::placement, 0, index_++) % limit;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

const char* const kPieces[] = {"{",
                               "}",
                               "[",
                               "]",
                               "\"",
                               ",",
                               ":",
                               "null",
                               "1e400",
                               "-1",
                               "0",
                               "\"-1 s\"",
                               "{}",
                               "[]",
                               "true",
                               "\\",
                               "//",
                               "/*",
                               "\xFF",
                               "1e-400",
                               "NaN",
                               "9223372036854775808",
                               "\"\"",
                               "\"x\":",
                               "\"extends\":\"broken.json\","};

std::string mutate(std::string text, Dice& dice) {
  for (auto changes = 1 + dice.below(4); changes > 0 && !text.empty(); --changes) {
    const auto at = dice.below(text.size());
    const auto length = dice.below(12);
    switch (dice.below(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[dice.below(std::size(kPieces))]);
        break;
      case 2:
        text.replace(at, length, kPieces[dice.below(std::size(kPieces))]);
        break;
      default:
        text[at] = static_cast<char>(dice.below(256));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("any mutation of a scenario loads or is refused with a place", "[scenario][property]") {
  Dice dice(2024);
  int refused = 0;
  constexpr int kMutations = 3000;
  for (int i = 0; i < kMutations; ++i) {
    const auto text = mutate(test::rich_scenario(), dice);
    try {
      const auto loaded = load_text(text, "broken.json", test::sample_options());
      const auto again = load_text(loaded.resolved_json, "broken.json", test::sample_options());
      if (again.resolved_json != loaded.resolved_json) FAIL(text);
    } catch (const ScenarioError& error) {
      ++refused;
      for (const auto& problem : error.problems()) {
        if (problem.message.empty() || problem.line < 1) FAIL(text);
      }
    }
  }
  CHECK(refused > kMutations / 2);
}

}  // namespace coldaisle
