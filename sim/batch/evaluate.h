#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/batch/outcome.h"
#include "sim/core/error.h"
#include "sim/policy/policy.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/scenario/scenario.h"
#include "sim/workload/job_list.h"

namespace coldaisle {

// What computes: the processor, or a CUDA device.
enum class Backend : std::uint8_t { cpu, cuda };

// Which vector instructions the CPU back end uses. All give the same bits.
enum class InstructionSet : std::uint8_t { portable, avx2, avx512 };
inline constexpr int kInstructionSets = 3;

struct EvaluatorOptions {
  Backend backend = Backend::cpu;
  int threads = 0;                                // CPU: 0: all cores
  std::optional<InstructionSet> instruction_set;  // CPU: unset: the best this machine has
  bool naive = false;  // CPU: score every node anew for each job: the slow, obvious way
};

// Where one job went, for comparison with the engine.
struct JobPlacement {
  std::int32_t node = 0;
  std::uint32_t gpu_mask = 0;

  friend bool operator==(const JobPlacement&, const JobPlacement&) = default;
};

struct JobOutcome {
  TimeNs start_ns = 0;  // kUnset where it never started
  TimeNs end_ns = 0;    // kUnset where it has not ended
  WideInt cost = 0;     // micro-USD per hour x GPU-milli x ns
  std::vector<JobPlacement> nodes;
};

// Replays a workload under many policies.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Outcomes of policies, in order. Deterministic: neither threads, nor how policies are split over
  // calls, nor back end, nor instruction set change a bit.
  virtual void evaluate(std::span<const Policy> policies, std::span<PolicyOutcome> outcomes) = 0;

  // Every job of one policy (CPU only), for tests.
  virtual std::vector<JobOutcome> trace(const Policy& policy) = 0;

  // Policies worth handing over in one call: keeps all threads or the device busy within memory.
  virtual std::int64_t batch_size() const = 0;

  // Bytes held for each policy at work.
  virtual std::int64_t bytes_per_policy() const = 0;

  // "CPU, 2 threads, AVX-512" or the device's name.
  virtual std::string description() const = 0;
};

// The scenario and its jobs must be covered (coverage.h); references must outlive the evaluator.
// Throws AbsentError for Backend::cuda without a device (see cuda_unavailable()).
std::unique_ptr<Evaluator> make_evaluator(const Scenario& scenario, const FleetPlan& plan,
                                          const JobList& jobs,
                                          const std::vector<std::int32_t>& tie_rank,
                                          const EvaluatorOptions& options);

// Why no CUDA device can be used; empty when one can.
std::string cuda_unavailable();

// The instruction sets that this machine has, and their names.
bool has_instruction_set(InstructionSet set);
const char* instruction_set_name(InstructionSet set);

}  // namespace coldaisle
