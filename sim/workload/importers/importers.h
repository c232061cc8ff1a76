#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/workload/job_list_builder.h"

namespace coldaisle {

// What an importer is asked for.
struct ImportRequest {
  Trace trace;
  std::uint64_t seed = 1;  // picks the row of trace.order_file

  // Model names of the file that the fleet calls otherwise.
  std::vector<std::pair<std::string, std::string>> model_names;

  // For the verb `import`: a file without times is read as one task a second that never leaves.
  bool times_optional = false;
};

// The keys of a trace that only some formats know.
struct TraceKeys {
  bool order = false;
  bool processor = false;
};

// One trace format: its name in scenarios and on the command line, and the function that appends
// the trace's jobs to the builder, in file (or order_file) order. It throws ScenarioError for a
// broken file and IoError for an unreadable one.
struct Importer {
  std::string_view name;
  std::string_view description;
  ImportReport (*import)(const ImportRequest& request, JobListBuilder& jobs);
  TraceKeys keys = {};
};

// All trace formats: the list to add a row to.
std::span<const Importer> importers();

// The importer of this name, or null.
const Importer* find_importer(std::string_view name);

// Imports a trace as the request's keys say: refuses those that the format does not know, and with
// `strict` a trace of which rows were dropped or repaired. Throws as Importer::import does.
ImportReport import_trace(const Importer& importer, const ImportRequest& request,
                          JobListBuilder& jobs);

// The name by which other files know a trace: no folders, no .gz, no .csv or .swf.
std::string trace_name(std::string_view file);

}  // namespace coldaisle
