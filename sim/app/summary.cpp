#include "sim/app/summary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/app/text_table.h"

namespace coldaisle {
namespace {

// What the value rests on. What "censored" means is the metric's own: a wait so far is a lower
// bound, while a completion time that is not known yet is left out.
std::string note_of(const SummaryRow& row) {
  if (row.n <= 1 && row.censored == 0) return {};
  if (row.censored == 0) return fmt::format("n = {}", row.n);
  if (row.metric.starts_with("wait_") || row.metric == "jobs_that_waited") {
    return fmt::format("n = {}, {} of them lower bounds: still queued", row.n, row.censored);
  }
  if (row.metric.starts_with("jct_")) {
    return fmt::format("n = {}; {} unfinished left out", row.n, row.censored);
  }
  return fmt::format("n = {}, {} unfinished at the end", row.n, row.censored);
}

}  // namespace

std::string summary_table(const std::vector<SummaryRow>& rows) {
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const auto& row : rows) {
    name_width = std::max(name_width, row.metric.size());
    value_width = std::max(value_width, value_text(row.value).size());
  }
  std::string text;
  for (const auto& row : rows) {
    auto line =
        fmt::format("{:<{}}  {:>{}}  {:<6} {}", row.metric, name_width, value_text(row.value),
                    value_width, row.unit == "1" ? "" : row.unit, note_of(row));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string summary_json(const std::vector<SummaryRow>& rows) {
  const auto number = [](double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  auto list = nlohmann::ordered_json::array();
  for (const auto& row : rows) {
    list.push_back({{"metric", row.metric},
                    {"value", number(row.value)},
                    {"unit", row.unit},
                    {"ci_lo", number(row.ci_lo)},
                    {"ci_hi", number(row.ci_hi)},
                    {"n", row.n},
                    {"censored", row.censored}});
  }
  return list.dump(2) + "\n";
}

}  // namespace coldaisle
