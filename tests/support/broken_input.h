#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/support/temporary_directory.h"

namespace coldaisle::test {

// The file that a row of a table breaks; the others are sound.
enum class Input : std::uint8_t { scenario, traced, nodes, pods, gpu, node };

// One input with `old_text` replaced by `new_text` (all of it where old_text is empty), or flags
// that are wrong, and what the program then does.
struct BrokenInput {
  std::string name;
  Input input = Input::scenario;
  std::string old_text, new_text;
  std::vector<std::string> fragments;  // of what it says on stderr
  int exit_code = 3;
  std::vector<std::string> flags = {};
};

// The sound files: a scenario of five jobs; one with a node list and a trace, and these two.
extern const char* const kScenario;
extern const char* const kTraced;
extern const char* const kNodes;
extern const char* const kPods;

// Writes s.json, nodes.csv, pods.csv and catalog/ into a directory, one of them broken.
void write_inputs(const TemporaryDirectory& directory, const BrokenInput& broken);

// Runs the program in a directory, with no data folder but its own.
ProgramEnd run_there(const TemporaryDirectory& directory, std::vector<std::string> arguments);

// Checks that nothing of a results file out.h5 is there.
void check_nothing_left(const TemporaryDirectory& directory);

// Checks that `validate` and `run` both refuse the input as they should, and that nothing is left.
void check_broken(const BrokenInput& broken);

}  // namespace coldaisle::test
