#pragma once

#include "sim/core/table_reader.h"
#include "sim/workload/importers/importers.h"

namespace coldaisle {

// Slurm's accounting as `sacct --parsable2` prints it (sacct(1)): a header, fields between bars,
// columns in any order, among them Submit, Start, End, Timelimit, State, JobID or JobIDRaw, and
// AllocTRES or ReqTRES. For whole clusters: TZ=UTC sacct --allusers --parsable2 --allocations
// --format=JobID,Submit,Start,End,Timelimit,State,AllocTRES,ReqTRES.
//
// submit = Submit - the earliest Submit; duration = End - Start, at least 1 ns; walltime =
// Timelimit. Times have no zone and are taken as one clock; where sacct printed a clock that is put
// back in autumn, times within that hour are ambiguous, hence TZ=UTC. What a job got (AllocTRES) is
// what it asks for, else ReqTRES: cpu, mem, node and gres/gpu, whole GPUs of any model. Of N > 1
// nodes each gets an equal part, rounded up to 1/1000 CPU and 1 MiB. Job steps are not jobs. Rows
// that never ran, still ran, or whose times contradict each other are dropped where times are used;
// the report says what was found and done. Utilisation is taken as 1.
ImportReport import_slurm(const ImportRequest& request, JobListBuilder& jobs);

// The form of such a file, for a reader of one.
TableForm slurm_form();

// The same from a reader; request.trace.file only names the jobs' group.
ImportReport import_slurm(TableReader& rows, const ImportRequest& request, JobListBuilder& jobs);

}  // namespace coldaisle
