#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "sim/batch/evaluate.h"

namespace coldaisle {

// The words of --backend and --instructions.
const std::vector<std::string>& backend_names();
const std::vector<std::string>& instruction_names();

// The back end that the flags ask for: `backend` is auto, cpu or cuda, `instructions` (CPU) one of
// instruction_names() or empty. With auto it is a CUDA device where there is one; if the build
// could use one and there is none, `err` gets a line that says why (pass null for silence). Throws
// UsageError for an unknown word or a contradiction, AbsentError for what this machine lacks.
EvaluatorOptions choose_backend(const std::string& backend, const std::string& instructions,
                                int threads, std::ostream* err);

}  // namespace coldaisle
