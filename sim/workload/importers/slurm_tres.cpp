#include "sim/workload/importers/slurm_tres.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core/field_reader.h"
#include "sim/core/units.h"

namespace coldaisle {
namespace {

// Bounds that keep sums in 32 and 64 bits; real rows are far below.
constexpr std::int64_t kMostCount = 1'000'000;
constexpr std::int64_t kMostMib = INT32_MAX;

constexpr int kMemoryDigits = 6;
constexpr std::int64_t kMemoryScale = 1'000'000;

std::optional<std::int64_t> parse_count(std::string_view text) {
  const auto count = parse_whole_number(text);
  if (!count || *count < 0 || *count > kMostCount) return std::nullopt;
  return count;
}

// KiB of one unit of memory, or 0 where the letter is none.
std::int64_t kib_of(char letter) {
  constexpr std::string_view kLetters = "KMGTP";
  const std::size_t power = kLetters.find(letter);
  return power == std::string_view::npos ? 0 : std::int64_t{1} << (10 * power);
}

std::optional<std::int64_t> parse_memory_mib(std::string_view text) {
  std::int64_t unit_kib = 1024;
  if (!text.empty() && (text.back() < '0' || text.back() > '9')) {
    unit_kib = kib_of(text.back());
    text.remove_suffix(1);
  }
  const auto value = parse_scaled_decimal(text, kMemoryDigits);
  if (!value || *value < 0 || unit_kib == 0) return std::nullopt;
  const WideInt scale = WideInt{1024} * kMemoryScale;
  const WideInt mib = (WideInt{*value} * unit_kib + scale - 1) / scale;
  if (mib > kMostMib) return std::nullopt;
  return static_cast<std::int64_t>(mib);
}

class TresParser {
 public:
  explicit TresParser(std::string& wrong) : wrong_(wrong) {}

  std::optional<SlurmTres> parse(std::string_view text) {
    while (true) {
      const std::size_t comma = text.find(',');
      if (!parse_part(text.substr(0, comma))) return std::nullopt;
      if (comma == std::string_view::npos) break;
      text.remove_prefix(comma + 1);
    }
    if (!has_all_gpus_) tres_.gpus = gpus_of_models_;
    if (tres_.gpus <= kMostCount) return tres_;
    wrong_ = fmt::format("asks for more than {} GPUs", kMostCount);
    return std::nullopt;
  }

 private:
  bool parse_part(std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      wrong_ = fmt::format("{} is not a resource like \"cpu=8\"", quote_field(part));
      return false;
    }
    const std::string_view name = part.substr(0, equals);
    const std::string_view value = part.substr(equals + 1);
    std::optional<std::int64_t> count = 0;
    if (name == "mem") {
      count = parse_memory_mib(value);
      tres_.memory_mib = count.value_or(0);
    } else if (is_counted(name)) {
      count = parse_count(value);
      take(name, count.value_or(0));
    }
    if (!count) {
      wrong_ = fmt::format("{} is not {}", quote_field(part),
                           name == "mem" ? "an amount of memory like \"mem=64G\" (K, M, G, T or P)"
                                         : fmt::format("a whole number from 0 to {}", kMostCount));
    }
    return count.has_value();
  }

  static bool is_counted(std::string_view name) {
    return name == "cpu" || name == "node" || name == "gres/gpu" || name.starts_with("gres/gpu:") ||
           is_share(name);
  }

  static bool is_share(std::string_view name) {
    return name.starts_with("gres/shard") || name.starts_with("gres/mps");
  }

  void take(std::string_view name, std::int64_t count) {
    if (name == "cpu") {
      tres_.cpus = count;
    } else if (name == "node") {
      tres_.nodes = std::max<std::int64_t>(1, count);
    } else if (name == "gres/gpu") {
      tres_.gpus = count;
      has_all_gpus_ = true;
    } else if (is_share(name)) {
      tres_.shares_gpu = tres_.shares_gpu || count > 0;
    } else {
      gpus_of_models_ += count;
      tres_.names_model = tres_.names_model || count > 0;
    }
  }

  std::string& wrong_;
  SlurmTres tres_;
  std::int64_t gpus_of_models_ = 0;
  bool has_all_gpus_ = false;
};

}  // namespace

std::optional<SlurmTres> parse_slurm_tres(std::string_view text, std::string& wrong) {
  return TresParser(wrong).parse(text);
}

}  // namespace coldaisle
