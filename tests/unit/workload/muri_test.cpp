#include "sim/workload/importers/muri.h"

#include "tests/support/catch.h"
#include "tests/support/imported.h"

using namespace coldaisle;

TEST_CASE("muri jobs last their slowed iterations and have their model's restart",
          "[workload][importers][muri]") {
  CsvReader csv(
      "job_id,num_gpu,submit_time,iterations,model_name,batch_size,iteration_time\n"
      "7,1,0,3,dqn,128,490\n"
      "8,16,201694000.5,1,a2c,64,1000\n",
      "trace.csv");
  ImportRequest request;
  request.trace.file = "folder/trace.csv";
  JobListBuilder builder;
  const auto report = import_muri(csv, request, builder);
  const JobList list = builder.finish(0);
  CHECK(report.jobs == 2);
  CHECK(list.names == std::vector<std::string>{"7", "8"});
  CHECK(list.submit_ns == std::vector<TimeNs>{0, 201'694'000'500'000});
  // 3 x 490 ms x 1.015, and 1 s x 1.015.
  CHECK(list.duration_ns == std::vector<TimeNs>{1'492'050'000, 1'015'000'000});
  CHECK(list.restart_ns == std::vector<TimeNs>{5 * kNsPerSecond, 46 * kNsPerSecond});
  CHECK(list.demands[0].gpus == 1);
  CHECK(list.demands[1].gpus == 16);
}
