#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/results/open_results.h"
#include "sim/results/read_hdf5.h"

namespace coldaisle {
namespace {

bool is_below(std::string_view path, std::string_view prefix) {
  while (prefix.size() > 1 && prefix.back() == '/') prefix.remove_suffix(1);
  if (prefix.empty() || path.substr(0, prefix.size()) != prefix) return false;
  return prefix == "/" || path.size() == prefix.size() || path[prefix.size()] == '/';
}

std::set<std::string> payload_datasets(const Hdf5File& file,
                                       const std::vector<std::string>& except) {
  std::set<std::string> paths;
  const auto is_left_out = [&](const std::string& path) {
    return std::any_of(except.begin(), except.end(),
                       [&](const std::string& prefix) { return is_below(path, prefix); });
  };
  visit_groups(file, [&](const std::string& group, const std::vector<std::string>& names, bool) {
    for (const auto& name : names) {
      const auto path = fmt::format("{}/{}", group, name);
      if (!is_left_out(path)) paths.insert(path);
    }
  });
  return paths;
}

// Bits decide: NaN equals itself, and 0 differs from -0.
template <typename T>
bool is_same(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  } else {
    return a == b;
  }
}

// How a value is named beside `other`, which it differs from.
template <typename T>
std::string shown(const T& value, const T& other) {
  auto text = fmt::format("{}", value);
  if (!std::is_same_v<T, double> || text != fmt::format("{}", other)) return text;
  double number = 0;
  if constexpr (std::is_same_v<T, double>) number = value;
  return fmt::format("{} (bits {:#018x})", text, std::bit_cast<std::uint64_t>(number));
}

// Long texts show the surroundings of their first different byte, cut between characters.
std::string shown(const std::string& value, const std::string& other) {
  constexpr std::size_t kBefore = 20;
  constexpr std::size_t kShown = 60;
  const auto is_inside_character = [&](std::size_t at) {
    return at < value.size() && (static_cast<unsigned char>(value[at]) & 0xC0U) == 0x80U;
  };
  const auto [mine, theirs] = std::mismatch(value.begin(), value.end(), other.begin(), other.end());
  static_cast<void>(theirs);
  const auto different = static_cast<std::size_t>(mine - value.begin());
  auto begin = value.size() <= kShown || different < kBefore ? 0 : different - kBefore;
  while (begin > 0 && is_inside_character(begin)) --begin;
  auto end = std::min(value.size(), begin + kShown);
  while (is_inside_character(end)) ++end;
  return fmt::format("{}\"{}\"{}", begin > 0 ? "…" : "", value.substr(begin, end - begin),
                     end < value.size() ? "…" : "");
}

std::string shown(const std::vector<std::uint64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ","));
}

std::string shown_attribute(const Hdf5File& file, const char* name) {
  if (const auto text = file.text_attribute("/", name)) return fmt::format("\"{}\"", *text);
  if (const auto number = file.integer_attribute("/", name)) return fmt::format("{}", *number);
  return "absent";
}

// The two files under comparison.
class Comparison {
 public:
  Comparison(const std::string& path_a, const std::string& path_b)
      : a_(open_results(path_a)), b_(open_results(path_b)) {}

  std::string first_difference(const std::vector<std::string>& except) const {
    auto difference = in_attributes();
    if (!difference.empty()) return difference;
    const auto in_a = payload_datasets(a_, except);
    const auto in_b = payload_datasets(b_, except);
    auto all = in_a;
    all.insert(in_b.begin(), in_b.end());
    for (const auto& path : all) {
      if (!in_a.contains(path)) return fmt::format("{} is only in {}", path, b_.path());
      if (!in_b.contains(path)) return fmt::format("{} is only in {}", path, a_.path());
      difference = in_dataset(path);
      if (!difference.empty()) return difference;
    }
    return "";
  }

 private:
  std::string both(const std::string& what, const std::string& in_a,
                   const std::string& in_b) const {
    return fmt::format("{}: {} in {}, {} in {}", what, in_a, a_.path(), in_b, b_.path());
  }

  std::string in_attributes() const {
    for (const auto* name : {"kind", "schema_version", "seed", "status"}) {
      const auto in_a = shown_attribute(a_, name);
      const auto in_b = shown_attribute(b_, name);
      if (in_a != in_b) return both(fmt::format("attribute {}", name), in_a, in_b);
    }
    return "";
  }

  std::string in_dataset(const std::string& path) const {
    const auto a = a_.dataset(path);
    const auto b = b_.dataset(path);
    if (a.type() != b.type()) return both(path + " type", type_name(a.type()), type_name(b.type()));
    if (a.shape() != b.shape()) return both(path + " shape", shown(a.shape()), shown(b.shape()));
    switch (a.type()) {
      case Hdf5Type::int64:
        return in_values<std::int64_t>(path, a, b);
      case Hdf5Type::int32:
        return in_values<std::int32_t>(path, a, b);
      case Hdf5Type::uint16:
        return in_values<std::uint16_t>(path, a, b);
      case Hdf5Type::uint8:
        return in_values<std::uint8_t>(path, a, b);
      case Hdf5Type::float64:
        return in_values<double>(path, a, b);
      case Hdf5Type::text:
        return in_values<std::string>(path, a, b);
      case Hdf5Type::other:
        break;
    }
    throw IoError(
        fmt::format("{}: {} has a type that coldaisle does not write, so it cannot be "
                    "compared; give files written by coldaisle",
                    a_.path(), path));
  }

  // Piece by piece, so that files larger than memory compare too.
  template <typename T>
  std::string in_values(const std::string& path, const Hdf5Dataset& a, const Hdf5Dataset& b) const {
    const auto width = std::max<std::uint64_t>(1, a.row_width());
    const auto piece = std::max<std::uint64_t>(1, kHdf5ChunkRows / width);
    for (std::uint64_t first = 0; first < a.rows(); first += piece) {
      const auto count = std::min(piece, a.rows() - first);
      const auto values_a = a.read<T>(first, count);
      const auto values_b = b.read<T>(first, count);
      const auto [at_a, at_b] =
          std::mismatch(values_a.begin(), values_a.end(), values_b.begin(), is_same<T>);
      if (at_a == values_a.end()) continue;
      const auto index = static_cast<std::uint64_t>(at_a - values_a.begin());
      auto place = fmt::format("{} row {}", path, first + index / width);
      if (a.shape().size() > 1) place += fmt::format(" column {}", index % width);
      return both(place, shown(*at_a, *at_b), shown(*at_b, *at_a));
    }
    return "";
  }

  Hdf5File a_, b_;
};

}  // namespace

std::string first_difference(const std::string& path_a, const std::string& path_b,
                             const std::vector<std::string>& except) {
  return Comparison(path_a, path_b).first_difference(except);
}

}  // namespace coldaisle
