#pragma once

#include "sim/core/csv.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

// Alibaba's openb pod lists (clusterdata, cluster-trace-gpu-v2023): name, cpu_milli, memory_mib,
// num_gpu, gpu_milli (of each GPU), and optionally gpu_spec ("A|B": allowed models), qos,
// pod_phase, creation_time, deletion_time, scheduled_time (seconds from the trace's zero, kept).
//
// Recorded timing: submit = creation; duration = deletion - scheduled, at least 1 ns. Rows that
// never ran or whose times are missing or contradict each other are dropped. One per second: job i
// of those kept is submitted at i seconds; without departures all rows are kept. The report says
// what was found and done. Utilisation is not recorded and taken as 1.
ImportReport import_openb(const ImportRequest& request, JobListBuilder& jobs);

// The same from a reader; request.trace.file only names the workload in the order file.
ImportReport import_openb(CsvReader& csv, const ImportRequest& request, JobListBuilder& jobs);

}  // namespace coldaisle
