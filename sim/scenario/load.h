#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/scenario.h"

namespace coldaisle {

// Names that scenarios may use and that higher layers own; the application fills it from the lists
// of rules, importers and metrics.
struct Vocabulary {
  std::vector<std::string> rules;
  std::vector<std::string> trace_formats;
  std::vector<std::string> metrics;
};

// One `--set /json/pointer=value` (value is JSON text, or a bare string).
struct Override {
  std::string pointer;
  std::string value;
};

struct LoadOptions {
  Vocabulary vocabulary;
  std::string data_directory;  // --data; empty: COLDAISLE_DATA, then ../shared/data by the sources
  std::string catalog_directory;  // --catalog; empty: none
  std::vector<Override> overrides;
  std::optional<std::uint64_t> seed;  // --seed
  const Catalog* catalog = nullptr;   // in place of catalog_directory, for tests and tools
};

// Where one resolved value came from, for `explain`.
struct ValueOrigin {
  std::string pointer;
  std::string value;   // JSON text, normalised
  std::string origin;  // "default", "FILE:LINE:COLUMN", "--set", "--seed"
};

struct LoadedScenario {
  Scenario scenario;          // paths in it are absolute
  std::string original_text;  // the file as read
  std::string resolved_json;  // everything applied, defaults included; loads to the same scenario
  std::vector<ValueOrigin> origins;  // one per leaf, in document order
};

// Reads, merges and checks a scenario file. Throws ScenarioError with every problem found, or
// IoError when the file itself cannot be read. Trace contents are read later, by make_jobs().
LoadedScenario load(const std::string& path, const LoadOptions& options);

// The same from text already in memory; `path` is used in messages and to find relative files.
LoadedScenario load_text(std::string text, const std::string& path, const LoadOptions& options);

// JSON Schema (draft 2020-12) of scenario files.
std::string scenario_schema(const Vocabulary& vocabulary);

// The contents of sim/scenario/FORMAT.md.
std::string scenario_format_markdown(const Vocabulary& vocabulary);

}  // namespace coldaisle
