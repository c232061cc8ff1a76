#include <cstdlib>

#include <sys/wait.h>

#include "tests/support/catch.h"
#include "tests/support/program.h"
#include "tests/support/scenario_files.h"
#include "tests/support/temporary_directory.h"

namespace coldaisle::test {

TEST_CASE("h5py and xarray read what a run of the quickstart wrote", "[cli][python]") {
  constexpr int kModuleMissing = 77;
  constexpr int kPythonMissing = 127;
  const TemporaryDirectory directory;
  const auto output = directory / "quickstart.h5";
  REQUIRE(run_program({"run", scenario_file("quickstart.json"), "-o", output}).exit_code == 0);
  const auto command = "/usr/bin/python3 " COLDAISLE_SOURCE_DIR
                       "/tests/support/read_quickstart.py " +
                       output + " > " + (directory / "report") + " 2>&1";
  const int status = std::system(command.c_str());
  const auto report = read_file(directory / "report");
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const char* ci = std::getenv("CI");
  const bool in_ci = ci != nullptr && std::string(ci) == "true";
  if ((code == kModuleMissing || code == kPythonMissing) && !in_ci) {
    WARN("skipped: /usr/bin/python3 with h5py, h5netcdf and xarray is absent: " << report);
    return;
  }
  CAPTURE(report);
  CHECK(code == 0);
}

}  // namespace coldaisle::test
