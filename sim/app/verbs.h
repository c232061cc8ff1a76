#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario/load.h"

namespace coldaisle {

// The verbs of the command line, without the command line: one function and one file each. `out`
// takes data, `err` takes talk. They return the exit code or throw one of core/error.h's errors.

enum class ProgressMode : std::uint8_t { automatic, off, json };

// Flags that most verbs share.
struct CommonOptions {
  std::vector<std::string> set;  // "/pointer=value"
  std::optional<std::uint64_t> seed;
  int threads = 0;  // 0: all cores
  std::string data_directory;
  std::string catalog_directory;
  bool json = false;
  bool quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

struct RunOptions {
  CommonOptions common;
  std::string input;   // scenario, or a results file to repeat
  std::string output;  // results file; empty: the input's name with .h5, in the current folder
  bool write_file = true;
  std::string policy;  // id of the policy of an evaluation's results file to run; empty: none
  std::string command_line;
};

struct EvaluateOptions {
  CommonOptions common;
  std::string input;             // scenario, or an evaluation's results file to repeat
  std::string output;            // results file; empty: the input's name with .evaluation.h5
  std::string backend = "auto";  // auto, cpu or cuda
  std::string instructions;      // portable, avx2 or avx512; empty: the best
  std::int64_t batch = 0;        // policies evaluated in one go; 0: as many as keep all busy
  bool resume = false;           // go on where an earlier evaluation into `output` stopped
  std::int64_t top = 10;         // policies shown
  std::string sort, pareto;      // metrics; empty: by default
  std::string command_line;
};

struct ScenarioOptions {  // validate, explain
  CommonOptions common;
  std::string input;
};

struct CatalogOptions {
  CommonOptions common;
  std::string id;  // empty: list all
};

struct ImportOptions {
  CommonOptions common;
  std::string format;
  std::string input;
  std::string nodes;    // node list to check demand against; may be empty
  bool strict = false;  // rows that would be dropped or repaired are an error
};

struct CompareOptions {
  CommonOptions common;
  std::string base, other;
  bool exact = false;
  std::vector<std::string> except;
};

int run_verb(const RunOptions& options, std::ostream& out, std::ostream& err);
int evaluate_verb(const EvaluateOptions& options, std::ostream& out, std::ostream& err);
int validate_verb(const ScenarioOptions& options, std::ostream& out, std::ostream& err);
int explain_verb(const ScenarioOptions& options, std::ostream& out, std::ostream& err);
int schema_verb(const CommonOptions& options, std::ostream& out, std::ostream& err);
int catalog_verb(const CatalogOptions& options, std::ostream& out, std::ostream& err);
int import_verb(const ImportOptions& options, std::ostream& out, std::ostream& err);
int compare_verb(const CompareOptions& options, std::ostream& out, std::ostream& err);
int doctor_verb(const CommonOptions& options, std::ostream& out, std::ostream& err);

// The load options that the flags ask for, with the vocabulary of this build.
LoadOptions load_options(const CommonOptions& options);

// The names that this build's rules, importers and metrics answer to.
Vocabulary make_vocabulary();

}  // namespace coldaisle
