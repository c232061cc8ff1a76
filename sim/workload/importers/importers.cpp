#include "sim/workload/importers/importers.h"

#include <algorithm>
#include <array>

#include "sim/workload/importers/openb.h"

namespace coldaisle {
namespace {

constexpr std::array kImporters = {
    Importer{"openb", "Alibaba's GPU cluster trace of 2023 (clusterdata, cluster-trace-gpu-v2023)",
             import_openb},
};

}  // namespace

std::span<const Importer> importers() {
  return kImporters;
}

const Importer* find_importer(std::string_view name) {
  const auto found = std::find_if(kImporters.begin(), kImporters.end(),
                                  [&](const Importer& each) { return each.name == name; });
  return found == kImporters.end() ? nullptr : &*found;
}

std::string trace_name(std::string_view file) {
  file.remove_prefix(file.find_last_of('/') + 1);
  for (const std::string_view ending : {".gz", ".csv"}) {
    if (file.ends_with(ending)) file.remove_suffix(ending.size());
  }
  return std::string(file);
}

}  // namespace coldaisle
