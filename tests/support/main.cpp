#include <cstdio>
#include <cstdlib>

#if defined(COLDAISLE_CATCH2_V3)
#include <catch2/catch_all.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

namespace {

#if defined(COLDAISLE_CATCH2_V3)
using Listener = Catch::EventListenerBase;
#else
using Listener = Catch::TestEventListenerBase;
#endif

// ctest hands each test's name to this program. Catch would take one that begins with a dash for an
// option, and run all tests under that name.
class RefuseNamesLikeOptions : public Listener {
 public:
  using Listener::Listener;

  void testCaseStarting(const Catch::TestCaseInfo& test) override {
    if (test.name.empty() || test.name.front() != '-') return;
    std::fprintf(stderr, "error: the test \"%s\": a name must not begin with a dash\n",
                 test.name.c_str());
    std::_Exit(EXIT_FAILURE);
  }
};

CATCH_REGISTER_LISTENER(RefuseNamesLikeOptions)

}  // namespace

int main(int argc, char* argv[]) {
  return Catch::Session().run(argc, argv);
}
