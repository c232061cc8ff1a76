#include <cstdlib>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "sim/app/machine.h"
#include "sim/app/verbs.h"
#include "sim/batch/evaluate.h"
#include "sim/core/build_info.h"
#include "tests/support/catch.h"

namespace {

nlohmann::json doctor(const coldaisle::CommonOptions& options) {
  std::ostringstream out;
  std::ostringstream err;
  REQUIRE(coldaisle::doctor_verb(options, out, err) == 0);
  return nlohmann::json::parse(out.str());
}

}  // namespace

TEST_CASE("the doctor finds cores and memory", "[cli][doctor]") {
  const auto machine = coldaisle::inspect_machine();
  CHECK(machine.cores >= 1);
  CHECK(machine.cores <= static_cast<int>(std::thread::hardware_concurrency()));
  CHECK(machine.memory_bytes > machine.memory_available_bytes);
  CHECK(machine.memory_available_bytes > 0);
}

TEST_CASE("the doctor names a driver's version or says why there is none", "[cli][doctor]") {
  const auto machine = coldaisle::inspect_machine();
  CHECK(machine.cuda_driver == !machine.cuda_driver_version.empty());
  CHECK((machine.cuda_driver || !machine.cuda_note.empty()));
  CHECK((machine.cuda_driver || machine.cuda_devices.empty()));
}

TEST_CASE("the doctor describes the device that evaluate would use, or says why there is none",
          "[cli][doctor]") {
  const auto device = doctor({.json = true})["cuda_device"];
  const auto reason = device["reason"].get<std::string>();
  CHECK(device["usable"] == reason.empty());
  CHECK(reason == coldaisle::cuda_unavailable());
  CHECK(device["runtime_version"].get<std::string>().empty() != coldaisle::cuda_enabled());
  if (!coldaisle::cuda_enabled()) {
    CHECK(reason.find("built without CUDA") != std::string::npos);
  } else if (reason.empty()) {
    CHECK(device["memory_bytes"] > 0);
    CHECK(device["multiprocessors"] > 0);
    CHECK(device["compute_capability"] >= 8.0);
  } else if (device["driver_version"].get<std::string>().empty()) {
    CHECK(reason.find("there is no CUDA driver (") != std::string::npos);
  }
}

TEST_CASE("the doctor's JSON repeats what the build is", "[cli][doctor]") {
  const auto report = doctor({.json = true});
  CHECK(report["version"] == coldaisle::tool_version());
  CHECK(report["git_sha"] == coldaisle::git_sha());
  CHECK(report["build_type"] == coldaisle::build_type());
  CHECK(report["backends"]["cuda"] == coldaisle::cuda_enabled());
  CHECK(report["hdf5_version"].get<std::string>().substr(0, 2) == "1.");
}

TEST_CASE("the doctor says whether the data directory is there", "[cli][doctor]") {
  const auto absent = doctor({.data_directory = "/nowhere/at/all", .json = true});
  CHECK(absent["data_directory"]["found"] == false);
  CHECK(absent["data_directory"]["named_by"] == "--data");
  const auto present = doctor({.data_directory = COLDAISLE_SOURCE_DIR, .json = true});
  CHECK(present["data_directory"]["found"] == true);
  CHECK(present["data_directory"]["path"] == COLDAISLE_SOURCE_DIR);
}
