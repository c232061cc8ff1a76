#pragma once

#include "sim/core/csv.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

// Microsoft's Philly jobs (Jeon et al., USENIX ATC 2019) as one CSV table: timestamp (local time of
// submission, "2017-10-09 07:01:55"), duration (s), num_gpus, gpu_time (s), cluster (the virtual
// cluster that submitted the job).
//
// submit = timestamp - the earliest timestamp; a job asks for num_gpus whole GPUs and nothing else;
// each virtual cluster is a group of jobs. Timestamps have no zone and are taken as one clock, so
// that those next to a change of the clocks may be off by an hour. gpu_time is only checked. Rows
// without a time that the scenario uses are dropped; the report says what was found and done.
// Utilisation is not recorded and taken as 1.
ImportReport import_philly(const ImportRequest& request, JobListBuilder& jobs);

// The same from a reader.
ImportReport import_philly(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs);

}  // namespace coldaisle
