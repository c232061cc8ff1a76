// Broken sections `policies`, through the program: each ends with exit code 3, the place and the
// remedy.
#include "tests/support/broken_input.h"
#include "tests/support/catch.h"

namespace coldaisle::test {
namespace {

struct BadPolicies {
  std::string policies;
  std::vector<std::string> fragments;
};

const std::vector<BadPolicies> kBadPolicies = {
    {"{}", {"1 problem", "2:29", "/policies ", "has no policies", "leave the section out"}},
    {R"({"presets": ["fdg"]})", {"1 problem", "/policies/presets/0", R"(did you mean "fgd"?)"}},
    {R"({"list": [{"rules": {"fgd": 2, "spread": -1}}]})",
     {"1 problem", "/policies/list/0/rules/spread", "must be from 0 to 1000, not -1"}},
    {R"({"list": [{"id": "a"}, {"id": "a"}]})",
     {"1 problem", "/policies/list/1/id", R"("a" is the id of /policies/list/0/id already)"}},
    {R"({"presets": ["published", "fgd"]})",
     {"1 problem", "/policies/presets/1", R"("fgd" is the id of /policies/presets/0 already)"}},
    {R"({"random": {"count": 10000000}})",
     {"1 problem", "/policies/random/count", "asks for 10000000 policies",
      "at most 1000000 are allowed, so lower the count"}},
    {R"({"random": {"count": 99999999999999999999}})",
     {"1 problem", "/policies/random/count", "has too many digits"}},
    {R"({"random": {"count": 9223372036854775807}, "sobol": {"count": 9223372036854775807}})",
     {"2 problems", "/policies/sobol/count", "asks for over 9 x 10^18 policies"}},
};

}  // namespace

TEST_CASE("a broken section of policies ends with exit code 3, the place and the remedy",
          "[cli][bad-input][policies]") {
  for (const auto& bad : kBadPolicies) {
    check_broken({bad.policies, Input::scenario, R"("version": 1)",
                  R"("version": 1, "policies": )" + bad.policies, bad.fragments});
  }
}

TEST_CASE("a negative weight of the scheduler is refused", "[cli][bad-input][policies]") {
  check_broken({"negative weight",
                Input::scenario,
                R"("version": 1)",
                R"("version": 1, "scheduler": {"rules": {"fgd": 3, "spread": -1}})",
                {"1 problem", "/scheduler/rules/spread", "must be from 0 to 1000, not -1"}});
}

}  // namespace coldaisle::test
