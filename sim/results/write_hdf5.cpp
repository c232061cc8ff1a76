#include "sim/results/write_hdf5.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "sim/core/build_info.h"
#include "sim/core/durable_file.h"
#include "sim/core/error.h"
#include "sim/core/hdf5_file.h"
#include "sim/core/sha256.h"
#include "sim/results/kill_hook.h"
#include "sim/results/layout.h"

namespace coldaisle {
namespace {

void describe(Hdf5File& file, const std::string& path, const std::string& unit,
              const std::string& long_name) {
  file.set_attribute(path, "units", unit);
  file.set_attribute(path, "long_name", long_name);
}

void write_attributes(Hdf5File& file, const Results& results) {
  const auto text = [&](const char* name, const std::string& value) {
    file.set_attribute("/", name, value);
  };
  text("schema", kSchemaName);
  file.set_attribute("/", "schema_version", kSchemaVersion);
  text("kind", results.kind);
  text("tool_version", tool_version());
  text("git_sha", git_sha());
  text("created_utc", results.created_utc);
  text("command_line", results.command_line);
  text("status", status_name(results.status));
  file.set_attribute("/", "seed", results.seed);
  text("scenario_sha256", sha256_hex(results.provenance.scenario_resolved));
  text("start", results.start);
}

std::size_t value_count(const Dataset& dataset) {
  return std::visit([](auto values) { return values.size(); }, dataset.values);
}

// The length of the axis called `name`; 0 for no name.
std::size_t axis_length(const ResultGroup& group, const std::string& name) {
  if (name.empty()) return 0;
  for (const auto& dataset : group.datasets) {
    if (dataset.name == name) return value_count(dataset);
  }
  fail_expectation(fmt::format("group {} lacks its axis \"{}\"", group.path, name));
}

// Columns of a group's 2-D datasets; 0: there are none. What would make a file that cannot be read
// back is our fault, and is said before it is written.
std::size_t checked_columns(const ResultGroup& group) {
  if (group.datasets.empty()) return 0;
  expects(!group.axis.empty(), fmt::format("group {} has no axis", group.path));
  const auto rows = axis_length(group, group.axis);
  const auto columns = axis_length(group, group.column_axis);
  for (const auto& dataset : group.datasets) {
    const auto wanted = dataset.along == Along::rows      ? rows
                        : dataset.along == Along::columns ? columns
                                                          : rows * columns;
    expects(value_count(dataset) == wanted && (columns > 0 || dataset.along == Along::rows),
            fmt::format("{}/{} is not as long as its group", group.path, dataset.name));
  }
  return columns;
}

void attach_scales(Hdf5File& file, const ResultGroup& group) {
  const auto path_of = [&](const std::string& name) { return group.path + "/" + name; };
  const auto attach = [&](const Dataset& dataset, unsigned axis, const std::string& scale) {
    if (dataset.name != scale) file.attach_scale(path_of(dataset.name), axis, path_of(scale));
  };
  file.make_scale(path_of(group.axis));
  if (!group.column_axis.empty()) file.make_scale(path_of(group.column_axis));
  for (const auto& dataset : group.datasets) {
    attach(dataset, 0, dataset.along == Along::columns ? group.column_axis : group.axis);
    if (dataset.along == Along::both) attach(dataset, 1, group.column_axis);
  }
}

void write_group(Hdf5File& file, const ResultGroup& group, KillHook& hook) {
  const auto columns = checked_columns(group);
  file.make_group(group.path);
  for (const auto& dataset : group.datasets) {
    const auto path = group.path + "/" + dataset.name;
    const auto width = dataset.along == Along::both ? columns : 0;
    std::visit([&](auto values) { file.write(path, values, width); }, dataset.values);
    hook.step();
    describe(file, path, dataset.unit, dataset.long_name);
  }
  if (!group.datasets.empty()) attach_scales(file, group);
}

void write_inputs(Hdf5File& file, const Provenance& provenance, KillHook& hook) {
  std::vector<std::string> paths;
  std::vector<std::string> hashes;
  for (const auto& [path, hash] : provenance.inputs) {
    paths.push_back(path);
    hashes.push_back(hash);
  }
  const auto column = [](const ProvenanceText& text, const std::vector<std::string>& values) {
    return Dataset{text.name, "1", text.long_name, std::span<const std::string>(values)};
  };
  write_group(file,
              {.path = kInputsGroup,
               .axis = kInputPath.name,
               .datasets = {column(kInputPath, paths), column(kInputSha256, hashes)}},
              hook);
}

void write_provenance(Hdf5File& file, const Provenance& provenance, KillHook& hook) {
  file.make_group("/provenance");
  const std::array texts = {&provenance.scenario_original, &provenance.scenario_resolved,
                            &provenance.scenario_path, &provenance.catalog_overrides};
  static_assert(texts.size() == kProvenanceTexts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto path = fmt::format("/provenance/{}", kProvenanceTexts[i].name);
    file.write_scalar(path, *texts[i]);
    hook.step();
    describe(file, path, "1", kProvenanceTexts[i].long_name);
  }
  write_inputs(file, provenance, hook);
}

void write_file(const std::string& path, const Results& results, KillHook& hook) {
  auto file = Hdf5File::create(path);
  write_attributes(file, results);
  write_provenance(file, results.provenance, hook);
  for (const auto& group : results.groups) write_group(file, group, hook);
  file.close();
}

// Takes the half-written snapshot away unless it was kept.
class Snapshot {
 public:
  explicit Snapshot(std::string path) : path_(std::move(path)) {}

  ~Snapshot() {
    if (!kept_) discard_file(path_);
  }

  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

std::string part_path(const std::string& path) {
  return path + ".part";
}

std::string temporary_path(const std::string& path) {
  return path + ".part.tmp";
}

}  // namespace

const char* status_name(RunStatus status) {
  switch (status) {
    case RunStatus::running:
      return "running";
    case RunStatus::complete:
      return "complete";
    case RunStatus::interrupted:
      return "interrupted";
  }
  fail_expectation("a run has no known status");
}

ResultsWriter::ResultsWriter(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(path_, ignored).type();
  using enum std::filesystem::file_type;
  if (path_.empty() || (kind != regular && kind != not_found && kind != none)) {
    throw IoError(
        fmt::format("{}: cannot write: it is not a regular file; name a file such as "
                    "results.h5",
                    path_.empty() ? "\"\"" : path_));
  }
  check_creatable(temporary_path(path_));
}

void ResultsWriter::flush(const Results& results) {
  KillHook hook(++flushes_);
  write_snapshot(results, hook);
  hook.last_step();
  sync_directory_of(path_);
}

void ResultsWriter::finish(const Results& results) {
  KillHook hook(++flushes_);
  write_snapshot(results, hook);
  hook.step();
  replace_file(part_path(path_), path_);
  has_part_ = false;
  hook.last_step();
  sync_directory_of(path_);
}

void ResultsWriter::write_snapshot(const Results& results, KillHook& hook) {
  const FileSizeSignalGuard guard;
  const auto temporary = temporary_path(path_);
  Snapshot snapshot(temporary);
  try {
    write_file(temporary, results, hook);
    hook.step();
    sync_file(temporary);
    hook.step();
    replace_file(temporary, part_path(path_));
  } catch (const IoError& error) {
    throw IoError(error.what() + kept_note());
  }
  snapshot.keep();
  has_part_ = true;
}

std::string ResultsWriter::kept_note() const {
  if (!has_part_) return "";
  return fmt::format(" (what was flushed before is kept in {})", part_path(path_));
}

}  // namespace coldaisle
