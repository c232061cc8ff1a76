#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/core/csv.h"
#include "sim/core/error.h"
#include "sim/scenario/node_list.h"
#include "sim/workload/importers/openb.h"

namespace {

using namespace coldaisle;

void read_pods(const std::string& text, TraceTiming timing, bool departures) {
  try {
    CsvReader csv(text, "pods.csv");
    ImportRequest request;
    request.trace.file = "pods.csv";
    request.trace.timing = timing;
    request.trace.departures = departures;
    JobListBuilder jobs;
    import_openb(csv, request, jobs);
    jobs.finish(0);
  } catch (const ScenarioError&) {  // what a broken file is meant to give
  }
}

void read_nodes(const std::string& text) {
  try {
    CsvReader csv(text, "nodes.csv");
    keep_share(read_node_list(csv), 0.5);
  } catch (const ScenarioError&) {
  }
}

}  // namespace

// Any bytes, as a task list and as a node list: a ScenarioError or a result, nothing else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_pods(text, TraceTiming::recorded, true);
  read_pods(text, TraceTiming::one_per_second, false);
  read_nodes(text);
  return 0;
}
