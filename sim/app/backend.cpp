#include "sim/app/backend.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "sim/core/build_info.h"
#include "sim/core/error.h"
#include "sim/core/nearest_name.h"

namespace coldaisle {
namespace {

// Place of a flag's word among those it takes.
std::size_t place_of(const char* flag, const std::string& word,
                     const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) {
    throw UsageError(
        fmt::format("evaluate: {} \"{}\" is not known{}", flag, word, name_remedy(word, words)));
  }
  return static_cast<std::size_t>(found - words.begin());
}

InstructionSet choose_instructions(const std::string& word) {
  const auto set =
      static_cast<InstructionSet>(place_of("--instructions", word, instruction_names()));
  if (!has_instruction_set(set)) {
    throw AbsentError(
        fmt::format("evaluate: this machine or build has no {}; leave out --instructions to use "
                    "the best it has",
                    instruction_set_name(set)));
  }
  return set;
}

// Whether a CUDA device is asked for, or there is one to be taken.
bool use_cuda(const std::string& backend, std::ostream* err) {
  if (backend == "cpu") return false;
  const auto reason = cuda_unavailable();
  if (reason.empty()) return true;
  if (backend == "cuda") {
    throw AbsentError(fmt::format(
        "evaluate: --backend cuda: {}; use --backend cpu, which gives the same results", reason));
  }
  if (cuda_enabled() && err != nullptr) {
    *err << fmt::format("No CUDA device can be used ({}): evaluating on the CPU\n", reason);
  }
  return false;
}

}  // namespace

const std::vector<std::string>& backend_names() {
  static const std::vector<std::string> names = {"auto", "cpu", "cuda"};
  return names;
}

const std::vector<std::string>& instruction_names() {
  static const std::vector<std::string> names = {"portable", "avx2", "avx512"};
  return names;
}

EvaluatorOptions choose_backend(const std::string& backend, const std::string& instructions,
                                int threads, std::ostream* err) {
  place_of("--backend", backend, backend_names());
  EvaluatorOptions options;
  options.threads = threads;
  if (!instructions.empty()) {
    if (backend == "cuda") {
      throw UsageError("evaluate: --instructions are the CPU's; leave it out, or --backend cuda");
    }
    options.instruction_set = choose_instructions(instructions);
    return options;
  }
  options.backend = use_cuda(backend, err) ? Backend::cuda : Backend::cpu;
  return options;
}

}  // namespace coldaisle
