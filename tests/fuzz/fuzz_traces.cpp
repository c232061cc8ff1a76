#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/core/error.h"
#include "sim/workload/importers/muri.h"
#include "sim/workload/importers/philly.h"
#include "sim/workload/importers/slurm.h"
#include "sim/workload/importers/swf.h"

namespace {

using namespace coldaisle;

template <typename Reader, typename... Form>
void read(const std::string& text, const ImportRequest& request,
          ImportReport (*import_rows)(Reader&, const ImportRequest&, JobListBuilder&),
          const Form&... form) {
  try {
    Reader rows(text, "trace", form...);
    JobListBuilder jobs;
    import_rows(rows, request, jobs);
    jobs.finish(0);
  } catch (const ScenarioError&) {  // what a broken file is meant to give
  }
}

}  // namespace

// Any bytes, as a trace of each format: a ScenarioError or a result, nothing else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const bool recorded : {true, false}) {
    ImportRequest request;
    request.trace.file = "trace";
    request.trace.timing = recorded ? TraceTiming::recorded : TraceTiming::one_per_second;
    request.trace.departures = recorded;
    read<CsvReader>(text, request, import_philly);
    read<CsvReader>(text, request, import_muri);
    read<TableReader>(text, request, import_swf, swf_form());
    read<TableReader>(text, request, import_slurm, slurm_form());
  }
  return 0;
}
