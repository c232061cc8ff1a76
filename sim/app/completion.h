#pragma once

#include <string>
#include <vector>

namespace coldaisle {

// One option of a verb as a shell should offer it.
struct CompletionOption {
  std::vector<std::string> names;  // "--seed", "-o"
  std::string help;
  bool takes_value = false;
  std::vector<std::string> values;  // the allowed ones, where they are few
};

struct CompletionVerb {
  std::string name;
  std::string help;
  std::vector<CompletionOption> options;
};

// A script that makes `shell` (bash, zsh or fish) complete the program's verbs and options. Throws
// UsageError for another shell.
std::string completion_script(const std::string& shell, const std::vector<CompletionVerb>& verbs);

}  // namespace coldaisle
