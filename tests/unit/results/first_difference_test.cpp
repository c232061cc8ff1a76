#include <bit>
#include <limits>

#include "sim/core/error.h"
#include "sim/core/hdf5_file.h"
#include "sim/results/read_hdf5.h"
#include "sim/results/write_hdf5.h"
#include "tests/support/catch.h"
#include "tests/support/sample_results.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/thrown_message.h"

using namespace coldaisle;

namespace {

// Writes two results beside each other and compares them; paths in the answer become A and B.
class Pair {
 public:
  std::string difference(const Results& a, const Results& b,
                         const std::vector<std::string>& except = {}) const {
    ResultsWriter(path_a_).finish(a);
    ResultsWriter(path_b_).finish(b);
    return of_files(except);
  }

  std::string of_files(const std::vector<std::string>& except = {}) const {
    auto text = first_difference(path_a_, path_b_, except);
    for (const auto& [path, name] : {std::pair(path_a_, "A"), std::pair(path_b_, "B")}) {
      const auto at = text.find(path);
      if (at != std::string::npos) text.replace(at, path.size(), name);
    }
    return text;
  }

  const std::string& path_a() const { return path_a_; }

  const std::string& path_b() const { return path_b_; }

 private:
  test::TemporaryDirectory directory_;
  std::string path_a_ = directory_ / "a.h5";
  std::string path_b_ = directory_ / "b.h5";
};

// One group /g with the axis `id` and one column.
template <typename T>
Results with_column(const std::vector<T>& values) {
  Results results;
  auto& ids = results.owned_int64.emplace_back(values.size(), 0);
  results.groups.push_back({.path = "/g",
                            .axis = "id",
                            .datasets = {{"id", "1", "", std::span<const std::int64_t>(ids)},
                                         {"x", "1", "", std::span<const T>(values)}}});
  return results;
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("the same results have the same payload, NaN included", "[results][compare]") {
  const Pair pair;
  auto other = test::sample_results(200'000);
  other.command_line = "another";
  other.created_utc = "another";
  other.provenance.scenario_original = "another";
  other.groups[0].datasets[1].long_name = "another";
  CHECK(pair.difference(test::sample_results(200'000), other).empty());
}

TEST_CASE("a different number is named with path, row and both values", "[results][compare]") {
  const Pair pair;
  std::vector<std::int64_t> a(200'000, 5);
  auto b = a;
  b[150'000] = 6;
  b[150'001] = 7;
  CHECK(pair.difference(with_column(a), with_column(b)) == "/g/x row 150000: 5 in A, 6 in B");
}

TEST_CASE("different doubles are told apart by their bits", "[results][compare]") {
  const Pair pair;
  const auto of = [&](double a, double b) {
    const std::vector<double> values_a = {a};
    const std::vector<double> values_b = {b};
    return pair.difference(with_column(values_a), with_column(values_b));
  };
  CHECK(of(0.1, 0.1 + 1e-17 * 2) == "/g/x row 0: 0.1 in A, 0.10000000000000002 in B");
  CHECK(of(0.0, -0.0) == "/g/x row 0: 0 in A, -0 in B");
  CHECK(of(1, kNan) == "/g/x row 0: 1 in A, nan in B");
  CHECK(of(kNan, kNan).empty());
  CHECK(test::contains(of(kNan, std::bit_cast<double>(0x7ff8000000000001)),
                       "nan (bits 0x7ff8000000000000) in A, nan (bits 0x7ff8000000000001) in B"));
}

TEST_CASE("small integers are shown as numbers and texts in quotes", "[results][compare]") {
  const Pair pair;
  const std::vector<std::uint8_t> small_a = {65};
  const std::vector<std::uint8_t> small_b = {66};
  CHECK(pair.difference(with_column(small_a), with_column(small_b)) ==
        "/g/x row 0: 65 in A, 66 in B");
  const std::vector<std::string> text_a = {"größe", ""};
  const std::vector<std::string> text_b = {"größe", "b"};
  CHECK(pair.difference(with_column(text_a), with_column(text_b)) ==
        "/g/x row 1: \"\" in A, \"b\" in B");
}

TEST_CASE("long texts show where they begin to differ", "[results][compare]") {
  const Pair pair;
  const std::vector<std::string> a = {std::string(1000, 'x') + "-left-" + std::string(1000, 'y')};
  const std::vector<std::string> b = {std::string(1000, 'x') + "-right"};
  const auto text = pair.difference(with_column(a), with_column(b));
  CHECK(test::contains(text, "-left-yy"));
  CHECK(test::contains(text, "-right\" in B"));
  CHECK(text.size() < 250);
}

TEST_CASE("different types, shapes, datasets and attributes are named", "[results][compare]") {
  const Pair pair;
  const std::vector<std::int64_t> wide = {1};
  const std::vector<std::int32_t> narrow = {1};
  CHECK(pair.difference(with_column(wide), with_column(narrow)) ==
        "/g/x type: int64 in A, int32 in B");
  auto shorter = test::sample_results(3);
  CHECK(pair.difference(test::sample_results(4), shorter) ==
        "/series/label shape: [4] in A, [3] in B");
  auto fewer = test::sample_results(4);
  fewer.groups.erase(fewer.groups.begin() + 1);
  CHECK(pair.difference(test::sample_results(4), fewer) == "/placements/job is only in A");
  CHECK(pair.difference(fewer, test::sample_results(4)) == "/placements/job is only in B");
  auto other = test::sample_results(4);
  other.seed = 1;
  CHECK(pair.difference(test::sample_results(4), other) ==
        "attribute seed: 18446744073709551615 in A, 1 in B");
  other = test::sample_results(4);
  other.status = RunStatus::complete;
  CHECK(pair.difference(test::sample_results(4), other) ==
        "attribute status: \"running\" in A, \"complete\" in B");
}

TEST_CASE("paths that are left out may differ, but not their namesakes", "[results][compare]") {
  const Pair pair;
  CHECK(pair.difference(test::sample_results(4), test::sample_results(5), {"/series"}).empty());
  CHECK(pair.of_files({"/series/"}).empty());
  CHECK(pair.of_files({"/ser"}) == "/series/label shape: [4] in A, [5] in B");
  CHECK(pair.of_files({"/series/label"}) == "/series/nodes shape: [4] in A, [5] in B");
}

TEST_CASE("2-D datasets are compared, and the column named", "[results][compare]") {
  const Pair pair;
  std::vector<double> values(150'000, 1.5);
  for (const auto& path : {pair.path_a(), pair.path_b()}) {
    auto file = Hdf5File::create(path);
    file.set_attribute("/", "schema", "coldaisle");
    file.set_attribute("/", "schema_version", std::uint64_t{1});
    file.make_group("/metrics");
    file.write("/metrics/value", std::span<const double>(values), 3);
    file.close();
    values[40'000 * 3 + 2] = 2.5;
  }
  CHECK(pair.of_files() == "/metrics/value row 40000 column 2: 1.5 in A, 2.5 in B");
}
