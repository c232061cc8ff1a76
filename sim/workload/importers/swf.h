#pragma once

#include "sim/core/table_reader.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

// Logs in the Standard Workload Format, version 2.2, of the Parallel Workloads Archive (Chapin et
// al., JSSPP 1999; https://www.cs.huji.ac.il/labs/parallel/workload/swf.html): 18 fields a line,
// separated by blanks, -1 where unknown; lines that begin with ';' are comments.
//
// submit = field 2, from the log's own zero; duration = run time (4), at least 1 ns; processors =
// allocated (5), else requested (8); walltime = requested time (9), which some logs, by their
// header, count in CPU time. A processor is a CPU core on one node, for most logs are of machines
// without GPUs; with "processor": "gpu" it is a whole GPU, and a job larger than a node becomes a
// gang. Memory = requested memory (10) x processors, rounded up to MiB; used memory (7) is not
// known when a job is placed and not used. Failed and cancelled jobs run as long as they did. Lines
// of partial executions (status 2, 3, 4) repeat the job's summary line and are dropped, like those
// without a time that the scenario uses. Utilisation is taken as 1.
ImportReport import_swf(const ImportRequest& request, JobListBuilder& jobs);

// The form of such a file, for a reader of one.
TableForm swf_form();

// The same from a reader; request.trace.file only names the jobs' group.
ImportReport import_swf(TableReader& rows, const ImportRequest& request, JobListBuilder& jobs);

}  // namespace coldaisle
