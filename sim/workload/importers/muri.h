#pragma once

#include "sim/core/csv.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

// The traces of Muri (Zhao et al., "Multi-Resource Interleaving for Deep Learning Training",
// SIGCOMM 2022): job_id, num_gpu (1, 2, 4, 8, 16 or 32), submit_time (ms), iterations, model_name
// and iteration_time (ms); the other columns are not read.
//
// duration = iterations x iteration_time x 1.015, exact in ns: the published simulator slows each
// iteration by 1.5 %. restart = what that simulator charges a model on so many GPUs at each event,
// which the scheduler preset `muri` charges at each scheduling pass.
ImportReport import_muri(const ImportRequest& request, JobListBuilder& jobs);

// The same from a reader.
ImportReport import_muri(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs);

}  // namespace coldaisle
