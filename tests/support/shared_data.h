#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/catch.h"

namespace coldaisle::test {

// Path of a file of the data folder: COLDAISLE_DATA, else ../shared/data beside the sources. Where
// it is absent, fails in CI (env CI=true), else warns and gives nothing: the test then returns.
inline std::optional<std::string> shared_data(std::string_view name) {
  const char* chosen = std::getenv("COLDAISLE_DATA");
  const std::filesystem::path folder =
      chosen != nullptr ? chosen : COLDAISLE_SOURCE_DIR "/../shared/data";
  const auto path = folder / name;
  if (std::filesystem::exists(path)) return path.string();
  const char* ci = std::getenv("CI");
  if (ci != nullptr && std::string_view(ci) == "true") FAIL("absent in CI: " << path);
  WARN("skipped, for the data is absent: " << path);
  return std::nullopt;
}

}  // namespace coldaisle::test
