#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/core/json_document.h"
#include "sim/scenario/scenario.h"

namespace coldaisle {

// Collects problems that concern several parts of a scenario. A value that already has a problem
// gets no second one.
class Checker {
 public:
  // `tree` is the tree that the scenario was read from.
  Checker(const JsonValue& tree, std::vector<Problem>& problems)
      : tree_(tree), problems_(problems), read_problems_(problems.size()) {}

  void require(bool condition, std::string_view pointer, const std::string& message) {
    if (!condition) fail(pointer, message);
  }

  void fail(std::string_view pointer, const std::string& message);

  // Whether the scenario's file holds the value.
  bool present(std::string_view pointer) const;

 private:
  const JsonValue& tree_;
  std::vector<Problem>& problems_;
  std::size_t read_problems_;
};

// The rules that tie parts of a scenario together, and its look-ups in the catalogue.
void check_scenario(const Scenario& scenario, Checker& checker);

}  // namespace coldaisle
