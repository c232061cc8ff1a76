#include "sim/core/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace coldaisle {

ScenarioError::ScenarioError(std::vector<Problem> problems)
    : std::runtime_error(format_problems(problems)), problems_(std::move(problems)) {}

void fail_expectation(std::string_view message) {
  throw InternalError(fmt::format("internal error: {}", message));
}

std::string format_problems(const std::vector<Problem>& problems) {
  std::vector<std::string> files;
  for (const auto& problem : problems) {
    if (std::find(files.begin(), files.end(), problem.file) == files.end()) {
      files.push_back(problem.file);
    }
  }
  std::string text;
  for (const auto& file : files) {
    const auto in_file = [&](const Problem& problem) { return problem.file == file; };
    const auto count = std::count_if(problems.begin(), problems.end(), in_file);
    text += fmt::format("{}: {} problem{}\n", file, count, count == 1 ? "" : "s");
    for (const auto& problem : problems) {
      if (!in_file(problem)) continue;
      const auto place =
          problem.line > 0 ? fmt::format("{}:{}", problem.line, problem.column) : std::string("-");
      text += fmt::format("  {:<7} {}{}{}\n", place, problem.pointer,
                          problem.pointer.empty() ? "" : "  ", problem.message);
    }
  }
  return text;
}

}  // namespace coldaisle
