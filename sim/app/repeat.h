#pragma once

#include <string>

#include "sim/app/verbs.h"

namespace coldaisle {

// True for a file that begins like HDF5.
bool is_results_file(const std::string& path);

// A loaded scenario, the path of its file, and the user's catalogue that it was loaded with.
struct LoadedRun {
  std::string path;
  LoadedScenario loaded;
  std::string catalog_overrides;  // as Provenance has them
};

// The scenario to run: a scenario file, or the one that a results file was made of, with its seed,
// overrides and catalogue. Flags on the command line still apply on top. Data files that have
// changed since the results were written are a ScenarioError; a results file whose catalogue is
// broken, or has files outside its folder, is an IoError.
//
// Of an evaluation's results file one policy is run, the one with the id `policy`: it takes the
// place of the scenario's scheduler. An unknown id, none where one is needed, or one where none
// fits is a UsageError.
LoadedRun load_run(const std::string& input, const CommonOptions& options,
                   const std::string& policy = "");

// The same of the scenario to evaluate: a scenario file, or an evaluation's results file.
LoadedRun load_evaluation(const std::string& input, const CommonOptions& options);

// The user's catalogue files, gpus/*.json and nodes/*.json, as a JSON object, path below DIRECTORY
// -> text; empty without any.
std::string catalog_overrides(const std::string& directory);

}  // namespace coldaisle
