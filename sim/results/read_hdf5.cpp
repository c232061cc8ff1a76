#include "sim/results/read_hdf5.h"

#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/results/layout.h"
#include "sim/results/open_results.h"

namespace coldaisle {
namespace {

[[noreturn]] void fail(const Hdf5File& file, const std::string& what) {
  throw IoError(
      fmt::format("{}: {}; the file is damaged or was not written by coldaisle: restore "
                  "a copy or repeat the run",
                  file.path(), what));
}

std::string required_text(const Hdf5File& file, const char* name) {
  auto text = file.text_attribute("/", name);
  if (!text) fail(file, fmt::format("the attribute {} is missing", name));
  return *std::move(text);
}

RunStatus read_status(const Hdf5File& file) {
  const auto name = required_text(file, "status");
  for (const auto status : {RunStatus::running, RunStatus::complete, RunStatus::interrupted}) {
    if (name == status_name(status)) return status;
  }
  fail(file, fmt::format("the attribute status is \"{}\"", name));
}

std::uint64_t read_seed(const Hdf5File& file) {
  const auto seed = file.integer_attribute("/", "seed");
  if (!seed) fail(file, "the attribute seed is missing");
  return *seed;
}

template <typename T>
std::vector<T> read_all(const Hdf5File& file, const std::string& path) {
  const auto dataset = file.dataset(path);
  if (dataset.type() != hdf5_type<T>()) fail(file, path + " has an unexpected type");
  return dataset.read<T>(0, dataset.rows());
}

std::string read_scalar(const Hdf5File& file, const std::string& path) {
  const auto values = read_all<std::string>(file, path);
  if (values.size() != 1) fail(file, path + " is not one text");
  return values.front();
}

Provenance read_provenance(const Hdf5File& file) {
  Provenance provenance;
  const std::array targets = {&provenance.scenario_original, &provenance.scenario_resolved,
                              &provenance.scenario_path, &provenance.catalog_overrides};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    *targets[i] = read_scalar(file, fmt::format("/provenance/{}", kProvenanceTexts[i].name));
  }
  const auto column = [&](const ProvenanceText& text) {
    return read_all<std::string>(file, fmt::format("{}/{}", kInputsGroup, text.name));
  };
  const auto paths = column(kInputPath);
  const auto hashes = column(kInputSha256);
  if (paths.size() != hashes.size()) fail(file, "the columns of /provenance/inputs differ in size");
  for (std::size_t i = 0; i < paths.size(); ++i) {
    provenance.inputs.emplace_back(paths[i], hashes[i]);
  }
  return provenance;
}

// Reads a column and gives it to the results to own.
template <typename T>
DatasetValues keep(const Hdf5Dataset& dataset, std::deque<std::vector<T>>& owned) {
  owned.push_back(dataset.read<T>(0, dataset.rows()));
  return std::span<const T>(owned.back());
}

DatasetValues read_values(const Hdf5File& file, const std::string& path, const Hdf5Dataset& dataset,
                          Results& results) {
  switch (dataset.type()) {
    case Hdf5Type::int64:
      return keep(dataset, results.owned_int64);
    case Hdf5Type::int32:
      return keep(dataset, results.owned_int32);
    case Hdf5Type::uint16:
      return keep(dataset, results.owned_uint16);
    case Hdf5Type::uint8:
      return keep(dataset, results.owned_uint8);
    case Hdf5Type::float64:
      return keep(dataset, results.owned_double);
    case Hdf5Type::text:
      return keep(dataset, results.owned_string);
    case Hdf5Type::other:
      break;
  }
  fail(file, path + " has a type that coldaisle does not write");
}

// Name of the scale of an axis of a dataset; empty where it has none in its own group.
std::string scale_name(const Hdf5Dataset& dataset, const std::string& group, unsigned axis) {
  const auto path = dataset.scale(axis);
  const auto end = path.rfind('/');
  return end == group.size() && path.compare(0, end, group) == 0 ? path.substr(end + 1) : "";
}

Along read_axes(const Hdf5File& file, const std::string& path, const Hdf5Dataset& dataset) {
  const auto axes = dataset.shape().size();
  if (axes == 1) return Along::rows;
  if (axes == 2) return Along::both;
  fail(file, fmt::format("{} has {} axes instead of one or two", path, axes));
}

// Tells the axis of the columns from that of the rows: it is the second one of a 2-D dataset.
void read_columns(const Hdf5File& file, ResultGroup& group) {
  const auto path_of = [&](const std::string& name) { return group.path + "/" + name; };
  for (const auto& dataset : group.datasets) {
    if (dataset.along != Along::both) continue;
    const auto opened = file.dataset(path_of(dataset.name));
    group.axis = scale_name(opened, group.path, 0);
    group.column_axis = scale_name(opened, group.path, 1);
    if (group.axis.empty() || group.column_axis.empty()) {
      fail(file, fmt::format("an axis of {} has no scale", path_of(dataset.name)));
    }
  }
  if (group.column_axis.empty()) return;
  for (auto& dataset : group.datasets) {
    if (dataset.along == Along::both) continue;
    const auto opened = file.dataset(path_of(dataset.name));
    const bool is_scale = dataset.name == group.column_axis;
    if (is_scale || scale_name(opened, group.path, 0) == group.column_axis) {
      dataset.along = Along::columns;
    }
  }
}

ResultGroup read_group(const Hdf5File& file, const std::string& group,
                       const std::vector<std::string>& names, Results& results) {
  ResultGroup read{.path = group.empty() ? "/" : group, .axis = "", .datasets = {}};
  for (const auto& name : names) {
    const auto path = fmt::format("{}/{}", group, name);
    const auto dataset = file.dataset(path);
    const auto along = read_axes(file, path, dataset);
    if (dataset.is_scale()) read.axis = name;
    read.datasets.push_back({name, dataset.text_attribute("units").value_or(""),
                             dataset.text_attribute("long_name").value_or(""),
                             read_values(file, path, dataset, results), along});
  }
  read_columns(file, read);
  return read;
}

Results read_file(const std::string& path) {
  const auto file = open_results(path);
  Results results;
  results.kind = required_text(file, "kind");
  results.status = read_status(file);
  results.seed = read_seed(file);
  results.start = required_text(file, "start");
  results.command_line = required_text(file, "command_line");
  results.created_utc = required_text(file, "created_utc");
  results.tool_version = required_text(file, "tool_version");
  results.git_sha = required_text(file, "git_sha");
  results.provenance = read_provenance(file);
  visit_groups(
      file, [&](const std::string& group, const std::vector<std::string>& names, bool has_groups) {
        if (names.empty() && has_groups) return;  // only there to hold others
        results.groups.push_back(read_group(file, group, names, results));
      });
  return results;
}

}  // namespace

Results read_results(const std::string& path) {
  try {
    return read_file(path);
  } catch (const std::bad_alloc&) {
    throw IoError(fmt::format("{}: does not fit in memory; read it on a larger machine", path));
  } catch (const std::length_error&) {
    throw IoError(
        fmt::format("{}: a dataset has an impossible size; the file is damaged: restore "
                    "a copy or repeat the run",
                    path));
  }
}

}  // namespace coldaisle
