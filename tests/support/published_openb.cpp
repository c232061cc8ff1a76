#include "tests/support/published_openb.h"

#include "sim/core/csv.h"
#include "tests/support/shared_data.h"

namespace coldaisle::test {

std::string published_trace(const std::string& list) {
  return "openb/openb_pod_list_" + list + ".csv";
}

std::string curve_key(const std::string& list, const std::string& policy, std::uint64_t seed) {
  return list + "/" + policy + "/" + std::to_string(seed);
}

Curves read_curves(const std::string& file) {
  auto csv = CsvReader::open(shared_data("openb_expected/" + file).value());
  Curves curves;
  while (csv.next()) {
    std::vector<double> points;
    points.reserve(kPublishedPoints);
    for (int i = 0; i < kPublishedPoints; ++i) {
      points.push_back(std::stod(std::string(csv.field(csv.find(std::to_string(i))))));
    }
    const auto workload = std::string(csv.field(csv.find("workload")));
    const auto seed = csv.integer(csv.find("seed"), 0, 1000);
    curves[curve_key(workload.substr(workload.rfind('_') + 1),
                     std::string(csv.field(csv.find("sc_policy"))),
                     static_cast<std::uint64_t>(seed.value()))] = points;
  }
  csv.throw_if_broken();
  return curves;
}

}  // namespace coldaisle::test
