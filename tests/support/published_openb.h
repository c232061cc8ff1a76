#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace coldaisle::test {

// The published experiment of "Beware of Fragmentation" (USENIX ATC 2023) on openb, as its expected
// files have it.

inline constexpr int kPublishedPoints = 131;    // of a curve: arrived demand 0 % ... 130 %
inline constexpr double kBound = 0.005 + 1e-9;  // half of the last published digit

struct PublishedPolicy {
  const char* rule;
  const char* name;  // in the expected files
};

// What `random` does with GPUs is not deterministic in the original; the others are.
inline constexpr PublishedPolicy kPublishedRandom = {"random", "01-Random"};
inline constexpr std::array<PublishedPolicy, 5> kPublishedPolicies = {
    {{"dot_product", "02-DotProd"},
     {"gpu_clustering", "03-GpuClustering"},
     {"gpu_packing", "04-GpuPacking"},
     {"best_fit", "05-BestFit"},
     {"fgd", "06-FGD"}}};

inline constexpr std::array kPublishedLists = {"default", "cpu050", "gpushare40", "multigpu20"};
inline constexpr std::array<std::uint64_t, 5> kPublishedSeeds = {42, 43, 44, 45, 46};

// The file of a task list, in the data folder.
std::string published_trace(const std::string& list);

// curve_key() -> kPublishedPoints points.
using Curves = std::map<std::string, std::vector<double>>;

std::string curve_key(const std::string& list, const std::string& policy, std::uint64_t seed);

// Reads one of the expected files, which must be there.
Curves read_curves(const std::string& file);

}  // namespace coldaisle::test
