#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "sim/results/results.h"

namespace coldaisle::test {

// Results with every type, an empty group, texts beyond ASCII and a NaN, in `rows` rows. Two
// samples are equal if and only if rows and generation are.
Results sample_results(std::size_t rows, int generation = 0);

// The column of a group, whose type must be T; throws where there is none.
template <typename T>
std::span<const T> column(const Results& results, const std::string& group,
                          const std::string& name) {
  for (const auto& candidate : results.groups) {
    if (candidate.path != group) continue;
    for (const auto& dataset : candidate.datasets) {
      if (dataset.name == name) return std::get<std::span<const T>>(dataset.values);
    }
  }
  throw std::runtime_error("no column " + group + "/" + name);
}

// Datasets in the file of these results, those of /provenance among them.
std::size_t dataset_count(const Results& results);

}  // namespace coldaisle::test
