#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coldaisle {

// The trackable resources of a Slurm job that a simulation uses.
struct SlurmTres {
  std::int64_t cpus = 0;
  std::int64_t memory_mib = 0;  // rounded up
  std::int64_t nodes = 1;
  std::int64_t gpus = 0;
  bool names_model = false;  // gres/gpu:MODEL
  bool shares_gpu = false;   // gres/shard, gres/mps
};

// Reads a TRES list as sacct prints it,
// "billing=8,cpu=8,gres/gpu=2,gres/gpu:a100=2,mem=64G,node=1"; kinds that are not in SlurmTres are
// passed over. gres/gpu counts all GPUs; where it is absent, those of the models add up. Memory is
// in K, M, G, T or P (powers of 1024), without a letter in MiB. Source: slurm.conf(5),
// AccountingStorageTRES, and sacct(1). Nothing where the list is something else; `wrong` then says
// what.
std::optional<SlurmTres> parse_slurm_tres(std::string_view text, std::string& wrong);

}  // namespace coldaisle
