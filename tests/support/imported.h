#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle::test {

// What came of importing one trace.
struct Imported {
  ImportReport report;
  JobList list;

  std::int64_t count(const std::string& what) const {
    for (const auto& finding : report.findings) {
      if (finding.what == what) return finding.count;
    }
    return 0;
  }

  // The effect of a finding; `remark` where there is none of that name.
  FindingEffect effect(const std::string& what) const {
    for (const auto& finding : report.findings) {
      if (finding.what == what) return finding.effect;
    }
    return FindingEffect::remark;
  }
};

// The problems of the ScenarioError that `act` throws; none where it throws none.
template <typename Act>
std::vector<Problem> problems_of(Act act) {
  try {
    act();
  } catch (const ScenarioError& error) {
    return error.problems();
  }
  return {};
}

// A row of a table of broken traces: the text below the header, the place and what is said.
struct BrokenTrace {
  std::string text;
  int line = 0;
  std::string pointer, fragment;
};

}  // namespace coldaisle::test
