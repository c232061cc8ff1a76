#include "sim/scenario/policy_space.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace coldaisle {

namespace {

constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::array kPublished = {"random",      "dot_product", "gpu_clustering",
                                   "gpu_packing", "best_fit",    "fgd"};

// Sum and product of counts; what 64 bits cannot hold is the largest number.
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  return a > kLargest - b ? kLargest : a + b;
}

std::int64_t product_of(std::int64_t a, std::int64_t b) {
  return b != 0 && a > kLargest / b ? kLargest : a * b;
}

template <class T>
std::int64_t length(const std::vector<T>& values) {
  return static_cast<std::int64_t>(values.size());
}

// One part of a space, with what its ids begin with.
struct Part {
  const char* key;
  std::int64_t policies = 0;
  bool generated = false;  // ids are KEY-N
};

std::vector<Part> parts_of(const PolicySpace& space) {
  return {{"list", length(space.list)},
          {"presets", length(expand_presets(space.presets))},
          {"grid", space.grid ? grid_size(*space.grid).policies : 0, true},
          {"random", space.random ? space.random->count : 0, true},
          {"sobol", space.sobol ? space.sobol->count : 0, true}};
}

std::string count_text(std::int64_t count) {
  return count == kLargest ? "over 9 x 10^18" : fmt::format("{}", count);
}

std::string limit_text(std::int64_t count) {
  return fmt::format("asks for {} policies; at most {} are allowed, so ", count_text(count),
                     kMostPolicies);
}

void check_grid(const PolicySpace& space, std::vector<Problem>& problems) {
  if (!space.grid) return;
  const auto size = grid_size(*space.grid);
  if (size.policies == 0) {
    problems.push_back({.pointer = "/policies/grid/rules",
                        .message = "gives no rule a weight above 0; name one, such as [0, 1]"});
  }
}

// A part that is too large by itself is reported where it is, else the sum of all.
void check_count(const PolicySpace& space, const std::vector<Part>& parts,
                 std::vector<Problem>& problems) {
  std::int64_t total = 0;
  std::string sums;
  bool part_too_large = false;
  for (const auto& part : parts) {
    total = sum_of(total, part.policies);
    if (part.policies > 0) {
      sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ", part.key, part.policies);
    }
    if (part.policies <= kMostPolicies) continue;
    part_too_large = true;
    const std::string_view key = part.key;
    const bool sampled = key == "random" || key == "sobol";
    problems.push_back({.pointer = fmt::format("/policies/{}{}", key, sampled ? "/count" : ""),
                        .message = limit_text(part.policies) +
                                   (sampled ? "lower the count" : "give fewer values")});
  }
  if (total == 0 && !space.grid) {
    problems.push_back({.pointer = "/policies",
                        .message = "has no policies; give a \"list\", \"presets\", a \"grid\", "
                                   "\"random\" or \"sobol\", or leave the section out"});
  }
  if (total > kMostPolicies && !part_too_large) {
    problems.push_back({.pointer = "/policies",
                        .message = fmt::format("{}ask for fewer ({})", limit_text(total), sums)});
  }
}

// Every id given by hand or by a preset is given once, and is none that a generated policy has.
class IdCheck {
 public:
  IdCheck(const std::vector<Part>& parts, std::vector<Problem>& problems)
      : parts_(parts), problems_(problems) {}

  void add(const std::string& id, const std::string& pointer) {
    const auto [first, fresh] = place_of_.emplace(id, pointer);
    if (!fresh) fail(id, pointer, first->second);
    for (const auto& part : parts_) {
      if (!part.generated) continue;
      const auto number = generated_number(id, part.key);
      if (number && *number <= part.policies) {
        fail(id, pointer, fmt::format("policy {} of /policies/{}", *number, part.key));
      }
    }
  }

 private:
  void fail(const std::string& id, const std::string& pointer, const std::string& other) {
    problems_.push_back({.pointer = pointer,
                         .message = fmt::format("\"{}\" is the id of {} already; give each policy "
                                                "its own id, or leave one out",
                                                id, other)});
  }

  const std::vector<Part>& parts_;
  std::vector<Problem>& problems_;
  std::map<std::string, std::string> place_of_;
};

void check_ids(const PolicySpace& space, const std::vector<Part>& parts,
               std::vector<Problem>& problems) {
  IdCheck check(parts, problems);
  for (std::size_t i = 0; i < space.list.size(); ++i) {
    check.add(list_id(space.list, i),
              fmt::format("/policies/list/{}{}", i, space.list[i].id.empty() ? "" : "/id"));
  }
  for (std::size_t i = 0; i < space.presets.size(); ++i) {
    for (const auto& rule : expand_presets({space.presets[i]})) {
      check.add(rule, fmt::format("/policies/presets/{}", i));
    }
  }
}

}  // namespace

GridSize grid_size(const PolicyGrid& grid) {
  std::int64_t weights = 1;
  bool has_zero = !grid.rules.empty();
  for (const auto& [rule, values] : grid.rules) {
    weights = product_of(weights, length(values));
    has_zero = has_zero && std::find(values.begin(), values.end(), 0) != values.end();
  }
  std::int64_t others = 1;
  for (const auto count : {length(grid.queues), length(grid.depths), length(grid.gpu_choices)}) {
    others = product_of(others, std::max<std::int64_t>(count, 1));
  }
  if (!has_zero) return {product_of(weights, others), 0};
  // The weights of a rule are distinct, so that one combination has zeros alone.
  return {product_of(weights == kLargest ? weights : weights - 1, others), others};
}

std::vector<std::string> expand_presets(const std::vector<std::string>& presets) {
  std::vector<std::string> rules;
  for (const auto& preset : presets) {
    if (preset == kPublishedPreset) {
      rules.insert(rules.end(), kPublished.begin(), kPublished.end());
    } else {
      rules.push_back(preset);
    }
  }
  return rules;
}

std::string list_id(const std::vector<PolicyChoice>& list, std::size_t index) {
  return list[index].id.empty() ? fmt::format("list-{}", index + 1) : list[index].id;
}

std::optional<std::int64_t> generated_number(std::string_view id, std::string_view prefix) {
  if (id.size() < prefix.size() + 2 || id.substr(0, prefix.size()) != prefix) return std::nullopt;
  if (id[prefix.size()] != '-') return std::nullopt;
  const auto digits = id.substr(prefix.size() + 1);
  if (digits.front() < '1' || digits.front() > '9') return std::nullopt;
  std::int64_t number = 0;
  const auto* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

std::vector<Problem> policy_problems(const PolicySpace& space) {
  std::vector<Problem> problems;
  const auto parts = parts_of(space);
  check_grid(space, problems);
  check_count(space, parts, problems);
  check_ids(space, parts, problems);
  return problems;
}

}  // namespace coldaisle
