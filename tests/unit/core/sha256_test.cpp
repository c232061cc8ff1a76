#include "sim/core/sha256.h"

#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_directory.h"

using namespace coldaisle;

// Known answers: FIPS 180-4 examples ("abc", and the empty message).
TEST_CASE("SHA-256 gives the published digests", "[core][sha256]") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("a file longer than the read buffer has the digest of its bytes", "[core][sha256]") {
  const test::TemporaryDirectory directory;
  const std::string bytes(200'001, '\0');
  test::write_file(directory / "zeros", bytes);
  CHECK(sha256_of_file(directory / "zeros") == sha256_hex(bytes));
}

TEST_CASE("the digest of a missing file or a directory is an I/O error", "[core][sha256]") {
  const test::TemporaryDirectory directory;
  CHECK_THROWS_AS(sha256_of_file(directory / "absent"), IoError);
  CHECK_THROWS_AS(sha256_of_file(directory.path()), IoError);
}
