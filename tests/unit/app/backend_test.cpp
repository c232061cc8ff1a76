#include "sim/app/backend.h"

#include <sstream>

#include "sim/core/build_info.h"
#include "sim/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;
using test::contains;
using test::thrown_message;

TEST_CASE("the automatic back end is a CUDA device where one can be used, else the CPU",
          "[app][backend]") {
  std::ostringstream err;
  const auto options = choose_backend("auto", "", 3, &err);
  CHECK(options.threads == 3);
  CHECK((options.backend == Backend::cuda) == cuda_unavailable().empty());
  CHECK(err.str().empty() == (cuda_unavailable().empty() || !cuda_enabled()));
  CHECK(choose_backend("cpu", "", 0, &err).backend == Backend::cpu);
}

TEST_CASE("a CUDA device that is asked for and absent is an error with the reason",
          "[app][backend]") {
  if (cuda_unavailable().empty()) {
    CHECK(choose_backend("cuda", "", 0, nullptr).backend == Backend::cuda);
    return;
  }
  const auto message = thrown_message<AbsentError>([] { choose_backend("cuda", "", 0, nullptr); });
  CHECK(contains(message, cuda_unavailable()));
  const std::string remedy = "use --backend cpu";
  CHECK(message.find(remedy) != std::string::npos);
  CHECK(message.find(remedy) == message.rfind(remedy));  // said once
  CHECK(contains(message, "--backend cpu"));
}

TEST_CASE("instructions are the CPU's, and must be there", "[app][backend]") {
  const auto options = choose_backend("auto", "portable", 0, nullptr);
  CHECK(options.backend == Backend::cpu);
  CHECK(options.instruction_set == InstructionSet::portable);
  CHECK_THROWS_AS(choose_backend("cuda", "portable", 0, nullptr), UsageError);
  for (const auto& [word, set] :
       {std::pair{"avx2", InstructionSet::avx2}, std::pair{"avx512", InstructionSet::avx512}}) {
    if (has_instruction_set(set)) {
      CHECK(choose_backend("cpu", word, 0, nullptr).instruction_set == set);
    } else {
      CHECK_THROWS_AS(choose_backend("cpu", word, 0, nullptr), AbsentError);
    }
  }
}

TEST_CASE("an unknown back end or instruction set is answered with the nearest", "[app][backend]") {
  const auto message = [](const char* backend, const char* instructions) {
    return thrown_message<UsageError>([&] { choose_backend(backend, instructions, 0, nullptr); });
  };
  CHECK(contains(message("cdua", ""), "did you mean \"cuda\"?"));
  CHECK(contains(message("cpu", "avx513"), "did you mean \"avx512\"?"));
}
