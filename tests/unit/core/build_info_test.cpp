#include "sim/core/build_info.h"

#include <filesystem>
#include <string>

#include "tests/support/catch.h"

TEST_CASE("the git SHA is forty hexadecimal digits, maybe dirty, or unknown", "[core]") {
  const std::string sha = coldaisle::git_sha();
  const auto digits = sha.find_first_not_of("0123456789abcdef");
  const bool clean = sha.size() == 40 && digits == std::string::npos;
  const bool dirty = sha.size() == 46 && digits == 40 && sha.substr(40) == "-dirty";
  CAPTURE(sha);
  CHECK((clean || dirty || sha == "unknown"));
}

TEST_CASE("the source folder that the build names holds the sources", "[core]") {
  CHECK(std::filesystem::exists(std::string(coldaisle::source_directory()) +
                                "/sim/core/build_info.cpp"));
}
