#include "sim/results/open_results.h"

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/results/layout.h"
#include "sim/results/results.h"

namespace coldaisle {
namespace {

constexpr int kDeepestGroup = 16;  // ours are 2 deep; a damaged file may contain itself

void visit_below(const Hdf5File& file, const std::string& group, int depth,
                 const GroupVisitor& visit) {
  if (depth > kDeepestGroup) {
    throw IoError(
        fmt::format("{}: groups nest without end at {}; the file is damaged: restore a "
                    "copy or repeat the run",
                    file.path(), group));
  }
  std::vector<std::string> datasets;
  std::vector<std::string> groups;
  for (const auto& member : file.members(group.empty() ? "/" : group)) {
    if (group.empty() && member.name == "provenance") continue;
    (member.is_group ? groups : datasets).push_back(member.name);
  }
  if (!group.empty() || !datasets.empty()) visit(group, datasets, !groups.empty());
  for (const auto& name : groups)
    visit_below(file, fmt::format("{}/{}", group, name), depth + 1, visit);
}

}  // namespace

Hdf5File open_results(const std::string& path) {
  auto file = Hdf5File::open(path);
  if (file.text_attribute("/", "schema") != kSchemaName) {
    throw IoError(
        fmt::format("{}: an HDF5 file, but no Coldaisle results (its attribute schema is "
                    "not \"{}\"); give a results file written by coldaisle",
                    path, kSchemaName));
  }
  const auto version = file.integer_attribute("/", "schema_version");
  if (!version) {
    throw IoError(
        fmt::format("{}: the attribute schema_version is missing; the file is damaged: "
                    "restore a copy or repeat the run",
                    path));
  }
  if (*version > kSchemaVersion) {
    throw IoError(
        fmt::format("{}: schema_version {} is newer than {}, the newest that this build "
                    "reads; use coldaisle {} or newer",
                    path, *version, kSchemaVersion,
                    file.text_attribute("/", "tool_version").value_or("(unknown)")));
  }
  return file;
}

void visit_groups(const Hdf5File& file, const GroupVisitor& visit) {
  visit_below(file, "", 0, visit);
}

}  // namespace coldaisle
