#include "sim/metrics/pareto.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

// A policy's values, turned so that less is better; two objectives have a constant third one.
struct Point {
  std::array<double, 3> at = {};
  std::int32_t policy = 0;
};

// Of what was noted so far, for each y the least z of all points with at most that y. Every point
// noted has at most the x of the points asked about, so that these two decide.
class Staircase {
 public:
  bool dominates(double y, double z) const {
    const auto above = least_z_.upper_bound(y);
    return above != least_z_.begin() && std::prev(above)->second <= z;
  }

  // A point that is not dominated.
  void note(double y, double z) {
    const auto [step, is_new] = least_z_.insert_or_assign(y, z);
    static_cast<void>(is_new);
    auto next = std::next(step);
    while (next != least_z_.end() && next->second >= z) next = least_z_.erase(next);
  }

 private:
  std::map<double, double> least_z_;  // z falls as y grows
};

double turned(double value, Better better) {
  return better == Better::smaller ? value : -value;
}

// The points whose values are all known, in lexicographic order.
std::vector<Point> sorted_points(std::span<const Objective> objectives) {
  std::vector<Point> points;
  const auto count = objectives.front().values.size();
  points.reserve(count);
  for (std::size_t policy = 0; policy < count; ++policy) {
    Point point{.at = {}, .policy = static_cast<std::int32_t>(policy)};
    bool known = true;
    for (std::size_t axis = 0; axis < objectives.size(); ++axis) {
      const auto& objective = objectives[axis];
      point.at[axis] = turned(objective.values[policy], objective.better);
      known = known && !std::isnan(point.at[axis]);
    }
    if (known) points.push_back(point);
  }
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.at < b.at; });
  return points;
}

}  // namespace

// Whatever dominates a point comes before it in lexicographic order, so one sweep is enough.
std::vector<std::uint8_t> pareto_set(std::span<const Objective> objectives) {
  expects(objectives.size() == 2 || objectives.size() == 3,
          "a Pareto set is of two or three objectives");
  for (const auto& objective : objectives) {
    expects(objective.values.size() == objectives.front().values.size(),
            "objectives differ in length");
  }
  std::vector<std::uint8_t> members(objectives.front().values.size(), 0);
  const auto points = sorted_points(objectives);
  Staircase staircase;
  bool is_member = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [x, y, z] = points[i].at;
    static_cast<void>(x);
    if (i == 0 || points[i].at != points[i - 1].at) {  // else the same as its equal before it
      is_member = !staircase.dominates(y, z);
      if (is_member) staircase.note(y, z);
    }
    members[static_cast<std::size_t>(points[i].policy)] = is_member ? 1 : 0;
  }
  return members;
}

std::vector<std::int32_t> best_first(const Objective& objective) {
  std::vector<std::int32_t> order(objective.values.size());
  std::iota(order.begin(), order.end(), 0);
  const auto value = [&](std::int32_t policy) {
    return turned(objective.values[static_cast<std::size_t>(policy)], objective.better);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    const double left = value(a);
    const double right = value(b);
    if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
    return left < right;
  });
  return order;
}

}  // namespace coldaisle
